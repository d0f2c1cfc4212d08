import type { Page } from '@playwright/test'
import { expectPlainPageAccessible } from './accessible.ts'
import { expect, pressEnterTo, test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import { pressAndAnswer } from './posters.ts'

/** Signing in with the demo's identity provider, from the button to the chosen role and back. */

const atProvider = { name: 'Choose who you are' }

// The only sign-in method is kept.
test.use({ expectedComplaints: /409/ })

test('the provider leads to an account with a role, whose only sign-in method cannot be removed', async ({
  page,
}) => {
  test.slow()
  await leaveForProvider(page, '/auth?returnTo=%2Fabout')
  await page.getByRole('button', { name: /Sample Visitor/ }).click()

  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible()
  await page.goto('/about')
  await page.getByRole('radio', { name: /Employer/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    page.getByText('Company name and organization type are required for employer accounts').first(),
  ).toBeVisible()
  await fillIn(page, { 'Company name': 'Lakeside Clinic', 'Employer type': 'Clinic' })
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('Account set up').first()).toBeVisible()
  await expect(page).toHaveURL('/about')
  await page.goto('/account')
  await pressAndAnswer(page.getByRole('button', { name: 'Remove Demo identity provider' }))
  await expect(
    page.getByText('This is your only way to sign in. Add another one first.').first(),
  ).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Demo identity provider' }),
  ).toBeVisible()
})

test('canceling at the provider, with the keyboard alone, can be retried', async ({ page }) => {
  await leaveForProvider(page, '/auth?returnTo=%2Fabout')
  await expectPlainPageAccessible(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /Sample Physician/ })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel and go back' }).focus()
  await pressEnterTo(page, '/auth?error=canceled&returnTo=%2Fabout')
  await expect(
    page.getByRole('alert').filter({ hasText: 'You canceled the sign-in.' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Continue with Demo identity provider' }).click()
  await expect(page.getByRole('heading', atProvider)).toBeVisible()
})

async function leaveForProvider(page: Page, from: string): Promise<void> {
  await page.goto(from)
  await page.getByRole('link', { name: 'Continue with Demo identity provider' }).click()
  await expect(page.getByRole('heading', atProvider)).toBeVisible()
}
