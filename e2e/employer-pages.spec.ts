import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { jobLink } from './results.ts'

test('from a job to its employer, and from the directory there', async ({ page }) => {
  // Of the sample jobs: what other tests post comes and goes.
  await page.goto('/jobs?sortBy=oldest')
  await jobLink(page).click()
  const employer = page.getByRole('article').locator('a[href^="/employers/"]').first()
  const name = ((await employer.textContent()) ?? '').replace('Verified hospital', '').trim()
  await employer.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  // The page says once whose jobs they are.
  await expect(page.getByRole('table', { name: 'Jobs found' })).not.toContainText(name)
  await expect(page.getByRole('heading', { name: 'Pay by specialty' })).toBeVisible()

  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Employers' }).click()
  await page.getByLabel('Starts with').fill(name.slice(0, 3))
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Employers' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expectAccessibleEverywhere(page)
})
