import { startEmptySite } from '#test/serve-built-site.ts'
import { expectAccessible } from './accessible.ts'
import { runSql } from './database.ts'
import { test } from './fixtures.ts'
import { accountMenu, expect, fillSignIn, fillSignUp, somebody } from './people.ts'
import { closeCodes, setUpApp } from './authenticator.ts'

/** An empty board with settings that the demo leaves out. */

const trackerUrl = 'https://stats.test/script.js?site=1&late=2'
let site: Awaited<ReturnType<typeof startEmptySite>>

test.use({ expectedComplaints: /status of 4(0[0139]|29)|answer: 40[0139]/ })
// One after the other, because they share the site.
test.describe.configure({ mode: 'default', timeout: 60_000 })
test.beforeAll(async () => {
  site = await startEmptySite({
    RATE_LIMITS: 'on',
    ADMIN_SECOND_STEP: 'on',
    TRACKER_URL: trackerUrl,
    TRUSTED_PROXIES: '127.0.0.1',
  })
})
test.afterAll(() => site.stop())
test.beforeEach(({ page }) =>
  page.route('https://stats.test/**', (route) => route.fulfill({ contentType: 'text/javascript' })),
)

test('people behind one address sign up beyond its limit, because their browsers work for it', async ({
  page,
}) => {
  const statuses = []
  for (let n = 0; n < 11; n++) {
    const body = JSON.stringify({ ...somebody(), role: 'physician' })
    const headers = { 'content-type': 'application/json' }
    statuses.push(
      (await fetch(`${site.url}/api/auth/register`, { method: 'POST', headers, body })).status,
    )
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  await page.goto(`${site.url}/auth?tab=sign-up`)
  const refusals: number[] = []
  page.on('response', (it) => void (it.url().endsWith('/register') && refusals.push(it.status())))
  await (await fillSignUp(page, somebody())).click()
  await expect(accountMenu(page)).toContainText('Ada Sample')
  expect(refusals).toEqual([429, 200])
})

test('a tracker is loaded once, and not for who asks not to be tracked', async ({ page }) => {
  const loaded: string[] = []
  await page.route('https://stats.test/**', async (route) => {
    loaded.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: 'document.title = "Measured"' })
  })
  await page.goto(`${site.url}/about`)
  await expect(page).toHaveTitle('Measured')
  expect(loaded).toEqual([trackerUrl])

  await page.addInitScript(
    "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })",
  )
  await page.goto(`${site.url}/about`)
  await page.waitForLoadState('networkidle')
  expect(loaded).toHaveLength(1)
})

test('an administrator without a second step sets one up at sign-in', async ({ page, request }) => {
  const person = somebody()
  const answer = await request.post(`${site.url}/api/auth/register`, {
    data: { ...person, role: 'physician' },
    headers: { 'x-forwarded-for': '192.0.2.1' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await runSql("update users set role = 'admin' where email = $1", [person.email], site.folder)
  await page.goto(`${site.url}/auth?returnTo=%2Fadmin%2Fusers`)
  await (await fillSignIn(page, person)).click()
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
  await expectAccessible(page)
  await setUpApp(page)
  await closeCodes(page)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
})
