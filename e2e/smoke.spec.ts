import { expect, test } from './fixtures.ts'

test('the home page opens, and its scripts run', async ({ page }) => {
  await page.goto('/')

  await expect(page).toHaveTitle(/Whitecoat/)
  await expect(page.getByRole('banner')).toBeVisible()
})
