import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { SearchResult } from '#features/jobs/contract.ts'
import { inChunks } from '#platform/server/database.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectDialogAccessible,
  expectPlainPageAccessible,
  smallTargets,
} from './accessible.ts'
import { runSql } from './database.ts'
import { test } from './fixtures.ts'
import { accountMenu, expect, signInAsSample, signInWithoutRole, signUp, tabPanel } from './people.ts'
import { fromOurPages } from './posters.ts'
import { rows } from './results.ts'

/** Every kind of page; a job's address comes from the demo data. */
const pages = {
  Home: '/',
  'Home’s results': '/?show=jobs&q=ER&loc=Texas',
  'the jobs': '/jobs',
  'the jobs in cards, with more filters than fit': '/jobs?view=grid&specialty=Cardiology&state=CA,TX&minPay=200000',
  'the jobs one by one': '/jobs?view=one&specialty=Cardiology',
  'no jobs': '/jobs?specialty=Radiation+Oncology&minPay=5000000',
  'a job': 'a job',
  'a landing page': '/jobs/specialty/psychiatry/ca',
  'the employers': '/employers/all',
  'the comparison of an offer': '/offer',
  salaries: '/salaries',
  'the salaries of a specialty': '/salaries/family-medicine',
  'salaries that nobody knows': '/salaries/other',
  'the map of a state': '/jobs?map=jobs&state=TX',
  About: '/about',
  Contact: '/contact',
  Privacy: '/privacy',
  Terms: '/terms',
  'a CV by mail': '/inquiry-cv?token=none',
  'an inquiry by mail': '/inquiry?token=none',
  'Post a Job': '/employers/post',
  'the newsletter': '/newsletter?result=invalidEmail',
  Unsubscribe: '/unsubscribe?token=x',
  'an ended subscription': '/unsubscribe?done=true',
  'job alerts without an account': '/alerts',
  'the confirmation of a job alert': '/alerts/confirm?token=x',
  'the end of a job alert': '/alerts/stop?token=x',
  'Job Not Found': '/jobs/no-such-job',
  'Page Not Found': '/no/such/page',
  'Sign In': '/auth',
  'Sign Up': '/auth?tab=sign-up',
  'Forgot your password?': '/auth/forgot',
  'Sign in by email': '/auth/link',
  'Set a new password': '/auth/reset?token=none',
  'Confirm your email address': '/auth/verify?token=none',
  'a link cut in two': '/auth/reset',
}

/**
 * The pages of each sample account that no other file checks at all, or only on desks. 'a …' stands for the address of something
 * that it has.
 */
const desks = {
  physician: { everywhere: ['/applications', '/alerts', '/profile/resume'], onPhones: [] },
  employer: {
    everywhere: ['an inquiry', 'a posting', 'a draft', 'a confirmation', '/employer/inbox', '/employer/jobs/new', '/account'],
    onPhones: ['/employer/widget'],
  },
  recruiter: { everywhere: ['/employer/dashboard', '/employer/inbox', '/employer/insights'], onPhones: [] },
  admin: {
    everywhere: [
      '/admin/dashboard',
      '/admin/moderation',
      '/admin/audit',
      '/admin/system',
      '/admin/moderation/history',
      '/admin/deliveries',
      'a run',
      'a source',
      '/dev/mail',
      'a mail',
    ],
    onPhones: ['/admin/duplicates', '/admin/users', 'a person', '/admin/settings'],
  },
}

// 401 for nobody's session.
test.use({ expectedComplaints: /status of 40[14]|answer: 40[14]/, reducedMotion: 'reduce' })
// Each has many pages, and axe is slow.
test.describe.configure({ timeout: 300_000 })

for (const [role, { everywhere, onPhones }] of Object.entries(desks)) {
  test(`the desk of the sample ${role} is accessible`, async ({ page, baseURL }) => {
    await signInAsSample(page.request, role, baseURL)
    for (const path of [...everywhere, ...onPhones]) {
      await page.goto(await deskAddress(page, path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await (everywhere.includes(path) ? expectAccessibleEverywhere(page) : expectAccessibleOnPhones(page))
    }
  })
}

/** Dialogs that no other file checks: where they are, the button that opens them, and their title. */
const dialogs = {
  physician: [
    ['a job', 'Send Inquiry', 'Send Inquiry'],
    ['a job', 'Report a Problem', 'Report a Problem'],
    ['/account', 'Delete my account', 'Delete my account'],
    ['/alerts', 'Delete', 'Delete this job alert?'],
    ['/jobs?specialty=Cardiology', 'Email me new jobs', 'Email me new jobs like these'],
  ],
  employer: [['/employer/jobs/new', 'Preview', 'Preview']],
  admin: [
    ['a physician', 'Change role', 'Change role'],
    ['a physician', 'Suspend', 'Suspend'],
    ['/admin/moderation?source=Sample+feed', 'Edit', 'Edit'],
    ['/admin/moderation?source=Sample+feed', /^Reject$/, 'Reject?'],
    ['/admin/moderation?source=Sample+feed', 'Keyboard shortcuts', 'Keyboard shortcuts'],
    ['/admin/moderation?kind=report', 'Dismiss report', 'Dismiss the report?'],
    ['/admin/moderation?source=Sample+feed', /^Approve (all )?\d/, /^Approve .*\?$/],
    ['/admin/moderation?source=Sample+feed', /^Reject all/, /^Reject all .*\?$/],
    ['/admin/deliveries?show=tasks&q=undeliverable', 'Discard', 'Discard the task?'],
    ['a source', 'Delete', 'Delete this source?'],
    ['a newcomer', 'Erase', 'Erase'],
  ],
} as const

for (const [role, opened] of Object.entries(dialogs)) {
  test(`the dialogs of the sample ${role} are accessible`, async ({ page, request, baseURL }) => {
    await signInAsSample(page.request, role, baseURL)
    for (const [path, button, title] of opened) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path === 'a newcomer' ? await newcomerAddress(page, request) : await deskAddress(page, path))
      await page.getByRole('main').getByRole('button', { name: button }).first().click()
      await expectDialogAccessible(page, title)
    }
    if (role === 'admin') await runSql("delete from pgboss.job where data ->> 'of' = $1", ['undeliverable'])
  })
}

async function newcomerAddress(page: Page, request: APIRequestContext): Promise<string> {
  const { email } = await signUp(request)
  const { users } = (await (await page.request.get('/api/admin/users', { params: { q: email } })).json()) as {
    users: { id: string }[]
  }
  return `/admin/users/${users[0]?.id}`
}

async function expectAccessibleOnPhones(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 760 })
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
}

async function deskAddress(page: Page, path: string): Promise<string> {
  type Item = { id: string; isActive?: boolean }
  const first = async (url: string, list?: string) => {
    const answer = (await (await page.request.get(url)).json()) as Item[] | Record<string, Item[]>
    const found = Array.isArray(answer) ? answer : answer[list ?? '']
    return found?.find((it) => it.isActive !== false)?.id ?? ''
  }
  switch (path) {
    case 'an inquiry':
      return `/employer/inbox/${await first('/api/inbox', 'inquiries')}`
    case 'a posting':
      return `/employer/jobs/${await first('/api/job-postings')}`
    case 'a draft':
      return `/employer/jobs/new?draft=${await first('/api/posting-drafts')}`
    case 'a confirmation':
      return `/employers/posted?id=${await first('/api/job-postings')}`
    case 'a source': {
      const name = `Spare feed ${randomUUID()}`
      const data = { name, url: 'http://127.0.0.1:9/feed.json', mapping: {}, schedule: 'never' }
      const more = { isComplete: false, structuredDataAllowed: false }
      const answer = await page.request.post('/api/admin/import-sources', { headers: fromOurPages, data: { ...data, ...more } })
      return `/admin/sources/${((await answer.json()) as Item).id}`
    }
    case '/admin/deliveries?show=tasks&q=undeliverable':
      await runSql(
        "insert into pgboss.job (name, source_name, source_retry_count, data) values ('dead-tasks', 'match-alerts', 3, $1)",
        ['{"of": "undeliverable"}'],
      )
      return path
    case 'a mail':
      return `/dev/mail/${await first('/api/dev/mail', 'mails')}`
    case 'a run':
      return `/admin/imports/${await first('/api/admin/imports', 'runs')}`
    case 'a job':
      return addressOf(page, path)
    case 'a physician':
      return `/admin/users/${await first('/api/admin/users?q=physician@demo.example', 'users')}`
    case 'a person':
      return `/admin/users/${await first('/api/admin/users', 'users')}`
    default:
      return path
  }
}

for (const some of inChunks(Object.entries(pages), 9)) {
  test(`${some.map(([name]) => name).join(', ')}: accessible on phones and desks, and on the smallest screen`, async ({
    page,
  }) => {
    for (const [name, path] of some)
      await test.step(name, async () => {
        await page.goto(await addressOf(page, path))
        if (path.startsWith('/auth')) await expect(page.getByRole('main').getByRole('button', { disabled: true })).toHaveCount(0)
        await expectAccessibleEverywhere(page)
      })
  })
}

test('the open filter drawer is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/jobs')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  for (const heading of ['Setting', 'Benefits'])
    await page.getByRole('dialog').getByText(heading, { exact: true }).first().click()
  // The fields scroll, and not the drawer.
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Filters' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
})

test('the open menu is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page)
})

test('suggestions are accessible', async ({ page }) => {
  await page.goto('/jobs')
  await page.getByRole('search').getByLabel('Specialty, position or keyword').focus()
  await expect(page.getByRole('combobox', { name: 'Specialty, position or keyword' })).toBeVisible()
  await page.keyboard.type('cardi')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('an open row is accessible, and leaves the columns as they were', async ({ page }) => {
  // The narrowest table.
  await page.setViewportSize({ width: 960, height: 800 })
  await page.goto('/jobs?sortBy=oldest')
  const widths = () =>
    page.getByRole('columnheader').evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().width)))
  const closed = await widths()
  await rows(page)
    .first()
    .getByRole('button', { name: /^Description of/ })
    .click()
  await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible()
  expect(await widths()).toEqual(closed)
  await expectAccessible(page)
})

test('a toast is accessible', async ({ page }) => {
  await page.goto(await addressOf(page, pages['a job']))
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText(/Link copied|could not be copied/).first()).toBeVisible()
  await expectAccessible(page)
})

test('a failure is accessible', async ({ page }) => {
  await page.goto('/jobs')
  await page.route(/\/api\/jobs\?/, (route) => route.fulfill({ status: 404, json: { error: 'Gone', code: 'NOT_FOUND' } }))
  await page.getByLabel('Sort by').selectOption('title')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('a form without JavaScript that fails gets an accessible page', async ({ page }) => {
  await page.goto('/alerts/stop?token=x')
  await page.locator('main form').evaluate((form: HTMLFormElement) => form.submit())
  await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible()
  await expectPlainPageAccessible(page)
})

async function addressOf(page: Page, path: string): Promise<string> {
  if (path !== pages['a job']) return path
  const { jobs } = (await (await page.request.get('/api/jobs?limit=1&sortBy=oldest')).json()) as SearchResult
  return `/jobs/${jobs[0]?.id}`
}

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
