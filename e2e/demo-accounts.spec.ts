import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fillSignIn } from './people.ts'

/** Each sample account opens a desk that lives: one walk for each, within a minute. */
test.describe.configure({ timeout: 60_000 })

async function signInAs(page: Page, role: string, path: string): Promise<void> {
  await page.goto(`/auth?returnTo=${encodeURIComponent(path)}`)
  const password = process.env['E2E_DEMO_PASSWORD'] ?? ''
  await (await fillSignIn(page, { email: `${role}@demo.example`, password })).click()
  await expect(page).toHaveURL(path)
  expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({ role, firstName: 'Demo', emailVerified: true })
}

const items = (page: Page): Locator => page.getByRole('main').getByRole('listitem')

test('the sample physician has saved jobs of every status, applications, alerts and a CV that employers opened', async ({
  page,
}) => {
  await signInAs(page, 'physician', '/favorites')
  const statuses = page.getByRole('navigation', { name: 'Filter by status' })
  for (const status of ['Saved', 'Applied', 'Interview', 'Offer', 'Closed'])
    await expect(statuses.getByRole('link', { name: new RegExp(`^${status}\\s*[1-9]`) })).toBeVisible()
  await expect(page.getByText('Video interview with the medical director').first()).toBeVisible()
  const desk = page.getByRole('navigation', { name: 'Your desk' })

  await desk.getByRole('link', { name: 'Applications' }).click()
  const answered = page.getByRole('article').filter({ hasText: 'Demo Hospital' }).filter({ hasText: 'Answered' })
  await answered.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('main')).toContainText('video call')
  await desk.getByRole('link', { name: 'Alerts' }).click()
  await expect(items(page).filter({ hasText: 'Internal Medicine' }).first()).toBeVisible()
  await desk.getByRole('link', { name: 'CV' }).click()
  await expect(page).toHaveURL('/profile/resume')
  await expect(page.getByText('CV Demo Physician.pdf').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Demo Employer, Demo Hospital').first()).toBeVisible()
})

for (const [role, asked] of [
  ['employer', 'I finish my current contract in June'],
  ['recruiter', 'Which hospital is this for'],
] as const) {
  test(`the sample ${role} has postings in every state, inquiries with CVs, and ninety days of views`, async ({ page }) => {
    await signInAs(page, role, '/employer/dashboard')
    const list = page.getByRole('list', { name: 'Your job postings' })
    for (const state of ['Active', 'Draft', 'Expired', ...(role === 'employer' ? ['In review', 'Rejected'] : [])])
      await expect(list.getByText(state, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Saved drafts' })).toBeVisible()
    const desk = page.getByRole('navigation', { name: 'Employer desk' })

    await desk.getByRole('link', { name: /^Inbox/ }).click()
    for (const stage of ['New', 'Closed', ...(role === 'employer' ? ['Interview', 'Offer', 'Hired'] : [])])
      await expect(items(page).getByText(stage, { exact: true }).first()).toBeVisible()
    await items(page)
      .filter({ hasText: 'With CV' })
      .filter({ hasText: 'Demo Physician' })
      .first()
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('main')).toContainText(asked)
    await expect(page.getByText('CV Demo Physician.pdf').first()).toBeVisible()

    await desk.getByRole('link', { name: 'Insights' }).click()
    await page.getByRole('link', { name: '90 days' }).click()
    await expect(page).toHaveURL(/days=90/)
    const views = page.getByRole('main').locator('dl > div').filter({ hasText: 'Views' }).locator('dd').first()
    await expect(views).toHaveText(/^\d,\d{3}$/)
  })
}

test('the sample administrator has rows of an import, public postings and reports that wait, and a finished import', async ({
  page,
}) => {
  await signInAs(page, 'admin', '/admin/dashboard')
  const stat = page.getByRole('main').locator('dl > div').filter({ hasText: 'Pending Jobs' })
  await expect(stat.locator('dd').first()).toHaveText(/^[1-9]\d+$/)
  await expect(stat).toContainText(/[1-9]\d* reported/)
  const sections = page.getByRole('navigation', { name: 'Administration' })

  await sections.getByRole('link', { name: 'Moderation' }).click()
  await expect(page.getByRole('option', { name: /^Sample feed/ })).toBeAttached()
  await sections.getByRole('link', { name: 'Imports' }).click()
  const run = page.getByRole('row').filter({ hasText: 'Sample feed' })
  await expect(run).toContainText('Finished')
  await sections.getByRole('link', { name: 'Users' }).click()
  // Other tests' accounts are newer.
  await page.getByRole('searchbox', { name: 'Search' }).fill('demo physician')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('link', { name: /Demo Physician|physician@demo.example/ }).first()).toBeVisible()
  await sections.getByRole('link', { name: 'Audit log' }).click()
  await expect(items(page).first()).toBeVisible()
  await page.goto('/dev/mail')
  await expect(items(page).first()).toBeVisible()
})
