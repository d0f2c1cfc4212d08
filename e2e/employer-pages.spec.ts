import { expect, test } from './fixtures.ts'

test('from a job to its employer, and from the directory there', async ({ page }) => {
  await page.goto('/jobs')
  await page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByRole('heading') })
    .first()
    .click()
  const employer = page.getByRole('article').locator('a[href^="/employers/"]').first()
  const name = ((await employer.textContent()) ?? '').trim()
  await employer.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('heading', { name: 'Pay by specialty' })).toBeVisible()

  await page.goto(`/employers/all?q=${encodeURIComponent(name.slice(0, 3))}`)
  await page.getByRole('list', { name: 'Employers' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
})

test('no employer has a page without open jobs', async ({ page }) => {
  const response = await page.goto('/employers/no-such-employer')
  expect(response?.status()).toBe(404)
})
