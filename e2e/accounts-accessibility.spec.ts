import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { test } from './fixtures.ts'
import { accountMenu, expect, signInWithoutRole, signUp, tabPanel } from './people.ts'

// Each page is checked five times, and signing in is slow.
test.describe.configure({ timeout: 120_000 })
test.use({ expectedComplaints: /status of 401|answer: 401/, reducedMotion: 'reduce' })

const pages = {
  'Sign In': '/auth',
  'Sign Up': '/auth?tab=sign-up',
  'Forgot your password?': '/auth/forgot',
  'Sign in by email': '/auth/link',
  'Set a new password': '/auth/reset?token=none',
  'Confirm your email address': '/auth/verify?token=none',
  'a link cut in two': '/auth/reset',
}

for (const [name, path] of Object.entries(pages)) {
  test(`${name} is accessible`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('button', { disabled: true })).toHaveCount(0)
    await expectAccessibleEverywhere(page)
  })
}

test('an account is accessible, with the header of somebody signed in', async ({ page }) => {
  await signUp(page.request, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
  await page.goto('/account')
  await expect(accountMenu(page)).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('errors, company fields and menus are accessible', async ({ page }) => {
  await page.goto('/auth?tab=sign-up')
  const panel = tabPanel(page, 'Sign Up')
  await panel.getByLabel('I am a').selectOption('Employer')
  await panel.getByRole('button', { name: 'Create Account' }).click()
  await expect(panel.getByRole('group', { name: 'There is a problem' })).toBeFocused()
  await expectAccessible(page)

  await signUp(page.request, { role: 'recruiter' })
  await page.goto('/about')
  await accountMenu(page).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expectAccessible(page)
})

test('choosing a role is accessible', async ({ page, baseURL }) => {
  await signInWithoutRole(page, baseURL)
  await page.goto('/about')
  await page.getByRole('radio', { name: /I'm an Employer/ }).check()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
  }
})
