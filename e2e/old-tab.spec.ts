import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { samplePath } from './api.ts'
import { expect, test } from './fixtures.ts'
import { signInAsSample, toast } from './people.ts'
import { hydrated } from './results.ts'

/**
 * Tabs whose site is away, or has become another version: the files that they have not loaded yet
 * are gone.
 */

test.use({
  expectedComplaints:
    /INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|module script|status of 404|answer: 404/,
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
  await page.getByRole('button', { name: 'Share' }).click()
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

type Opened = { form: Locator; submit: string }

const message = 'Is the position still open, and may I visit in June?'
const inDialog =
  (button: string, submit: string) =>
  async (page: Page): Promise<Opened> => {
    await page.goto(await samplePath(page.request))
    await page.getByRole('button', { name: button }).first().click()
    return { form: page.getByRole('dialog', { name: button }), submit }
  }
const onPage =
  (path: string, form: string, submit: string) =>
  async (page: Page): Promise<Opened> => {
    await page.goto(path)
    return { form: page.getByRole('form', { name: form }), submit }
  }

/** The forms that a visitor may have filled when the site is gone, and what is typed into them. */
const forms: Record<
  string,
  { open: (page: Page) => Promise<Opened>; typed: Record<string, string>; lost?: string }
> = {
  inquiry: {
    open: inDialog('Send Inquiry', 'Send Inquiry'),
    typed: { Name: 'Ada', Message: message },
  },
  report: {
    open: inDialog('Report a Problem', 'Submit Report'),
    typed: { Name: 'Ada', Reason: message },
  },
  contact: {
    open: onPage('/contact', 'Write to us', 'Send message'),
    typed: { Name: 'Ada', Email: 'ada@mail.test', Message: message },
  },
  'sign-in': {
    open: onPage('/auth', 'Sign In', 'Sign In'),
    typed: { Email: 'ada@mail.test' },
    lost: 'Password',
  },
  reply: {
    async open(page) {
      await signInAsSample(page.request, 'employer')
      await page.goto('/employer/inbox')
      await page.locator('main a[href^="/employer/inbox/"]').first().click()
      return { form: page.getByRole('form', { name: 'Reply' }), submit: 'Send Reply' }
    },
    typed: { Reply: message },
  },
}

for (const [name, { open, typed, lost }] of Object.entries(forms)) {
  test(`what is typed into the form '${name}' stays without a connection, and after the page had to load again`, async ({
    page,
    context,
  }) => {
    const { form, submit } = await open(page)
    const field = (label: string) => form.getByLabel(label, { exact: true })
    for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
    if (lost !== undefined) await field(lost).fill('correct horse battery')
    const isThere = async () => {
      for (const [label, text] of Object.entries(typed))
        await expect(field(label)).toHaveValue(text)
    }
    await context.setOffline(true)
    await withoutFiles(page)
    await form.getByRole('button', { name: submit, exact: true }).click()
    await expect(form.getByText(/could not reach|is required|valid email/).first()).toBeVisible()
    await expect(page.getByRole('banner').first()).toBeVisible()
    await isThere()

    await page.unrouteAll()
    await context.setOffline(false)
    await open(page)
    await isThere()
    if (lost !== undefined) await expect(field(lost)).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('correct horse')
  })
}

test('a message that was sent is kept no longer', async ({ page }) => {
  const { form, submit } = await onPage('/contact', 'Write to us', 'Send message')(page)
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@mail.test')
  await form.getByLabel('Message').fill(message)
  await form.getByRole('button', { name: submit }).click()
  await expect(page.getByText('Thank you for your message')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Message')).toHaveValue('')
})

type Manifest = Record<string, { file: string; isDynamicEntry?: boolean }>

/**
 * The parts of public pages that are loaded on demand, by their file in the build's manifest, and
 * what asks for them.
 */
const parts: Record<string, (page: Page) => Promise<void>> = {
  'job-forms': (page) => page.getByRole('button', { name: 'Send Inquiry' }).first().click(),
  'result-neighbors': async () => {},
  suggestions: (page) =>
    page.getByRole('searchbox', { name: 'Specialty, position or keyword' }).focus(),
  'filter-drawer': async (page) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: /^Filters/ }).click()
  },
  'alert-dialog': (page) => page.getByRole('button', { name: /Email me new jobs/ }).click(),
  'job-map': (page) => page.getByRole('link', { name: 'Map', exact: true }).click(),
  'job-cards': (page) => page.getByRole('link', { name: 'Grid view' }).click(),
  'search-hints': async () => {},
}

test.describe('each part', () => {
  for (const [part, ask] of Object.entries(parts)) {
    test(`${part} whose file is gone leaves the page`, async ({ page }) => {
      const manifest = JSON.parse(
        readFileSync('dist/client/.vite/manifest.json', 'utf8'),
      ) as Manifest
      const source = Object.keys(manifest).find((key) => key.endsWith(`/${part}.tsx`)) ?? ''
      const { file = '' } = manifest[source] ?? {}
      expect(file).not.toBe('')
      await page.route(`**/${file}`, (route) => route.fulfill({ status: 404 }))
      const isOfJob = part === 'job-forms' || part === 'result-neighbors'
      const asked = page.waitForRequest(`**/${file}`)
      await page.goto(
        isOfJob
          ? `${await samplePath(page.request)}?sortBy=oldest`
          : part === 'search-hints'
            ? '/jobs?keyword=zzqq'
            : '/jobs',
      )
      await ask(page)
      await asked
      await expect(page.getByRole('banner').first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('We could not show this page')).toHaveCount(0)
    })
  }
})
