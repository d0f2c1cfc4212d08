import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { callApi } from './api.ts'
import { expect as soonExpect } from './fixtures.ts'
import { fillIn } from './forms.ts'

/** Signing in is slow. */
export const expect = soonExpect.configure({ timeout: 15_000 })

export type Person = { firstName: string; lastName: string; email: string; password: string }

/** A new person. */
export const somebody = (): Person => ({
  firstName: 'Ada',
  lastName: 'Sample',
  email: `ada-${randomUUID()}@mail.test`,
  password: 'correct horse battery',
})

/** An account with its session, created over HTTP. */
export async function signUp(
  request: APIRequestContext,
  more: Record<string, string> = {},
): Promise<Person> {
  const person = somebody()
  await callApi(request, 'POST /api/auth/register', {
    body: { ...person, role: 'physician', ...more },
  })
  return person
}

/**
 * Signs in as somebody who has not chosen a role yet, as after social sign-up; the browser's calls
 * get that answer.
 */
export async function signInWithoutRole(page: Page, baseURL: string | undefined): Promise<void> {
  const user = {
    id: '0',
    authenticated: true,
    firstName: 'Ada',
    lastName: 'Sample',
    email: null,
    role: null,
  }
  await page.route('**/api/auth/user', (route) => route.fulfill({ json: user }))
  await page.context().addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }])
}

/** Signs in with a sample account, over HTTP. */
export async function signInAsSample(request: APIRequestContext, role: string): Promise<void> {
  const body = { email: `${role}@demo.example`, password: process.env['E2E_DEMO_PASSWORD'] ?? '' }
  await callApi(request, 'POST /api/auth/login', { body })
}

/** Signs in as the demo's administrator, over HTTP. */
export const signInAsAdmin = (request: APIRequestContext): Promise<void> =>
  signInAsSample(request, 'admin')

/** The visible tab's panel; the other one's fields have the same names. */
export const tabPanel = (page: Page, name: 'Sign In' | 'Sign Up'): Locator =>
  page.getByRole('tabpanel', { name })

export async function fillSignIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Locator> {
  const panel = tabPanel(page, 'Sign In')
  await fillIn(panel, { Email: email, Password: password })
  return panel.getByRole('button', { name: 'Sign In', exact: true })
}

export async function fillSignUp(
  page: Page,
  { firstName, lastName, email, password }: Person,
): Promise<Locator> {
  const panel = tabPanel(page, 'Sign Up')
  await fillIn(panel, {
    'First name': firstName,
    'Last name': lastName,
    Email: email,
    Password: password,
  })
  return panel.getByRole('button', { name: 'Create Account' })
}

/** The header's menu button of the signed-in user. */
export const accountMenu = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Signed in as/ })

export const toast = (page: Page): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

/** Clicks what a toast with these words answers. */
export async function clickForToast(element: Locator, words: string | RegExp): Promise<void> {
  await element.click()
  await expect(toast(element.page()).filter({ hasText: words }).first()).toContainText(words)
}

/** Waits for a mail in the demo's mailbox, and returns its link to `path`. */
export async function linkInMail(
  request: APIRequestContext,
  to: string,
  path: string,
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const { mails } = await callApi(request, 'GET /api/dev/mail', { query: { to } })
        for (const { id } of mails) {
          const { links } = await callApi(request, 'GET /api/dev/mail/:id', { params: { id } })
          link ??= links.find((href) => new URL(href).pathname === path)
        }
        return link
      },
      { message: `a mail to ${to} with a link to ${path}`, timeout: 20_000 },
    )
    .toBeDefined()
  const { pathname, search } = new URL(link ?? '')
  return `${pathname}${search}`
}

/** Follows the mailed link where the account is signed in. */
export async function confirmAddress(request: APIRequestContext, email: string): Promise<void> {
  const token = new URLSearchParams(
    (await linkInMail(request, email, '/auth/verify')).split('?')[1],
  ).get('token')
  await callApi(request, 'PUT /api/auth/links', {
    body: { purpose: 'verify-email', token: token ?? '' },
  })
}
