import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { linkInMail } from './people.ts'

const subscribed = 'You have successfully subscribed! Please confirm with the link in our email.'
const someAddress = () => `reader-${randomUUID()}@mail.test`
const footer = (page: Page) => page.getByRole('contentinfo')
const footerField = (page: Page) => footer(page).getByLabel('The Whitecoat newsletter')
const subscribe = (page: Page) => footer(page).getByRole('button', { name: 'Subscribe' })
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

test.describe('the footer', () => {
  test('subscribes, says the same of every address, and has it confirmed by mail', async ({ page }) => {
    const email = someAddress()
    await page.goto('/about')
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

  test('wants an address', async ({ page }) => {
    await page.goto('/about')
    for (const typed of ['', '   ', 'ada']) {
      await footerField(page).fill(typed)
      await subscribe(page).click()
      await expect(footer(page).getByText('Please enter a valid email.')).toBeVisible()
      await expect(footerField(page)).toBeFocused()
      await expect(footerField(page)).toHaveAttribute('aria-invalid', 'true')
    }
  })

  test('shows the server’s message, or its own', async ({ page }) => {
    await page.goto('/about')
    for (const [json, shown] of [
      [{ ok: false, message: 'This address is not accepted.' }, 'This address is not accepted.'],
      [{ ok: false, message: '' }, 'Please enter a valid email.'],
    ] as const) {
      await page.route('/subscribe', (route) => route.fulfill({ json }), { times: 1 })
      await footerField(page).fill(someAddress())
      await subscribe(page).click()
      await expect(footer(page).getByText(shown)).toBeVisible()
    }
  })
})

test.describe('Home', () => {
  const form = (page: Page) => page.getByRole('main')

  test('subscribes with a toast, and shows its progress', async ({ page }) => {
    await page.goto('/')
    const answer = Promise.withResolvers<void>()
    await page.route('/api/subscribe', async (route) => {
      await answer.promise
      await route.continue()
    })
    await form(page).getByLabel('Your email address').fill(someAddress())
    await form(page).getByRole('button', { name: 'Subscribe' }).click()
    await expect(form(page).getByRole('button', { name: 'Subscribing...' })).toBeDisabled()
    answer.resolve()
    await expect(form(page).getByRole('button', { name: 'Subscribe', exact: true })).toBeEnabled()
    await expect(toasts(page)).toContainText('Success!')
    await expect(toasts(page)).toContainText(subscribed)
  })

  test.describe('when the server fails', () => {
    test.use({ expectedComplaints: /status of 500|answer: 500|ERR_FAILED/ })

    test('shows the error, and keeps the input', async ({ page }) => {
      const email = someAddress()
      await page.goto('/')
      await form(page).getByLabel('Your email address').fill(email)
      await page.route('/api/subscribe', (route) => route.fulfill({ status: 500, json: { error: 'Broken', code: 'INTERNAL' } }))
      await form(page).getByRole('button', { name: 'Subscribe' }).click()
      await expect(toasts(page)).toContainText('Error')
      await expect(toasts(page)).toContainText('Failed to subscribe. Please try again later.')
      await expect(form(page).getByLabel('Your email address')).toHaveValue(email)
    })
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('subscribing and unsubscribing work', async ({ page }) => {
    const email = someAddress()
    await page.goto('/about')
    await footerField(page).fill(email)
    await subscribe(page).click()
    await expect(page).toHaveURL('/newsletter?result=subscribed')
    await expect(page.getByRole('main').getByText(subscribed)).toBeVisible()
    await page.goto(`/unsubscribe?email=${email}`)
    await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You are unsubscribed')).toBeVisible()
  })
})

test.describe('/unsubscribe', () => {
  test('asks first, and answers the same for every address', async ({ page }) => {
    await page.goto('/about')
    await footer(page).getByRole('link', { name: 'Unsubscribe' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('Please enter a valid email.')).toBeVisible()
    const email = someAddress()
    await page.request.post('/api/subscribe', { data: { email } })
    for (const address of [email, someAddress()]) {
      await page.goto(`/unsubscribe?email=${address}`)
      await expect(page.getByLabel('Email address', { exact: true })).toHaveValue(address)
      await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'You are unsubscribed' })).toBeVisible()
    }
    const again = await page.request.post('/api/subscribe', { data: { email } })
    expect(await again.json()).toEqual({ success: true, alreadySubscribed: false })
  })

  test.describe('with an incomplete link', () => {
    test.use({ expectedComplaints: /status of 404|answer: 404/ })

    test('shows an error', async ({ page }) => {
      await page.goto('/unsubscribe?token=abc')
      await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
    })
  })
})
