import type { Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { accountMenu, expect, signUp, tabPanel } from './people.ts'
import { signUpTrusted } from './posters.ts'

// Anonymous visitors and wrong passwords are refused on purpose.
test.use({ expectedComplaints: /status of 40[0139]|answer: 40[0139]/ })
// Hashing a password is slow on purpose.
test.describe.configure({ timeout: 60_000 })

const lookUps = (page: Page): string[] => {
  const made: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/user') made.push(request.url())
  })
  return made
}

test.describe('the current user', () => {
  test('is not loaded on public pages without the hint cookie', async ({ page }) => {
    const made = lookUps(page)
    for (const path of ['/', '/jobs', '/about', '/auth', '/employers/post']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    }
    expect(made).toEqual([])
  })

  test('is loaded once, and known on every page from then on', async ({ page }) => {
    await signUp(page.request)
    const made = lookUps(page)
    await page.goto('/about')
    await expect(accountMenu(page)).toContainText('Ada Sample')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click()
    await expect(page).toHaveURL('/jobs')
    await expect(accountMenu(page)).toContainText('Ada Sample')
    expect(made).toHaveLength(1)
    const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
    expect(await page.evaluate(stored)).not.toMatch(/Ada|Sample|@/)
  })

  for (const width of [1280, 800]) {
    test(`moves nothing in the header of ${width} px when the name arrives`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 })
      await signUp(page.request, { role: 'employer', companyName: 'Lakeside Clinic', organizationType: 'Clinic' })
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/api/auth/user', async (route) => {
        await released
        await route.continue()
      })
      await page.goto('/about')
      const header = page.getByRole('banner')
      const places = async () =>
        JSON.stringify(await Promise.all([...(await header.getByRole('listitem').all()), theme].map((it) => it.boundingBox())))
      const theme = header.getByRole('button', { name: /light and dark/ })
      await expect(theme).toBeVisible()
      const before = await places()
      release()
      await expect(accountMenu(page)).toBeVisible()
      expect(await places()).toBe(before)
    })
  }

  test('a hint cookie without a session is removed', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }])
    const made = lookUps(page)
    await page.goto('/about')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(made).toHaveLength(1)
    expect(await context.cookies()).toEqual([])
    await page.goto('/contact', { waitUntil: 'networkidle' })
    expect(made).toHaveLength(1)
  })

  test('is part of the first answer of personal pages, which are not cached', async ({ page }) => {
    await signUp(page.request)
    const answer = await page.request.get('/account')
    expect(await answer.text()).toContain('Ada Sample')
    expect(answer.headers()['cache-control']).toContain('no-store')
    expect(await (await page.request.get('/about')).text()).not.toContain('Ada Sample')
  })

  test('on phones stands as initials beside the menu', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 760 })
    await signUp(page.request)
    await page.goto('/')
    await expect(accountMenu(page)).toContainText('AS')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await accountMenu(page).click()
    await page.getByRole('banner').getByRole('link', { name: 'Logout' }).and(page.locator(':visible')).click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/auth')
  })
})

test('posters start at their dashboard, and may search like everybody', async ({ page }) => {
  await signUpTrusted(page.request, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
  await page.goto('/?show=jobs')
  await expect(accountMenu(page)).toBeVisible()
  await expect(page).toHaveURL('/?show=jobs')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Whitecoat/ })
    .click()
  await expect(page).toHaveURL('/employer/dashboard')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page renders, and says what is missing', async ({ page }) => {
    await page.goto('/auth?tab=sign-up')
    await expect(page.getByText('This form needs JavaScript.')).toBeVisible()
    await expect(tabPanel(page, 'Sign Up').getByLabel('First name')).toBeVisible()
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await expect(tabPanel(page, 'Sign In').getByLabel('Email')).toBeVisible()
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible()
  })
})
