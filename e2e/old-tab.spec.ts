import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { samplePath } from './api.ts'
import { contact, filledForms, openForm, type FilledForm } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { field, fillIn } from './forms.ts'
import { fillSignIn, signInAsSample, signInWithoutRole, signUp, toast } from './people.ts'
import { hydrated, share } from './results.ts'

/**
 * Tabs whose site is away, or has become another version: the files that they have not loaded yet
 * are gone.
 */

test.use({
  expectedComplaints:
    /INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|module script|status of (401|404|429)|answer: (401|404|429)/,
})

/** From now on no file comes that the page has not loaded. */
const withoutFiles = (page: Page) =>
  page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))

test('without a connection Send Inquiry keeps the page, and goes on when it is back', async ({
  page,
  context,
}) => {
  await page.goto(await samplePath(page.request))
  await context.setOffline(true)
  const note = page.getByText(/^You are offline/)
  await expect(note).toBeVisible()
  const header = await page.getByRole('banner').boundingBox()
  expect((await note.boundingBox())?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0))

  const send = page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' })
  await send.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('We could not load this part.')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Escape')
  await share(page)
  await expect(toast(page)).toBeVisible()

  await send.click()
  await context.setOffline(false)
  await expect(note).toBeHidden()
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await loaded
  await hydrated(page)
  await send.click()
  await expect(
    page.getByRole('dialog', { name: 'Send Inquiry' }).getByLabel('Message'),
  ).toBeVisible()
})

test('where the files of a page are gone, trying again loads the newer page', async ({ page }) => {
  const path = await samplePath(page.request)
  await page.goto(path)
  await withoutFiles(page)
  await page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await loaded
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** The list is at its first choice until somebody chooses, and the choice brings more fields. */
const signUpForm: FilledForm = {
  visit: (page) => page.goto('/auth?tab=sign-up'),
  name: 'Sign Up',
  submit: 'Create Account',
  typed: {
    'First name': 'Ada',
    Email: 'ada@mail.test',
    'I am a': 'employer',
    'Company name': 'Example Family Clinic',
  },
  secret: 'Password',
}

for (const [name, filled] of Object.entries({ ...filledForms, 'sign-up': signUpForm })) {
  test(`what is typed into the form '${name}' stays without a connection, and after the page had to load again`, async ({
    page,
    context,
  }) => {
    const { visit, submit, typed, secret } = filled
    await visit(page)
    const form = await openForm(page, filled)
    await fillIn(form, { ...typed, ...(secret && { [secret]: 'correct horse battery' }) })
    const isThere = async () => {
      for (const [label, text] of Object.entries(typed))
        await expect(field(form, label)).toHaveValue(text)
    }
    await context.setOffline(true)
    await withoutFiles(page)
    await form.getByRole('button', { name: submit, exact: true }).click()
    await expect(form.getByText(/could not reach|is required|valid email/).first()).toBeVisible()
    await expect(page.getByRole('banner').first()).toBeVisible()
    await isThere()

    await page.unrouteAll()
    await context.setOffline(false)
    await visit(page)
    await openForm(page, filled)
    await isThere()
    if (secret !== undefined) await expect(field(form, secret)).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('correct horse')
  })
}

for (const [name, filled] of Object.entries(filledForms).filter(([, it]) => it.needsSession)) {
  test(`what is typed into the form '${name}' stays beside another tab, and when the session has ended`, async ({
    page,
    context,
  }) => {
    const { visit, submit, typed } = filled
    await visit(page)
    const form = await openForm(page, filled)
    await fillIn(form, typed)
    const address = page.url()
    const other = await context.newPage()
    await other.goto(address)
    const [label = '', text = ''] = Object.entries(typed)[0] ?? []
    await fillIn(await openForm(other, filled), { [label]: 'Of another tab' })
    await page.goto('/about')
    await page.goBack()
    await openForm(page, filled)
    await expect(field(form, label)).toHaveValue(text)

    await context.clearCookies()
    await form.getByRole('button', { name: submit, exact: true }).click()
    await form.getByRole('link', { name: /^Your session has ended/ }).click()
    const password = process.env['E2E_DEMO_PASSWORD'] ?? ''
    const signIn = await fillSignIn(page, { email: 'employer@demo.example', password })
    await signIn.click()
    await expect(page).toHaveURL(address)
    await openForm(page, filled)
    await expect(field(form, label)).toHaveValue(text)
    await expect(field(await openForm(other, filled), label)).toHaveValue('Of another tab')
  })
}

type Part = {
  as?: string
  /** The page; default: the results. */
  at?: (page: Page) => Promise<string>
  /** Asks for the part; without, the page does. */
  ask?: (page: Page) => Promise<void>
}

const aJob = (page: Page) => samplePath(page.request)
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const proveWork: Part = {
  at: async () => '/contact',
  async ask(page) {
    const current = { challenge: { parameters: {}, signature: '' } }
    await page.route('**/api/contact', (route) =>
      route.fulfill({
        status: 429,
        json: { error: 'Please wait.', code: 'RATE_LIMITED', requestId: '1', current },
      }),
    )
    const form = await openForm(page, contact)
    await fillIn(form, contact.typed)
    await form.getByRole('button', { name: contact.submit }).click()
  },
}

/** All that is loaded on demand, and no page: by its name in the build's manifest. */
const parts: Record<string, Part> = {
  'alert-dialog': { ask: press(/Email me new jobs/) },
  'cv-manager': { as: 'newcomer', at: aJob, ask: press('Send Inquiry') },
  'edit-dialog': {
    as: 'admin',
    at: async () => '/admin/moderation?source=Sample+feed',
    ask: press('Edit'),
  },
  'filter-drawer': {
    async ask(page) {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.getByRole('button', { name: /^Filters/ }).click()
    },
  },
  gate: { as: 'without role', at: async () => '/about' },
  'job-cards': { ask: (page) => page.getByRole('link', { name: 'Grid view' }).click() },
  'job-forms': { at: aJob, ask: press('Send Inquiry') },
  'job-map': { ask: (page) => page.getByRole('link', { name: 'Map', exact: true }).click() },
  'job-preview': { at: async () => '/employers', ask: press('Preview') },
  'job-views': { at: async () => '/jobs?view=split' },
  'physician-home': { as: 'physician', at: async () => '/' },
  prose: { ask: press(/^Description of/) },
  'reauthentication-dialog': { as: 'physician', at: async () => '/about' },
  'report-dialog': { at: aJob, ask: press('Report a Problem') },
  'result-neighbors': { at: async (page) => `${await aJob(page)}?sortBy=oldest` },
  'search-hints': { at: async () => '/jobs?keyword=zzqq' },
  'sent-note': { as: 'physician' },
  'signed-in-controls': { as: 'physician', at: async () => '/about' },
  suggestions: {
    ask: (page) => page.getByRole('searchbox', { name: 'Specialty, position or keyword' }).focus(),
  },
  tooltips: { ask: (page) => page.mouse.move(1, 1) },
  '@simplewebauthn/browser': { at: async () => '/auth', ask: press(/passkey/i) },
  'altcha-lib/dist/esm/v2/index': proveWork,
  'web/pbkdf2': proveWork,
}

type Manifest = Record<string, { file: string; isDynamicEntry?: boolean }>

const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest
const lazy = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry)
const isPart = (source: string, part: string) =>
  source.replace(/(\/esm\/index)?\.[jt]sx?$/, '').endsWith(`/${part}`)
const routes = readFileSync('src/app/web/routes.ts', 'utf8')

test.describe('each part', () => {
  test('is here, or is a page', () => {
    const unknown = lazy
      .map(([source]) => source)
      .filter(
        (source) =>
          !Object.keys(parts).some((part) => isPart(source, part)) &&
          !routes.includes(`/${source.split('/').at(-1)}'`),
      )
    expect(unknown).toEqual([])
  })

  const groups = Map.groupBy(Object.entries(parts), ([, { as = 'nobody' }]) => as)
  for (const [as, group] of groups) {
    test(`whose file does not come leaves the page of ${as}`, async ({ page, baseURL }) => {
      test.setTimeout(90_000)
      if (as === 'newcomer') await signUp(page.request)
      else if (as === 'without role') await signInWithoutRole(page, baseURL)
      else if (as !== 'nobody') await signInAsSample(page.request, as)
      for (const [index, [part, { at, ask }]] of group.entries())
        await test.step(part, async () => {
          const file = lazy.find(([source]) => isPart(source, part))?.[1].file ?? 'none'
          // The page hears the same of both: that there is no module.
          await page.route(`**/${file}`, (route) =>
            index % 2 === 0 ? route.fulfill({ status: 404 }) : route.abort(),
          )
          const asked = page.waitForRequest(`**/${file}`)
          await page.goto((await at?.(page)) ?? '/jobs')
          await ask?.(page)
          await asked
          await expect(page.getByRole('banner').first()).toBeVisible()
          if (part !== 'gate') await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByText('We could not show this page')).toHaveCount(0)
          await page.unrouteAll()
          // The next visit is as the first one.
          await page.setViewportSize({ width: 1280, height: 720 })
          await page.evaluate(() => sessionStorage.clear())
        })
    })
  }
})

test('a page whose file does not come leaves the page before it, or loads the newer one', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(toast(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeVisible()
  await context.setOffline(false)
  await withoutFiles(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/About/)
})
