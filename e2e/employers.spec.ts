import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { jobLink } from './results.ts'

test('the page for employers shows a sample, writes to sales, and leads to the heading of the form', async ({
  page,
}) => {
  test.slow()
  await page.goto('/employers')
  await expect(
    page.getByText('Postings are reviewed and published within 24 hours.').first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await page.getByRole('button', { name: 'Preview' }).click()
  const sample = page.getByRole('dialog', { name: 'Sample posting' })
  await expect(sample.getByText('$255,000 - $290,000 a year')).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expectAccessibleEverywhere(page)

  await clickTo(
    page.getByRole('link', { name: 'Post a Job', exact: true }).and(page.locator('main *')).last(),
    '/post-job',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Post a Job' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

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
  await page
    .getByRole('list', { name: 'Employers' })
    .getByRole('link', { name, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expectAccessibleEverywhere(page)
})
