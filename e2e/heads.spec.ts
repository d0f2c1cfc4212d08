import { expect, test } from './fixtures.ts'

test('the head follows from page to page', async ({ page }) => {
  await page.goto('/jobs?specialty=Cardiology')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle('About | Whitecoat')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/)
  await page.goBack()
  await expect(page).toHaveTitle('Physician Jobs — Cardiology | Whitecoat')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/jobs\/specialty\/cardiology$/)
})
