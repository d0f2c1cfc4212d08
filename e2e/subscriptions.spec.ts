import type { Page } from '@playwright/test'
import { expectDialogAccessible } from './accessible.ts'
import { hold } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import { clickForToast, confirmAddress, linkInMail, signUp, somebody, toast } from './people.ts'

// Anonymous visitors are refused once on /alerts, links are incomplete, and the server fails.
test.use({
  expectedComplaints: /status of (401|404|500)|answer: (401|404|500)|INTERNET_DISCONNECTED/,
  reducedMotion: 'reduce',
})

const search = '/jobs?specialty=Cardiology&state=TX'
const label = 'Cardiology · Texas'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Email me new jobs like these' })
const alerts = (page: Page) => page.getByRole('list', { name: 'Job alerts' }).getByRole('listitem')

async function openDialog(page: Page, path = search) {
  await page.goto(path)
  await page.getByRole('button', { name: 'Email me new jobs like these' }).click()
  await expect(dialog(page)).toBeVisible()
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save job alert' })

test('somebody without an account confirms by mail, changes the alert by its link, and deletes it', async ({
  page,
}) => {
  test.slow()
  const email = somebody().email
  await openDialog(page)
  await expect(dialog(page).getByText(label)).toBeVisible()
  await fillIn(dialog(page), { 'How often': 'Every Monday', 'Email address': email })
  await save(page).click()
  await expect(dialog(page).getByRole('status')).toContainText('Check your inbox')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  await page.goto(await linkInMail(page.request, email, '/alerts/confirm'))
  await page.getByRole('button', { name: 'Confirm job alert' }).click()
  await expect(page.getByText('Your job alert is on')).toBeVisible()
  await expect(page.getByText(/Every Monday at 7 a\.m\., .* time/)).toBeVisible()
  await page.getByRole('link', { name: 'Your job alerts' }).click()

  await expect(alerts(page)).toHaveCount(1)
  for (const words of [label, email]) await expect(alerts(page)).toContainText(words)
  await page.getByLabel('How often').selectOption('Immediately')
  await expect(alerts(page)).toContainText('As soon as a job appears')
  await page.getByRole('button', { name: `Pause: ${label}` }).click()
  await expect(alerts(page)).toContainText('Paused')
  await page.getByRole('button', { name: `Turn on: ${label}` }).click()
  await expect(alerts(page)).not.toContainText('Paused')
  await page.reload()
  await expect(page.getByLabel('How often')).toHaveValue('instant')

  await clickTo(
    alerts(page).getByRole('link', { name: label }),
    /\/jobs\?specialty=Cardiology&state=TX/,
  )
  await page.goBack()
  await page.getByRole('button', { name: `Delete: ${label}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete job alert' }).click()
  await expect(page.getByRole('heading', { name: 'No job alerts yet' })).toBeVisible()
})

test.describe('what goes wrong', () => {
  test.use({ expectedComplaints: /status of [45]\d\d|answer: [45]\d\d|ERR_FAILED/ })

  test('is shown in the dialog, which keeps the input', async ({ page }) => {
    await openDialog(page, '/jobs?city=Qwzxville')
    const field = dialog(page).getByLabel('Email address')
    await save(page).click()
    await expect(dialog(page).getByText('Please enter a valid email address')).toBeVisible()
    await expect(field).toBeFocused()
    await expectDialogAccessible(page, 'Email me new jobs like these')
    const email = somebody().email
    await field.fill(email)
    await page.route(
      '/api/alerts',
      (route) => route.fulfill({ status: 502, body: 'bad gateway' }),
      { times: 1 },
    )
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'We could not save your job alert. Please try again.',
    )
    await expect(field).toHaveValue(email)
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText(
      'We do not know a location called “Qwzxville”.',
    )
  })

  test('is a dead link, or none: another one is mailed', async ({ page }) => {
    await page.goto('/alerts/confirm?token=x')
    await page.getByRole('button', { name: 'Confirm job alert' }).click()
    await expect(page.getByRole('alert')).toContainText('This link no longer works.')
    await page.goto('/alerts?token=x')
    await expect(page.getByRole('alert')).toContainText('This link no longer works.')
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByLabel('Email address', { exact: true }).fill(somebody().email)
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Check your inbox' })).toBeVisible()
  })

  test('on the page of all alerts is shown and rolled back, for who saved a search with one press', async ({
    page,
  }) => {
    const { email } = await signUp(page.request)
    await confirmAddress(page.request, email)
    await openDialog(page)
    await expect(dialog(page).getByLabel('How often')).toBeVisible()
    await expect(dialog(page).getByLabel('Email address')).toHaveCount(0)
    await clickForToast(save(page), 'Job alert saved')
    await expect(dialog(page)).toHaveCount(0)

    await page.goto('/alerts')
    await expect(alerts(page)).toContainText([label])
    await expect(alerts(page)).toContainText([email])
    await page.route('/api/alerts/*', (route) => route.abort())
    await page.getByRole('button', { name: `Pause: ${label}` }).click()
    await expect(toast(page)).toContainText('Failed to change the job alert. Please try again.')
    await expect(alerts(page).first()).not.toContainText('Paused')
    await page.getByRole('button', { name: `Delete: ${label}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete job alert' }).click()
    await expect(toast(page)).toContainText('Failed to delete the job alert. Please try again.')
    await expect(alerts(page).first()).toContainText(label)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.unrouteAll()
    let calls = 0
    page.on('request', (request) => void (request.method() === 'PUT' && calls++))
    // Two presses in one go, as of an impatient thumb.
    const pause = page.getByRole('button', { name: `Pause: ${label}` })
    await pause.evaluate((button: HTMLElement) => [1, 2].forEach(() => button.click()))
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    expect(calls).toBe(1)
  })
})

const subscribed = 'Please confirm your subscription with the link in our email.'
const footer = (page: Page) => page.getByRole('contentinfo')
const footerField = (page: Page) => footer(page).getByLabel('The Whitecoat newsletter')
const subscribe = (page: Page) => footer(page).getByRole('button', { name: 'Subscribe' })

test('the footer wants an address, says the same of every one, and has it confirmed by mail', async ({
  page,
  context,
}) => {
  const email = somebody().email
  await page.goto('/about')
  await context.setOffline(true)
  await footerField(page).fill(email)
  await subscribe(page).click()
  await expect(footer(page).getByText('Failed to subscribe. Please try again later.')).toBeVisible()
  await context.setOffline(false)
  for (const typed of ['', '   ', 'ada']) {
    await footerField(page).fill(typed)
    await subscribe(page).click()
    await expect(footer(page).getByText('Please enter a valid email.')).toBeVisible()
    await expect(footerField(page)).toBeFocused()
    await expect(footerField(page)).toHaveAttribute('aria-invalid', 'true')
  }
  // The server's message, or its own.
  const shownFor = {
    'This address is not accepted.': 'This address is not accepted.',
    '': 'Please enter a valid email.',
  }
  for (const [message, shown] of Object.entries(shownFor)) {
    await page.route('/subscribe', (route) => route.fulfill({ json: { ok: false, message } }), {
      times: 1,
    })
    await footerField(page).fill(somebody().email)
    await subscribe(page).click()
    await expect(footer(page).getByText(shown)).toBeVisible()
  }
  await footerField(page).fill(`  ${email} `)
  await subscribe(page).click()
  await expect(footer(page).getByRole('status')).toHaveText(subscribed)
  await expect(footerField(page)).toHaveValue('')
  await footerField(page).fill(email)
  await footerField(page).press('Enter')
  await expect(footer(page).getByRole('status')).toHaveText(subscribed)
  await page.goto(await linkInMail(page.request, email, '/newsletter'))
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByText('You have successfully subscribed!')).toBeVisible()
})

test('Home subscribes with a toast, shows its progress, and keeps the input when the server fails', async ({
  page,
}) => {
  const email = somebody().email
  const form = page.getByRole('main')
  await page.goto('/')
  await form.getByLabel('Your email address').fill(email)
  const failure = { status: 500, json: { error: 'Broken', code: 'INTERNAL' } }
  await page.route('/api/subscribe', (route) => route.fulfill(failure), { times: 1 })
  await clickForToast(
    form.getByRole('button', { name: 'Subscribe' }),
    'Failed to subscribe. Please try again later.',
  )
  await expect(form.getByLabel('Your email address')).toHaveValue(email)

  const release = await hold(page, '/api/subscribe')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByRole('button', { name: 'Subscribing...' })).toBeDisabled()
  release()
  await expect(form.getByRole('button', { name: 'Subscribe', exact: true })).toBeEnabled()
  for (const words of ['One more step', subscribed]) await expect(toast(page)).toContainText(words)
})

test('unsubscribing asks first, and answers the same for every address', async ({ page }) => {
  const leave = page.getByRole('main').getByRole('button', { name: 'Unsubscribe' })
  await page.goto('/about')
  await footer(page).getByRole('link', { name: 'Unsubscribe' }).click()
  await leave.click()
  await expect(page.getByText('Please enter a valid email.')).toBeVisible()
  for (const address of [somebody().email, somebody().email]) {
    await page.goto(`/unsubscribe?email=${address}`)
    await expect(page.getByLabel('Email address', { exact: true })).toHaveValue(address)
    await leave.click()
    await expect(page.getByRole('status').filter({ hasText: 'You are unsubscribed' })).toBeVisible()
  }
  await page.goto('/unsubscribe?token=abc')
  await leave.click()
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
})
