import { expect, test } from './fixtures.ts'

const toggle = 'Switch between light and dark theme'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`where the system is ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('the first paint has its theme, and a toggle changes it', async ({ page }) => {
      const other = colorScheme === 'light' ? 'dark' : 'light'
      // Measured by the browser at the first paint.
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.body) return
          observer.disconnect()
          Object.assign(window, { firstTheme: document.documentElement.className })
        }).observe(document, { childList: true, subtree: true })
      })
      const firstTheme = () => page.evaluate(() => (window as unknown as { firstTheme: string }).firstTheme)

      await page.goto('/jobs')
      expect(await firstTheme()).toBe(colorScheme)
      await page.getByRole('button', { name: toggle }).click()
      await expect(page.locator('html')).toHaveClass(other)
      await page.reload()
      expect(await firstTheme()).toBe(other)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
      await expect(page).toHaveURL('/about')
      await expect(page.locator('html')).toHaveClass(other)
    })
  })
}

test('while nothing is chosen, the page follows the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  await expect(page.locator('html')).toHaveClass('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveClass('dark')
})
