import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { expect, signInAsAdmin, toast } from './people.ts'
import { post, signUpPoster } from './posters.ts'

// Many pages.
test.describe.configure({ timeout: 60_000 })

test('an administrator marks, suspends, reinstates and erases an employer', async ({ page, request: theirs }) => {
  const { email } = await signUpPoster(theirs, { companyName: 'Walk Hospital' })
  await post(theirs, 'Cardiologist of an administrator')
  await signInAsAdmin(page.request)

  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 account' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('rowheader').getByRole('link', { name: 'Ada Sample' }).click()
  await expect(page.getByText('Walk Hospital')).toBeVisible()

  await page.getByRole('button', { name: 'Mark as verified hospital' }).click()
  await expect(page.getByRole('button', { name: 'Remove hospital mark' })).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByRole('button', { name: 'Suspend the account' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await dialog.getByLabel('Reason').selectOption('Postings that break the rules')
  await dialog.getByRole('button', { name: 'Suspend the account' }).click()
  await expect(page.getByText(/^Suspended since/)).toBeVisible()

  await page.getByRole('button', { name: 'Reinstate' }).click()
  await expect(toast(page).filter({ hasText: 'Reinstated' })).toBeVisible()
  await expect(page.getByText(/Accounts: reinstated · .*postings shown: 1$/)).toBeVisible()

  await page.getByRole('link', { name: 'See this account in the audit log' }).click()
  const entries = page.getByRole('list', { name: 'Entries' })
  await expect(entries.getByText('Accounts: hospital verified · Ada Sample')).toBeVisible()
  await page.getByLabel('Action', { exact: true }).selectOption('Suspended')
  await expect(entries.getByText(/suspended · Ada Sample · .*reason: content, postings hidden: 1$/)).toBeVisible()
  await expect(entries.getByRole('listitem')).toHaveCount(1)
  await entries.getByText(/Details of entry/).click()
  await expect(entries.getByText('accounts.suspended')).toBeVisible()

  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Erase' }).click()
  const erase = page.getByRole('dialog', { name: 'Erase' })
  await erase.getByLabel('Who asked for it').selectOption('The person themselves')
  await erase.getByLabel(/^Type /).fill('somebody else')
  await erase.getByRole('button', { name: 'Erase for good' }).click()
  await expect(erase.getByText(`Please type ${email}`)).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await erase.getByLabel(/^Type /).fill(email)
  await erase.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page).toHaveURL('/admin/users')
  expect((await theirs.get('/api/auth/user')).status()).toBe(401)
})

test('the filters of a list are in its address, and a choice keeps the others', async ({ page }) => {
  await signInAsAdmin(page.request)
  await page.goto('/admin/moderation?kind=pending')
  const queue = page.getByRole('search', { name: 'Filter the queue' })
  await queue.getByLabel('Doubtful fact').selectOption('Any doubt')
  await expect(page).toHaveURL(/kind=pending&doubt=any$/)
  await page.getByRole('link', { name: 'Reported' }).click()
  await expect(page).toHaveURL(/kind=report&doubt=any$/)
  await expect(queue.getByLabel('Doubtful fact')).toHaveValue('any')
  await queue.getByLabel('Doubtful fact').selectOption('With or without doubts')
  await expect(page).toHaveURL(/\?kind=report$/)
})

test.describe('in Chicago', () => {
  test.use({ timezoneId: 'America/Chicago' })

  test('an administrator reads times in the local time zone, and the name of a user in the heading', async ({ page }) => {
    await signInAsAdmin(page.request)
    await page.goto('/admin/audit')
    await expect(page.getByRole('main').getByRole('time').first()).toHaveText(/ C[SD]T$/)
    const filters = page.getByRole('search', { name: 'Audit log' })
    await filters.getByLabel('From (CT)').fill('2026-01-01')
    await filters.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/from=2026-01-01&.*zone=America(%2F|\/)Chicago/)
    await expect(filters.getByLabel('From (CT)')).toHaveValue('2026-01-01')
    await page.goto('/admin/users?q=employer@demo.example')
    await page.getByRole('link', { name: 'Demo Employer' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo Employer' })).toBeVisible()
    await expect(page).toHaveTitle('Demo Employer | Whitecoat')
    await expect(page.getByRole('main').getByRole('time').first()).toHaveText(/ C[SD]T$/)
  })
})
