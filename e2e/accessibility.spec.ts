import type { Page } from '@playwright/test'
import { inChunks } from '#platform/server/database.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectDialogAccessible,
  smallTargets,
} from './accessible.ts'
import { addSource } from './api.ts'
import { test } from './fixtures.ts'
import { accountMenu, expect, signInAsSample, signInWithoutRole, signUp } from './people.ts'
import { share } from './results.ts'

/**
 * A page of each kind that no other file opens for axe; a job's address comes from the demo data.
 */
const pages = [
  '/',
  '/jobs',
  '/jobs?view=grid&specialty=Cardiology&state=CA,TX&minPay=200000',
  '/jobs?specialty=Radiation+Oncology&minPay=5000000',
  'a job',
  '/jobs/specialty/psychiatry/ca',
  '/jobs?map=jobs&state=TX',
  '/employers/all',
  '/salaries',
  '/salaries/family-medicine',
  '/offer?specialty=Cardiology&pay=400000',
  '/compare',
  '/terms',
  '/developers',
  '/about',
  '/contact',
  '/privacy',
  '/thanks',
  '/inquiry-cv?token=none',
  '/newsletter?result=invalidEmail',
  '/unsubscribe?token=x',
  '/alerts',
  '/alerts/confirm?token=x',
  '/jobs/no-such-job',
  '/no/such/page',
  '/auth',
  '/auth?tab=sign-up',
  '/auth/forgot',
  '/auth/reset?token=none',
]

/**
 * The pages of each sample account, and what shows that it lives. 'a …' stands for the address of
 * something that it has.
 */
const desks: Record<string, [path: string, shows?: string | RegExp][]> = {
  physician: [
    ['/favorites', 'Video interview with the medical director'],
    ['/applications', /Demo Hospital[^]*Answered/],
    ['/alerts', 'Internal Medicine'],
    ['/profile', /Fill in from your CV/],
    ['/profile/resume', /CV Demo Physician\.pdf[^]*Demo Employer, Demo Hospital/],
  ],
  employer: [
    ['a job that has closed', 'This job has closed'],
    ['an inquiry'],
    ['a posting'],
    ['the form of a posting'],
    ['a draft'],
    ['a confirmation'],
    ['/employer/sources', /We found 6 openings, 5 for physicians/],
    ['/employer/inbox', /Interview[^]*With CV/],
    ['/account'],
  ],
  recruiter: [
    ['/employer/dashboard', 'Saved drafts'],
    ['/employer/insights/hiring', /Nothing to report yet|First answer/],
    ['/employer/insights?days=90', /Views\s*\d,\d{3}/],
  ],
  admin: [
    ['/admin/dashboard', /[1-9]\d* reported/],
    ['/admin/moderation', 'Sample feed'],
    ['/admin/imports', /Sample feed[^]*Finished/],
    ['/admin/audit'],
    ['/admin/system'],
    ['/admin/moderation/history'],
    ['/admin/moderation/postings?q=cardiologist', /WC-/],
    ['/admin/deliveries'],
    ['/admin/settings'],
    ['a run'],
    ['a source'],
    ['/dev/mail'],
    ['a mail'],
  ],
}

/** Of the pages that other files check on desktops, only phones are looked at. */
const onPhones: Record<string, string[]> = {
  employer: ['/employer/widget'],
  admin: ['/admin/duplicates', '/admin/users', 'a person'],
}

// 401 for nobody's session, and a job that has closed.
test.use({
  expectedComplaints: /status of 4(0[14]|10)|answer: 4(0[14]|10)/,
  reducedMotion: 'reduce',
})
// Each has many pages, and axe is slow.
test.describe.configure({ timeout: 300_000 })

for (const [role, everywhere] of Object.entries(desks)) {
  test(`the desk of the sample ${role} lives, and is accessible`, async ({ page }) => {
    await signInAsSample(page.request, role)
    for (const [path, shows] of everywhere)
      await test.step(path, async () => {
        await page.goto(await addressOf(page, path))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (shows) await expect(page.getByRole('main')).toContainText(shows)
        await expectAccessibleEverywhere(page)
      })
    await page.setViewportSize({ width: 360, height: 760 })
    for (const path of onPhones[role] ?? [])
      await test.step(path, async () => {
        await page.goto(await addressOf(page, path))
        await expectAccessible(page)
        expect(await smallTargets(page)).toEqual([])
      })
  })
}

/**
 * Dialogs that no other file checks: where they are, the button that opens them, and their title.
 */
const dialogs = {
  physician: [
    ['a job', 'Report a Problem', 'Report a Problem'],
    ['/account', 'Delete my account', 'Delete my account'],
    ['/alerts', 'Delete', 'Delete this job alert?'],
  ],
  employer: [['/employer/jobs/new', 'Preview', 'Preview']],
  admin: [
    ['a physician', 'Change role', 'Change role'],
    ['a physician', 'Suspend', 'Suspend'],
    ['/admin/moderation?source=Sample+feed', 'Edit', 'Edit'],
    ['/admin/moderation?source=Sample+feed', /^Reject$/, 'Reject?'],
    ['/admin/moderation?source=Sample+feed', 'Keyboard shortcuts', 'Keyboard shortcuts'],
    ['/admin/moderation?source=Sample+feed', /^Approve (all )?\d/, /^Approve .*\?$/],
    ['/admin/moderation?source=Sample+feed', /^Reject all/, /^Reject all .*\?$/],
    ['/admin/moderation?kind=report', 'Dismiss report', 'Dismiss the report?'],
    ['a source', 'Delete', 'Delete this source?'],
  ],
} as const

for (const [role, opened] of Object.entries(dialogs)) {
  test(`the dialogs of the sample ${role} are accessible`, async ({ page }) => {
    await signInAsSample(page.request, role)
    let shown: string | undefined
    for (const [path, button, title] of opened) {
      await page.setViewportSize({ width: 1280, height: 800 })
      if (path === shown) await page.keyboard.press('Escape')
      else await page.goto(await addressOf(page, path))
      shown = path
      await page.getByRole('main').getByRole('button', { name: button }).first().click()
      await expectDialogAccessible(page, title)
    }
  })
}

type Item = { id: string; isActive?: boolean; status?: string }

/**
 * The page of something that the account has, the list that has it, and the list's name in the
 * answer.
 */
const found: Record<
  string,
  [page: string, list: string, name?: string, isWanted?: (item: Item) => boolean]
> = {
  'a job': ['/jobs/', '/api/jobs?limit=1&sortBy=oldest', 'jobs'],
  'a job that has closed': [
    '/jobs/',
    '/api/job-postings',
    '',
    (posting) => posting.status === 'expired',
  ],
  'an inquiry': ['/employer/inbox/', '/api/inbox', 'inquiries'],
  'a posting': ['/employer/jobs/', '/api/job-postings'],
  'the form of a posting': ['/employer/jobs/:id/edit', '/api/job-postings'],
  'a draft': ['/employer/jobs/new?draft=', '/api/posting-drafts'],
  'a confirmation': ['/employers/posted?id=', '/api/job-postings'],
  'a mail': ['/dev/mail/', '/api/dev/mail', 'mails'],
  'a run': ['/admin/imports/', '/api/admin/imports', 'runs'],
  'a physician': ['/admin/users/', '/api/admin/users?q=physician@demo.example', 'users'],
  'a person': ['/admin/users/', '/api/admin/users', 'users'],
}

async function addressOf({ request }: Page, path: string): Promise<string> {
  if (path === 'a source') return `/admin/sources/${(await addSource(request, 'Spare feed')).id}`
  const [page, url = '', name = '', isWanted = (item: Item) => item.isActive !== false] = found[
    path
  ] ?? [path]
  if (!url) return page
  const answer = (await (await request.get(url)).json()) as Item[] & Record<string, Item[]>
  const id = (answer[name] ?? answer).find(isWanted)?.id ?? ''
  return page.includes(':id') ? page.replace(':id', id) : page + id
}

for (const [index, some] of inChunks(pages, 8).entries()) {
  test(`public pages are accessible on phones and desks, and on the smallest screen, part ${index + 1}`, async ({
    page,
  }) => {
    for (const path of some)
      await test.step(path, async () => {
        await page.goto(await addressOf(page, path))
        if (path.startsWith('/auth'))
          await expect(page.getByRole('main').getByRole('button', { disabled: true })).toHaveCount(
            0,
          )
        await expectAccessibleEverywhere(page)
      })
  })
}

test('an open drawer, a failure, suggestions and an open menu are accessible', async ({ page }) => {
  await page.goto('/jobs')
  await page.route(/\/api\/jobs\?/, (route) =>
    route.fulfill({ status: 404, json: { error: 'Gone', code: 'NOT_FOUND' } }),
  )
  await page.getByLabel('Sort by').selectOption('title')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'main')
  await page.unrouteAll()

  const keyword = page.getByRole('search').getByLabel('Specialty, position or keyword')
  await keyword.focus()
  await expect(page.getByRole('combobox', { name: 'Specialty, position or keyword' })).toBeVisible()
  await page.keyboard.type('cardi')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page, '[role=search]')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 360, height: 760 })
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await expect(drawer).toBeVisible()
  for (const heading of ['Setting', 'Benefits'])
    await drawer.getByText(heading, { exact: true }).first().click()
  // The fields scroll, and not the drawer.
  await expect(drawer.getByRole('heading', { name: 'Filters' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'dialog[open]')
  expect(await smallTargets(page)).toEqual([])
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'header')
})

test('a toast, the account’s menu, and choosing a role are accessible', async ({
  page,
  otherPage,
  baseURL,
}) => {
  await signUp(page.request, { role: 'recruiter' })
  await page.goto(await addressOf(page, 'a job'))
  await share(page)
  await expect(page.getByText(/Link copied|could not be copied/).first()).toBeVisible()
  await expectAccessible(page)
  await accountMenu(page).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expectAccessible(page, 'header')

  await signInWithoutRole(otherPage, baseURL)
  await otherPage.goto('/about')
  await otherPage.getByRole('radio', { name: /I'm an Employer/ }).check()
  for (const width of [1280, 360]) {
    await otherPage.setViewportSize({ width, height: 800 })
    await expectAccessible(otherPage, 'dialog[open]')
  }
})
