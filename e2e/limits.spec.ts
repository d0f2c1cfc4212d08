import { startEmptySite } from '#test/serve-built-site.ts'
import { test } from './fixtures.ts'
import { accountMenu, expect, fillSignUp, somebody } from './people.ts'

test.use({ expectedComplaints: /status of 429/ })
test.describe.configure({ timeout: 60_000 })

test('people behind one address sign up beyond its limit, because their browsers work for it', async ({ page }) => {
  const { url, stop } = await startEmptySite({ RATE_LIMITS: 'on' })
  try {
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const body = JSON.stringify({ ...somebody(), role: 'physician' })
      const headers = { 'content-type': 'application/json' }
      statuses.push((await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    await page.goto(`${url}/auth?tab=sign-up`)
    const refusals: number[] = []
    page.on('response', (it) => void (it.url().endsWith('/register') && refusals.push(it.status())))
    await (await fillSignUp(page, somebody())).click()
    await expect(accountMenu(page)).toContainText('Ada Sample')
    expect(refusals).toEqual([429, 200])
  } finally {
    await stop()
  }
})
