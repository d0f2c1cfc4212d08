import type { Page } from '@playwright/test'
import { hold } from './api.ts'
import { clickTo, test } from './fixtures.ts'
import { accountMenu, expect, signUp, toast } from './people.ts'
import { hospital } from './posters.ts'

// Anonymous visitors are refused on purpose.
test.use({ expectedComplaints: /status of 40[13]|answer: 40[13]/ })

const lookUps = (page: Page): string[] => {
  const made: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/user') made.push(request.url())
  })
  return made
}

test('nobody is looked up without the hint cookie, which goes if there is no session', async ({
  page,
  context,
  baseURL,
}) => {
  const made = lookUps(page)
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
  for (const path of ['/', '/jobs']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(signIn).toBeVisible()
  }
  expect(made).toEqual([])
  await context.addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }])
  for (const path of ['/about', '/contact']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(signIn).toBeVisible()
    expect(made).toHaveLength(1)
    expect(await context.cookies()).toEqual([])
  }
})

test('the current user is loaded once, known on every page from then on, and moves nothing in the header', async ({
  page,
}) => {
  await signUp(page.request, hospital)
  const made = lookUps(page)
  const header = page.getByRole('banner')
  const theme = header.getByRole('button', { name: /light and dark/ })
  const places = async () =>
    JSON.stringify(
      await Promise.all(
        [...(await header.getByRole('listitem').all()), theme].map((it) => it.boundingBox()),
      ),
    )
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    const release = await hold(page, '**/api/auth/user')
    await page.goto('/about')
    await expect(theme).toBeVisible()
    const before = await places()
    release()
    await expect(accountMenu(page)).toContainText('Ada Sample')
    expect(await places(), `${width} px`).toBe(before)
    await page.unrouteAll()
  }
  await clickTo(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }),
    '/jobs',
  )
  await expect(accountMenu(page)).toContainText('Ada Sample')
  expect(made).toHaveLength(2)
  const stored = () =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
  expect(await page.evaluate(stored)).not.toMatch(/Ada|Sample|@/)
  const answer = await page.request.get('/account')
  expect(await answer.text()).toContain('Ada Sample')
  expect(answer.headers()['cache-control']).toContain('no-store')
  expect(await (await page.request.get('/about')).text()).not.toContain('Ada Sample')
})

test('on phones the current user stands as initials beside the menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  await signUp(page.request)
  await page.goto('/')
  await expect(accountMenu(page)).toContainText('AS')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await accountMenu(page).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Logout' })
    .and(page.locator(':visible'))
    .click()
  await expect(accountMenu(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await clickTo(menu.getByRole('link', { name: 'Sign In' }), '/auth')
})

/** Whoever may not see a page is led elsewhere, and is told why. */
const guarded = {
  nobody: [
    [
      '/favorites?sort=pay',
      '/auth?returnTo=%2Ffavorites%3Fsort%3Dpay',
      'You need to be logged in to see your saved jobs.',
    ],
  ],
  physician: [['/employer/dashboard', '/', 'Only employers can access the dashboard.']],
  employer: [['/favorites', '/employer/dashboard', 'Only physicians can save jobs.']],
} as const

for (const [who, rows] of Object.entries(guarded))
  test(`${who} is led away from pages of others, with the reason`, async ({ page }) => {
    if (who !== 'nobody') await signUp(page.request, who === 'employer' ? hospital : {})
    for (const [path, leadsTo, reason] of rows) {
      await page.goto(path, { waitUntil: 'load' })
      await expect(toast(page)).toContainText(who === 'nobody' ? 'Please log in' : 'Access denied')
      await expect(toast(page)).toContainText(reason)
      await expect(page).toHaveURL(leadsTo)
    }
    if (who === 'nobody') {
      await expect(page.getByRole('link', { name: 'Quick Sign In' })).toBeVisible()
      const login = page.waitForRequest(/\/api\/login\?returnTo=%2Femployer%2Fdashboard$/)
      await page.goto('/employer/dashboard', { waitUntil: 'load' })
      await expect(toast(page)).toContainText('to access the employer dashboard.')
      await login
    }
    if (who !== 'employer') return
    const release = await hold(page, '**/api/auth/user')
    await page.goto('/', { waitUntil: 'load' })
    await expect(page.getByText('Loading...')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Physician jobs/ })).toBeHidden()
    release()
    await expect(page).toHaveURL('/employer/dashboard')
    // Posters start at their dashboard, and may search like everybody.
    await page.goto('/?show=jobs')
    await expect(accountMenu(page)).toBeVisible()
    await expect(page).toHaveURL('/?show=jobs')
    await expect(page.getByRole('button', { name: /^Save: / })).toHaveCount(0)
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Whitecoat/ })
      .click()
    await expect(page).toHaveURL('/employer/dashboard')
  })
