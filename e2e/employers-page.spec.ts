import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('the page for employers shows a sample, writes to sales, and leads to the heading of the form', async ({ page }) => {
  test.slow()
  await page.goto('/employers')
  await expect(page.getByText('Postings are reviewed and published within 24 hours.').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact Sales' })).toHaveAttribute('href', /^mailto:/)
  await page.getByRole('button', { name: 'Preview' }).click()
  const sample = page.getByRole('dialog', { name: 'Sample posting' })
  await expect(sample.getByText('$255,000–$290,000 a year')).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expectAccessibleEverywhere(page)

  await page.getByRole('link', { name: 'Post a Job', exact: true }).and(page.locator('main *')).last().click()
  await expect(page).toHaveURL('/post-job')
  await expect(page.getByRole('heading', { level: 1, name: 'Post a Job' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
