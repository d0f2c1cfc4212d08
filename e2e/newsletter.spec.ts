import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { linkInMail, toast } from './people.ts'

const subscribed = 'You have successfully subscribed! Please confirm with the link in our email.'
const someAddress = () => `reader-${randomUUID()}@mail.test`
const footer = (page: Page) => page.getByRole('contentinfo')
const footerField = (page: Page) => footer(page).getByLabel('The Whitecoat newsletter')
const subscribe = (page: Page) => footer(page).getByRole('button', { name: 'Subscribe' })

test.use({ expectedComplaints: /status of (404|500)|answer: (404|500)/ })

test('the footer wants an address, says the same of every one, and has it confirmed by mail', async ({ page }) => {
  const email = someAddress()
  await page.goto('/about')
  for (const typed of ['', '   ', 'ada']) {
    await footerField(page).fill(typed)
    await subscribe(page).click()
    await expect(footer(page).getByText('Please enter a valid email.')).toBeVisible()
    await expect(footerField(page)).toBeFocused()
    await expect(footerField(page)).toHaveAttribute('aria-invalid', 'true')
  }
  // The server's message, or its own.
  for (const [message, shown] of [
    ['This address is not accepted.', 'This address is not accepted.'],
    ['', 'Please enter a valid email.'],
  ] as const) {
    await page.route('/subscribe', (route) => route.fulfill({ json: { ok: false, message } }), { times: 1 })
    await footerField(page).fill(someAddress())
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
  await expect(page.getByText('Your subscription is confirmed.')).toBeVisible()
})

test('Home subscribes with a toast, shows its progress, and keeps the input when the server fails', async ({ page }) => {
  const email = someAddress()
  const form = page.getByRole('main')
  await page.goto('/')
  await form.getByLabel('Your email address').fill(email)
  const failure = { status: 500, json: { error: 'Broken', code: 'INTERNAL' } }
  await page.route('/api/subscribe', (route) => route.fulfill(failure), { times: 1 })
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(toast(page)).toContainText('Failed to subscribe. Please try again later.')
  await expect(form.getByLabel('Your email address')).toHaveValue(email)

  const answer = Promise.withResolvers<void>()
  await page.route('/api/subscribe', async (route) => {
    await answer.promise
    await route.continue()
  })
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByRole('button', { name: 'Subscribing...' })).toBeDisabled()
  answer.resolve()
  await expect(form.getByRole('button', { name: 'Subscribe', exact: true })).toBeEnabled()
  for (const words of ['Success!', subscribed]) await expect(toast(page)).toContainText(words)
})

test('unsubscribing asks first, and answers the same for every address', async ({ page }) => {
  const leave = page.getByRole('main').getByRole('button', { name: 'Unsubscribe' })
  await page.goto('/about')
  await footer(page).getByRole('link', { name: 'Unsubscribe' }).click()
  await leave.click()
  await expect(page.getByText('Please enter a valid email.')).toBeVisible()
  for (const address of [someAddress(), someAddress()]) {
    await page.goto(`/unsubscribe?email=${address}`)
    await expect(page.getByLabel('Email address', { exact: true })).toHaveValue(address)
    await leave.click()
    await expect(page.getByRole('status').filter({ hasText: 'You are unsubscribed' })).toBeVisible()
  }
  await page.goto('/unsubscribe?token=abc')
  await leave.click()
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
})
