import { runSql } from './database.ts'
import { test } from './fixtures.ts'
import { expect, signInAsAdmin, signUp, toast } from './people.ts'

// Effects on other pages are tested over HTTP, because other tests use this server's settings.
test('the settings explain each choice, and refuse invalid values', async ({ page }) => {
  await signInAsAdmin(page.request)
  await page.goto('/admin/settings')
  const open = page.getByRole('radiogroup', { name: 'The form without an account' })
  await expect(open.getByRole('radio', { name: /Live after review/ })).toBeChecked()
  await expect(open.getByText('“No account required for now. Posting is moderated.”')).toBeVisible()
  await expect(open.getByText('“No account required for now. Postings go live immediately.”')).toBeVisible()
  await expect(page.getByText('are always reviewed')).toBeVisible()

  await page.getByLabel('Days that a posting stays live').fill('3')
  await page.getByLabel('Reminder, days before the end').fill('soon')
  await page.getByRole('button', { name: 'Save expiry' }).click()
  await expect(page.getByLabel('Days that a posting stays live')).toHaveAccessibleDescription(/from 15 to 365\./)
  await expect(page.getByLabel('Reminder, days before the end')).toHaveAccessibleDescription(/from 1 to 14\./)
  await page.getByLabel('Days that a posting stays live').fill('60')
  await page.getByLabel('Reminder, days before the end').fill('7')
  await page.getByRole('button', { name: 'Save expiry' }).click()
  await expect(toast(page).filter({ hasText: 'Setting saved' })).toBeVisible()
})

test('a dead mail is found, read and resent', async ({ page, request }) => {
  const { email } = await signUp(request)
  await signInAsAdmin(page.request)
  const refusal = `550 ${email}: mailbox full`
  const params = { state: 'sent', q: email }
  const sentMails = async () => (await (await page.request.get('/api/admin/mails', { params })).json()) as object
  await expect.poll(sentMails).toMatchObject({ mails: [{ to: email }] })
  await runSql("update mails set state = 'dead', attempts = 13, last_error = $2 where to_address = $1", [email, refusal])

  await page.goto('/admin/dashboard')
  await expect(page.getByText('Logged in as admin@demo.example')).toBeVisible()
  await page.getByRole('link', { name: 'See deliveries' }).click()
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Recipient or cause' }).fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText(refusal)

  await row.getByRole('button', { name: /^Resend/ }).click()
  await expect(toast(page).filter({ hasText: '1 on the way' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No emails found' })).toBeVisible()
  await expect.poll(sentMails).toMatchObject({ mails: [{ to: email }] })
  await page.getByRole('link', { name: 'Failed tasks' }).click()
  await expect(page.getByRole('searchbox', { name: 'Name, data or error' })).toBeVisible()
})
