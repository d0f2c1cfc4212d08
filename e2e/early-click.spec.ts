import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** On a slow line a page is painted seconds before its scripts are there. */

const themeToggle = { name: 'Switch between light and dark theme' }

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light' }))

/** Opens a page whose scripts are on their way until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const { promise: arrival, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return resolve
}

test('a button that is pressed before the scripts are there is pressed once they are', async ({ page }) => {
  const letScriptsArrive = await openWithoutScripts(page, '/about')
  await page.getByRole('button', themeToggle).click()
  await expect(page.locator('html')).toHaveClass(/light/)

  letScriptsArrive()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', themeToggle).click()
  await expect(page.locator('html')).toHaveClass(/light/)
})

test('of several presses the last one counts', async ({ page }) => {
  const letScriptsArrive = await openWithoutScripts(page, '/jobs')
  await page.getByRole('button', themeToggle).click()
  await page.getByRole('button', { name: 'Email me new jobs like these' }).click()

  letScriptsArrive()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('html')).toHaveClass(/light/)
})
