import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
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

test('an alert that comes back stops the next one: its owner is told, and an administrator lifts it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const { email } = await signUp(page.request)
  const alertId = await alertOf(page, email)
  const mailbox = `/dev/mail?to=${encodeURIComponent(email)}`
  const alertMails = page.getByRole('listitem').filter({ hasText: /^1 new job/ })
  const mailNext = async (number: number, state: string) => {
    await mailAlert(page, alertId)
    await expect(async () => {
      await page.goto(mailbox)
      await expect(alertMails).toHaveCount(number, { timeout: 500 })
      await expect(alertMails.first()).toContainText(state, { timeout: 500 })
    }).toPass()
  }

  await mailNext(1, 'Sent')
  await alertMails.getByRole('link').click()
  await page.getByRole('button', { name: 'No such mailbox' }).click()
  await expect(toast(page)).toContainText('Done: No such mailbox')
  await expectAccessibleEverywhere(page)
  await mailNext(2, 'Held back')

  await page.goto('/account')
  await expect(page.getByText('No such mailbox: you get less mail')).toBeVisible()
  await expect(page.getByText('everything but account emails')).toBeVisible()
  await expectAccessibleEverywhere(page)

  const administrator = await browser.newContext({ baseURL: baseURL ?? '' })
  const admin = await administrator.newPage()
  await signInAsAdmin(administrator.request, baseURL)
  await admin.goto(`/admin/deliveries?show=suppressions&q=${encodeURIComponent(email)}`)
  const row = admin.getByRole('row', { name: email })
  await expect(row).toContainText('Tried out at /dev/mail')
  await expectAccessibleEverywhere(admin)
  await row.getByRole('button', { name: /^Send all mail again/ }).click()
  await expect(toast(admin)).toContainText(`${email} gets all mail again`)
  await expect(admin.getByRole('heading', { name: 'No addresses found' })).toBeVisible()
  await administrator.close()

  await page.reload()
  await expect(page.getByText('you get less mail')).toHaveCount(0)
  await mailNext(3, 'Sent')
})
