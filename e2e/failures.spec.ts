import type { Locator, Page, Route } from '@playwright/test'
import { samplePath } from './api.ts'
import { expect, test } from './fixtures.ts'
import { clickForToast, signInWithoutRole, signUp, toast } from './people.ts'

/** Failing calls on a job's page: no input is lost, and a retry works. */

test.use({ expectedComplaints: /status of (429|500)|answer: (429|500)|ERR_FAILED/ })

const isDown = (route: Route) => route.abort()
const isSilent = (route: Route) => route.fulfill({ status: 500, body: 'no words of ours' })
const isBusy = (route: Route) =>
  route.fulfill({
    status: 429,
    json: { error: 'Too many requests. Please wait.', code: 'RATE_LIMITED', requestId: '1' },
  })

const offline = 'We could not reach the server. Please check your connection and try again.'

async function failsAndThenSends(
  page: Page,
  url: string,
  form: Locator,
  submit: string,
  title: string,
): Promise<void> {
  for (const [fail, words] of [
    [isBusy, 'Too many requests. Please wait.'],
    [isSilent, title],
    [isDown, offline],
  ] as const) {
    await page.route(url, fail, { times: 1 })
    await form.getByRole('button', { name: submit }).click()
    await expect(form.getByRole('group', { name: 'There is a problem' })).toContainText(words)
    for (const said of [title, words]) await expect(toast(page)).toContainText(said)
  }
  await form.getByRole('button', { name: submit }).click()
  await expect(form).toBeHidden()
}

test('inquiry, report and heart show their errors', async ({ page }) => {
  await signUp(page.request)
  await page.goto(await samplePath(page.request))

  const heart = page.getByRole('button', { name: /^Save: / })
  await page.route('**/api/favorites', isDown, { times: 1 })
  await clickForToast(heart, 'Failed to save job. Please try again.')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await clickForToast(heart, 'Job saved!')
  await page.route('**/api/favorites/*', isDown)
  await clickForToast(heart, 'Failed to remove job. Please try again.')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' }).click()
  const inquiry = page.getByRole('dialog', { name: 'Send Inquiry' })
  await inquiry.getByLabel('Message').fill('Is the position still open, and may I visit?')
  await failsAndThenSends(
    page,
    '**/api/job-inquiry',
    inquiry,
    'Send Inquiry',
    'Failed to send inquiry',
  )
  await expect(toast(page)).toContainText('Inquiry sent successfully!')

  await page.getByRole('button', { name: 'Report a Problem' }).click()
  const report = page.getByRole('dialog', { name: 'Report a Problem' })
  await report.getByLabel('Reason').fill('The link of this posting leads to something else.')
  await failsAndThenSends(
    page,
    '**/api/job-report',
    report,
    'Submit Report',
    'Failed to submit report',
  )
  await expect(toast(page)).toContainText('Report submitted successfully!')
})

test('choosing a role can fail and be retried', async ({ page, baseURL }) => {
  await signInWithoutRole(page, baseURL)
  await page.goto('/about')
  await page.getByRole('radio', { name: /I'm a Physician/ }).check()
  for (const fail of [isSilent, isDown]) {
    await page.route('**/api/auth/user/role', fail, { times: 1 })
    // The words of the first failure may still be there.
    const asked = page.waitForRequest('**/api/auth/user/role')
    await page.getByRole('button', { name: 'Continue' }).click()
    await asked
    await expect(toast(page)).toContainText('Failed to set up your account. Please try again.')
    await expect(page.getByRole('radio', { name: /I'm a Physician/ })).toBeChecked()
  }
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
})
