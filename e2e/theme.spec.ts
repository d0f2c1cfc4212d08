import { expect, test } from './fixtures.ts'

test('the first paint has the theme of the system, which the page follows until a toggle chooses another', async ({ page }) => {
  // Measured by the browser at the first paint.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      Object.assign(window, { firstTheme: document.documentElement.className })
    }).observe(document, { childList: true, subtree: true })
  })
  const firstTheme = () => page.evaluate(() => (window as unknown as { firstTheme: string }).firstTheme)
  const html = page.locator('html')
  for (const [system, other] of [['light', 'dark'] as const, ['dark', 'light'] as const]) {
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/about')
    expect(await firstTheme()).toBe(system)
    await page.emulateMedia({ colorScheme: other })
    await expect(html).toHaveClass(other)
    await page.emulateMedia({ colorScheme: system })
    await expect(html).toHaveClass(system)
    await page.getByRole('button', { name: 'Switch between light and dark theme' }).click()
    await expect(html).toHaveClass(other)
    await page.reload()
    expect(await firstTheme()).toBe(other)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(html).toHaveClass(other)
    await page.evaluate(() => localStorage.clear())
  }
})
