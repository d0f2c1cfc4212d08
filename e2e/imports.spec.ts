import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { SearchResult } from '#features/jobs/contract.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdmin, toast } from './people.ts'
import { fromOurPages } from './posters.ts'

// A stale save is refused on purpose.
test.use({ expectedComplaints: /status of 40[09]|answer: 40[09]/ })

const mark = crypto.randomUUID().slice(0, 8)

/** Items of an unknown site; the second is broken. */
const items = [
  { employer: 'Nobody', position: `Cardiologist ${mark}`, city: 'Boise', state: 'ID' },
  { employer: '', position: `Dermatologist ${mark}`, city: 'Boise', state: 'ID' },
  { employer: 'Nobody', position: `Neurologist ${mark}`, city: 'Boise', state: 'ID' },
].map((job, number) => ({
  ...job,
  ref: `${mark}-${number}`,
  work: { at: `Sample Clinic ${mark}` },
  title: job.position,
  description: `Join our practice as a physician and see patients in clinic. ${job.position}.`,
}))

const datasets = createServer((_request, response) => response.end(JSON.stringify(items)))
let dataset: string

test.beforeAll(async () => {
  datasets.listen(0, '127.0.0.1')
  await once(datasets, 'listening')
  dataset = `http://127.0.0.1:${(datasets.address() as AddressInfo).port}/${mark}.json`
})
test.afterAll(() => datasets.close())

const figure = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').first()
const checkOf = (page: Page) => page.getByRole('region', { name: 'Check of every row' })

/** Begins with a list that nobody has read before. */
async function addSource(page: Page, name: string, fill: (form: Locator) => Promise<void>): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Source' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await fill(form)
  await form.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  return form
}

test('a source is checked, mapped and imported', async ({ page }) => {
  // Two imports, and two pages in both widths.
  test.slow()
  await signInAsAdmin(page.request)
  await page.goto('/admin/imports')
  await page.getByRole('link', { name: 'New source' }).click()
  const form = await addSource(page, `Feed ${mark}`, (form) => form.getByLabel('Dataset URL').fill(dataset))

  const check = checkOf(page)
  await expect(check).toContainText('Of 3 rows, 2 would be imported and 1 skipped.', { timeout: 20_000 })
  await check.getByText('no employer named').click()
  await expect(check.getByText(`Dermatologist ${mark}`, { exact: true })).toBeVisible()

  await form.getByLabel('Employer', { exact: true }).selectOption({ label: `work.at – Sample Clinic ${mark}` })
  await form.getByRole('button', { name: 'Save source' }).click()
  await expect(check).toContainText('Of 3 rows, 3 would be imported and 0 skipped.', { timeout: 20_000 })
  await expect(check.getByRole('row', { name: /^work\.at.*Employer/ })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('heading', { name: `Import: Feed ${mark}`, level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(`Import: Feed ${mark} | Whitecoat`)
  await expect(page.getByRole('status').filter({ hasText: 'Import completed' })).toBeVisible({ timeout: 20_000 })
  await expect(figure(page, 'Jobs imported')).toHaveText('3')

  await page.getByRole('link', { name: 'All imports' }).click()
  const sources = page.getByRole('table', { name: 'Sources' })
  await expect(sources.getByRole('row').filter({ hasText: `Feed ${mark}` })).toContainText('3 imported, 0 skipped')
})

test('a stale change of a source is refused, and its token is not shown', async ({ page }) => {
  await signInAsAdmin(page.request)
  const headers = fromOurPages
  const more = { mapping: {}, schedule: 'never', isComplete: false, structuredDataAllowed: false }
  const fields = { url: `${dataset}?token=hidden-${mark}`, ...more }
  const data = { name: `Shared ${mark}`, ...fields }
  const answer = await page.request.post('/api/admin/import-sources', { data, headers })
  const { id, version } = (await answer.json()) as { id: string; version: number }
  await page.goto(`/admin/sources/${id}`)
  const url = `/api/admin/import-sources/${id}`
  expect((await page.request.put(url, { data: { ...fields, schedule: 'weekly', version }, headers })).status()).toBe(200)

  const form = page.getByRole('form', { name: 'Source' })
  await expect(form.getByLabel('Dataset URL')).toHaveValue(`${dataset}?token=…`)
  await form.getByLabel('Schedule').selectOption('daily')
  await form.getByRole('button', { name: 'Save source' }).click()
  await expect(page.getByText('Someone else changed this source')).toBeVisible()
  await page.getByRole('button', { name: 'Show their version' }).click()
  await expect(form.getByLabel('Schedule')).toHaveValue('weekly')
  await form.getByRole('button', { name: 'Save source' }).click()
  await expect(toast(page)).toContainText('Source saved')
  await expect(form.getByLabel('Dataset URL')).toHaveValue(`${dataset}?token=…`)
})

test('the dashboard imports a dataset once, and shows the result', async ({ page }) => {
  await signInAsAdmin(page.request)
  await page.goto('/admin/dashboard')
  const card = page.getByRole('region', { name: 'Import Jobs' })
  const submit = card.getByRole('button', { name: 'Import Jobs' })
  await expect(submit).toBeDisabled()
  await card.getByLabel('Dataset URL').fill('my dataset')
  await submit.click()
  await expect(card.getByText('Please enter a valid Apify dataset URL')).toBeVisible()
  await card.getByLabel('Dataset URL').fill(dataset.replace('.json', '-once.json'))
  await submit.click()
  await expect(toast(page)).toContainText('Import completed!', { timeout: 20_000 })
  await expect(toast(page)).toContainText(/\d+ jobs imported, \d+ skipped/)
  await expect(card.getByRole('status')).toContainText('Import completed: ')
  await card.getByRole('link', { name: 'Show this import' }).click()
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened to the rows' })).toContainText('no employer named')
})

type Way = 'page' | 'command'

/** Columns nobody foresaw, in windows-1252 and with semicolons. Two places and an amount are doubtful; the last row is a nurse's. */
function tableFor(way: Way): string {
  const rows: [role: string, place: string, pay: string][] = [
    ['Cardiologist', 'Boise / ID', '$400,000 - $450,000 a year'],
    ['Neurologist', 'Boise / UT', '$300,000 a year'],
    ['Psychiatrist', 'Boise / UT', ''],
    ['Urologist', 'Boise / ID', '$60'],
    ['Registered Nurse', 'Boise / ID', ''],
  ]
  const story = (role: string) =>
    role === 'Registered Nurse'
      ? 'A nurse for our ward.'
      : `"We seek a physician who sees patients in our clinic \u0096 four days a week,\nwith colleagues who teach. This is the ${role} post of ${mark}."`
  return [
    'Req #;Role;Hirer;Town / St;The whole story;Earnings;Out since',
    ...rows.map(
      ([role, place, pay], row) =>
        `${mark}${way}${row};${role} ${way} ${mark};Caf\u00E9 Clinic ${mark};${place};${story(role)};${pay};2026-11-0${row + 1}`,
    ),
  ].join('\r\n')
}

test('a table of columns nobody foresaw is uploaded, mapped, checked and imported', async ({ page }) => {
  test.slow()
  await signInAsAdmin(page.request)
  await page.goto('/admin/sources/new')
  const form = await addSource(page, `List ${mark}`, async (form) => {
    const buffer = Buffer.from(tableFor('page'), 'latin1')
    await form.getByLabel('Dataset file').setInputFiles({ name: 'openings.csv', mimeType: 'text/csv', buffer })
    await expect(form.getByText('openings.csv')).toBeVisible()
  })

  // What the columns look like is suggested; the glued place is cut in two.
  await expect(form.getByText(/Description: The whole story/)).toBeVisible({ timeout: 20_000 })
  await form.getByRole('button', { name: /^Use/ }).click()
  for (const [field, part] of [['City', '1'] as const, ['State', '2'] as const]) {
    await form.getByLabel(field, { exact: true }).selectOption({ label: 'Town / St – Boise / ID' })
    const refinements = form.locator('details').filter({ has: page.getByLabel(`${field}: cut at`) })
    await refinements.last().locator('summary').click()
    await form.getByLabel(`${field}: cut at`).fill('/')
    await form.getByLabel(`${field}: which part`).selectOption(part)
  }
  await form.getByRole('button', { name: 'Save source' }).click()
  const check = checkOf(page)
  await expect(check.getByText(/^Of 5 rows, 4 would be imported \(3 of them wait/)).toBeVisible({ timeout: 20_000 })
  await expect(
    check.getByRole('table', { name: 'Columns' }).getByRole('row', { name: /Earnings.*60%.*Pay in words/ }),
  ).toBeVisible()
  await check.getByText('not a job for physicians').click()
  await expect(check.getByText(`Registered Nurse page ${mark}`)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Import completed: 4 imported' })).toBeVisible({ timeout: 20_000 })
  await page.getByLabel('Search these rows').fill('nurse')
  const named = page.getByRole('region', { name: 'What happened to the rows' })
  await expect(named.getByText(`Registered Nurse page ${mark}`)).toBeVisible()
  await expect(named.getByText(`Cardiologist page ${mark}`)).toHaveCount(0)
})

test('the same table comes in through the command, and its doubtful rows are answered by keyboard', async ({ page }) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'e2e-import-'))
  const [file, mapping] = [join(folder, 'openings.csv'), join(folder, 'mapping.json')]
  const run = (...options: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/import.ts', file, ...options], {
      env: { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] },
    })
  try {
    await writeFile(file, Buffer.from(tableFor('command'), 'latin1'))
    await run('--dry-run', '--export-mapping', mapping)
    const place = (part: number) => ({ path: 'Town / St', split: '/', part })
    const guessed = JSON.parse(await readFile(mapping, 'utf8')) as object
    await writeFile(mapping, JSON.stringify({ ...guessed, city: place(1), state: place(2) }))
    const name = `Command ${mark}`
    const { stdout: tried } = await run('--dry-run', '--mapping', mapping, '--source', name)
    expect(tried).toContain('Of 5 rows, 4 would be imported (3 of them wait because a fact is doubtful) and 1 skipped.')
    const { stdout: said } = await run('--approve', '--mapping', mapping, '--source', name)
    expect(said).toContain('3 wait for a moderator because a fact is doubtful.')
    await signInAsAdmin(page.request)
    await answerByKeyboard(page, name)
  } finally {
    await rm(folder, { recursive: true })
  }
  await expectJobs(page.request)
})

/** Works through the waiting rows of the source: one answer for both places, taken back and given again, and a corrected amount. */
async function answerByKeyboard(page: Page, source: string): Promise<void> {
  await page.goto(`/admin/moderation?source=${encodeURIComponent(source)}`)
  const list = page.getByRole('list', { name: 'What waits' })
  const row = (role: string) => list.locator('> li').filter({ hasText: `${role} command ${mark}` })
  const doubts = (role: string) => row(role).getByRole('list', { name: 'Doubtful facts' })
  const focused = () =>
    list.evaluate((it) => [...it.children].find((child) => child.contains(document.activeElement))?.getAttribute('data-key'))
  const focus = async (wanted: Locator) => {
    // How many rows further down than the focus, in one look: answers change the list.
    const distance = () =>
      wanted.evaluate((element) => {
        const rows = [...(element.parentElement?.children ?? [])]
        return rows.indexOf(element) - rows.findIndex((child) => child.contains(document.activeElement))
      })
    for (let rows = await distance(); rows !== 0; rows = await distance()) {
      const before = await focused()
      await page.keyboard.press(rows > 0 ? 'j' : 'k')
      await expect.poll(focused).not.toBe(before)
    }
    await expect(wanted).toBeFocused()
  }
  const both = list.locator('> li').filter({ hasText: '2 postings say “Boise, UT”' })
  for (const key of ['s', 'u', 's']) {
    if (key === 's') await focus(both)
    await page.keyboard.press(key)
    await expect(both).toHaveCount(key === 's' ? 0 : 1)
  }
  for (const role of ['Neurologist', 'Psychiatrist']) {
    await expect(row(role)).toBeVisible()
    await expect(doubts(role)).toHaveCount(0)
  }
  await focus(row('Neurologist'))
  await page.keyboard.press('a')
  await expect(row('Neurologist')).toHaveCount(0)

  await focus(row('Urologist'))
  await page.keyboard.press('c')
  const form = row('Urologist').getByRole('form', { name: 'Correct the pay' })
  await expect(form.getByLabel('Lowest pay')).toBeFocused()
  await page.keyboard.type('360K')
  await form.getByLabel('Highest pay').fill('420,000')
  await page.keyboard.press('Enter')
  await expect(doubts('Urologist')).toHaveCount(0)
  for (const role of ['Urologist', 'Psychiatrist']) {
    await focus(row(role))
    await page.keyboard.press('a')
    await expect(row(role)).toHaveCount(0)
  }
  await expect(page.getByText('Nothing waits')).toBeVisible()
}

/** What a physician finds: each job with its place, its pay and the source's date. */
async function expectJobs(request: APIRequestContext): Promise<void> {
  // An answer is cached for half a minute, but each limit is a search of its own.
  let limit = 3
  const found = async () => {
    const answer = await request.get(`/api/jobs?keyword=${mark}&limit=${++limit}`)
    return ((await answer.json()) as SearchResult).jobs.filter((job) => job.title.includes('command'))
  }
  await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(4)
  const jobs = await found()
  for (const [role, pay, day] of [
    ['Cardiologist', '$400,000', '2026-11-01'],
    ['Neurologist', '$300,000', '2026-11-02'],
    ['Psychiatrist', 'Pay not stated', '2026-11-03'],
    ['Urologist', '$360,000', '2026-11-04'],
  ] as const) {
    const job = jobs.find((job) => job.title === `${role} command ${mark}`)
    expect(job?.postedAt.slice(0, 10)).toBe(day)
    const text = await (await request.get(`/jobs/${job?.id}`)).text()
    for (const words of ['Café Clinic', 'Boise, ID', pay, 'in our clinic – four days a week']) expect(text).toContain(words)
  }
}
