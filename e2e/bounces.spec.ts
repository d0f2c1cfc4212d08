import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { MailSummary } from '#features/mailbox/contract.ts'
import { runSql } from './database.ts'
import { test } from './fixtures.ts'
import { confirmAddress, expect, signInAsAdmin, signUp, toast } from './people.ts'
import { fromOurPages } from './posters.ts'

type Named = { id: string }

/** An alert of somebody with a confirmed address. */
async function alertOf(page: Page, email: string): Promise<string> {
  await confirmAddress(page.request, email)
  const data = { search: { specialty: 'Cardiology' }, frequency: 'weekly', timeZone: 'America/Chicago' }
  const answer = await page.request.post('/api/alerts', { data, headers: fromOurPages })
  expect(answer.status(), await answer.text()).toBe(200)
  const { alerts } = (await (await page.request.get('/api/alerts')).json()) as { alerts: [Named] }
  return alerts[0].id
}

/** As if a job had matched and the alert were due. */
async function mailAlert(page: Page, alertId: string): Promise<void> {
  const { jobs } = (await (await page.request.get('/api/jobs')).json()) as { jobs: [Named] }
  await runSql('insert into job_alert_matches (alert_id, job_id) values ($1, $2)', [alertId, jobs[0].id])
  await runSql("insert into pgboss.job (name, data, singleton_key) values ('send-digests', $1, $2)", [
    JSON.stringify({ alertIds: [alertId] }),
    randomUUID(),
  ])
}

test('an alert that comes back stops the next one, until an administrator lifts it', async ({ page, otherPage: admin }) => {
  test.slow()
  const { email } = await signUp(page.request)
  const alertId = await alertOf(page, email)
  const mailNext = async (number: number, state: string) => {
    await mailAlert(page, alertId)
    const mails = async () => {
      const all = (await (await page.request.get('/api/dev/mail', { params: { to: email } })).json()) as { mails: MailSummary[] }
      return all.mails.filter((mail) => mail.subject.startsWith('1 new job'))
    }
    await expect
      .poll(async () => (await mails()).map((mail) => mail.state))
      .toEqual([state, ...Array<string>(number - 1).fill('sent')])
    return (await mails())[0]?.id
  }

  await page.goto(`/dev/mail/${await mailNext(1, 'sent')}`)
  await page.getByRole('button', { name: 'No such mailbox' }).click()
  await expect(toast(page)).toContainText('Done: No such mailbox')
  await mailNext(2, 'suppressed')

  await page.goto('/account')
  await expect(page.getByText('No such mailbox: you get less mail')).toBeVisible()
  await expect(page.getByText('everything but account emails')).toBeVisible()

  await signInAsAdmin(admin.request)
  await admin.goto(`/admin/deliveries?show=suppressions&q=${encodeURIComponent(email)}`)
  const row = admin.getByRole('row', { name: email })
  await expect(row).toContainText('Tried out at /dev/mail')
  await row.getByRole('button', { name: /^Send all mail again/ }).click()
  await expect(toast(admin)).toContainText(`${email} gets all mail again`)
  await expect(admin.getByRole('heading', { name: 'No addresses found' })).toBeVisible()
  expect(await (await page.request.get('/account')).text()).not.toContain('you get less mail')
})
