import { startEmptySite } from '#test/serve-built-site.ts'
import { expect, test } from './fixtures.ts'

test('a tracker is loaded once, and not for who asks not to be tracked', async ({ page }) => {
  test.slow()
  const trackerUrl = 'https://stats.test/script.js?site=1&late=2'
  const { url, stop } = await startEmptySite({ TRACKER_URL: trackerUrl })
  try {
    const loaded: string[] = []
    await page.route('https://stats.test/**', async (route) => {
      loaded.push(route.request().url())
      await route.fulfill({ contentType: 'text/javascript', body: 'document.title = "Measured"' })
    })
    await page.goto(`${url}/about`)
    await expect(page).toHaveTitle('Measured')
    expect(loaded).toEqual([trackerUrl])

    await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
    await page.goto(`${url}/about`)
    await page.waitForLoadState('networkidle')
    expect(loaded).toHaveLength(1)
  } finally {
    await stop()
  }
})
