import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { addSource, callApi } from './api.ts'
import { runSql } from './database.ts'
import { expect, test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import { serve } from './other-site.ts'
import { clickForToast, signInAsAdmin, toast } from './people.ts'
import { dayOfPosting } from './posters.ts'

// A stale save is refused on purpose.
test.use({ expectedComplaints: /status of 40[09]|answer: 40[09]|ERR_FAILED/ })

const mark = crypto.randomUUID().slice(0, 8)

/** Items of an unknown site; the second is broken. */
const items = ['Larkfield Clinic', '', 'Larkfield Clinic'].map((employer, number) => ({
  ref: `${mark}-${number}`,
  title: `Cardiologist ${number} ${mark}`,
  employer,
  city: 'Boise',
  state: 'ID',
  description: 'Join our practice as a physician and see patients in clinic.',
}))

let site: Awaited<ReturnType<typeof serve>>
let dataset: string
test.beforeAll(async () => {
  site = await serve(JSON.stringify(items))
  dataset = `${site.url}${mark}.json`
})
test.afterAll(() => site.close())

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd').first()

test('a stale change of a source is refused, and its token is not shown', async ({ page }) => {
  await signInAsAdmin(page.request)
  const { id, version, fields } = await addSource(
    page.request,
    'Shared',
    `${dataset}?token=hidden-${mark}`,
  )
  await page.goto(`/admin/sources/${id}`)
  const body = { ...fields, schedule: 'weekly', version } as const
  await callApi(page.request, 'PUT /api/admin/import-sources/:id', { params: { id }, body })

  const form = page.getByRole('form', { name: 'Source' })
  const fold = form.getByText('Address, schedule and mapping')
  await fold.click()
  await expect(form.getByLabel('Dataset URL')).toHaveValue(`${dataset}?token=…`)
  await form.getByLabel('Schedule').selectOption('daily')
  await form.getByRole('button', { name: 'Save source' }).click()
  await expect(toast(page)).toContainText('Someone else changed this in the meantime.')
  await page.reload()
  await fold.click()
  await expect(form.getByLabel('Schedule')).toHaveValue('weekly')
  await clickForToast(form.getByRole('button', { name: 'Save source' }), 'Source saved')
  await expect(form.getByLabel('Dataset URL')).toHaveValue(`${dataset}?token=…`)
})

test('an address of no source says so, and offers no retry', async ({ page }) => {
  await signInAsAdmin(page.request)
  await page.goto('/admin/sources/nonsense')
  await expect(page.getByText('There is nothing at this address.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
})

test('the dashboard imports a dataset once, and shows the result', async ({ page }) => {
  await signInAsAdmin(page.request)
  await page.goto('/admin/dashboard')
  await page.route('**/api/admin/reload', (route) => route.abort(), { times: 1 })
  await clickForToast(
    page.getByRole('button', { name: 'Rebuild derived data' }),
    'We could not reach the server.',
  )
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
  await expect(figure(page, 'Total processed')).toHaveText('3')
  await expect(figure(page, 'Jobs imported')).toHaveText('2')
  await expect(figure(page, 'Jobs skipped')).toHaveText('1')
  await card.getByLabel('Dataset URL').fill(dataset.replace('.json', '-again.json'))
  await submit.click()
  await card.getByText('2 duplicates').click({ timeout: 20_000 })
  await expect(card.getByRole('listitem').first()).toContainText(`Row 1: Cardiologist 0 ${mark}`)
  const broken = await serve(JSON.stringify(items).slice(0, -1))
  await card.getByLabel('Dataset URL').fill(`${broken.url}${mark}-broken.json`)
  await submit.click()
  await expect(toast(page)).toContainText('Import failed', { timeout: 20_000 })
  await expect(card.getByRole('status')).toContainText('Import stopped after row 3: ')
  broken.close()
  await card.getByRole('link', { name: 'Show this import' }).click()
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened to the rows' })).toContainText(
    'no employer named',
  )
})

test('a list of a known shape is on the board after seven clicks', async ({ page }) => {
  let clicks = 0
  await page.exposeFunction('countClick', () => clicks++)
  await page.addInitScript(() => {
    addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) (globalThis as unknown as { countClick(): void }).countClick()
    })
  })
  await signInAsAdmin(page.request)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Import a file or another list' }).click()
  const ads = ['Boise', 'Nampa', 'Meridian'].map((town, at) => ({
    id: `${mark}-ad-${at}`,
    positionName: `Hospitalist ${town} ${mark}`,
    company: `Larkfield Clinic ${mark}`,
    location: `${town}, ID`,
    jobType: ['Full-time'],
    url: `https://www.indeed.com/viewjob?jk=${mark}${at}`,
    description: 'We look for a hospitalist physician. Seven days on, seven days off.',
  }))
  const form = page.getByRole('form', { name: 'Source' })
  const chosen = page.waitForEvent('filechooser')
  await form.getByLabel('Dataset file').click()
  const file = {
    name: `ads-${mark}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(ads)),
  }
  await (await chosen).setFiles(file)
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(`ads ${mark}`)
  await form.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Import 3 jobs' }).click({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Approve all 3' }).click({ timeout: 20_000 })
  await page
    .getByRole('dialog', { name: 'Approve all 3?' })
    .getByRole('button', { name: 'Approve all 3' })
    .click()
  await expect(toast(page)).toContainText('Started')
  // A person also chooses the file, in the system's own window.
  expect(clicks + 1).toBeLessThanOrEqual(7)
  const live = () =>
    runSql(`select id from jobs where source = $1 and status = 'active'`, [`ads ${mark}`])
  await expect.poll(async () => (await live()).length, { timeout: 20_000 }).toBe(3)
})

/**
 * A list of columns nobody foresaw becomes jobs: its mapping, its questions, its import, its doubts
 * by keyboard, and the job pages.
 */

const source = `Openings ${mark}`

type Row = { role: string; place: string; kind?: string; pay?: string; shown?: string[] }

/**
 * Nobody says in the title who is wanted, or for which type of work: the source's other rows do.
 */
const silent: Row[] = ['Boise', 'Nampa', 'Meridian'].map((town, at) => ({
  role: `Family Practice Opening ${at + 1}`,
  place: `${town}, ID`,
  shown: [`${town}, ID`, 'Family Medicine', 'Full-time'],
}))
const plain: Row[] = [
  'Cardiologist',
  'Neurologist',
  'Urologist',
  'Psychiatrist',
  'Dermatologist',
  'Nephrologist',
].map((role) => ({
  role,
  place: 'Boise, ID',
  kind: 'Full-time',
  shown: ['Boise, ID', 'Full-time'],
}))
const others: Row[] = [{ role: 'Registered Nurse', place: 'Boise, ID', kind: 'Full-time' }]

/**
 * Ten doubts: towns that are said to be in Kansas, where none of them is, and amounts that nobody
 * is paid.
 */
const towns = {
  Tulsa: 'OK',
  Omaha: 'NE',
  Tucson: 'AZ',
  Fresno: 'CA',
  Anchorage: 'AK',
  Spokane: 'WA',
  Honolulu: 'HI',
  Boston: 'MA',
}
const misplaced: Row[] = Object.entries(towns).map(([town, state], at) => ({
  role: `Hospitalist ${at + 1}`,
  place: `${town}, KS`,
  kind: 'Full-time',
  shown: [`${town}, ${state}`],
}))
const underpaid: Row[] = ['$61 a year', '$62 a year'].map((pay, at) => ({
  role: `Radiologist ${at + 1}`,
  place: 'Boise, ID',
  kind: 'Full-time',
  pay,
  shown: ['$310,000'],
}))
const rows = [...silent, ...plain, ...others, ...misplaced, ...underpaid]

/** In windows-1252, with semicolons, and with place and state in one column. */
const cell = (text: string): string => `"${text}"`
const table = [
  [
    'Req #',
    'Role',
    'Hirer',
    'Town / St',
    'The whole story',
    'Kind of engagement',
    'Earnings',
    'Out since',
  ].join(';'),
  ...rows.map(({ role, place, kind = '', pay = '' }, at) => {
    const who = others.some((other) => other.role === role) ? 'A nurse' : 'A colleague'
    const story = `${who} in our clinic \u0096 four days a week,\nwith people who teach. Post ${at + 1} of ${mark}.`
    const glued = place.replace(',', ' /')
    return [
      `row-${mark}-${at}`,
      `${role} ${mark}`,
      `Caf\u00E9 Clinic ${mark}`,
      glued,
      story,
      kind,
      pay,
      dayOfPosting.iso,
    ]
      .map(cell)
      .join(';')
  }),
].join('\n')

test('a list of columns nobody foresaw: its mapping, its questions, its import, ten doubts in a minute by keyboard, and its job pages', async ({
  page,
}) => {
  test.slow()
  await signInAsAdmin(page.request)
  await page.goto('/admin/sources/new')
  const form = page.getByRole('form', { name: 'Source' })
  await form.getByLabel('Name', { exact: true }).fill(source)
  const file = { name: 'openings.csv', mimeType: 'text/csv', buffer: Buffer.from(table, 'latin1') }
  await form.getByLabel('Dataset file').setInputFiles(file)
  // The button waits for the upload.
  await form.getByRole('button', { name: 'Check the list' }).click()

  // What the columns look like is suggested; the glued place is cut in two.
  await expect(form.getByText(/Description: The whole story “A colleague in our/)).toBeVisible({
    timeout: 20_000,
  })
  await clickForToast(form.getByRole('button', { name: /^Use/ }), 'Source saved')
  for (const [field, part] of [['City', '1'] as const, ['State', '2'] as const]) {
    await form.getByLabel(field, { exact: true }).selectOption({ label: 'Town / St – Boise / ID' })
    const refinements = form.locator('details').filter({ has: page.getByLabel(`${field}: cut at`) })
    await refinements.last().locator('summary').click()
    await fillIn(form, { [`${field}: cut at`]: '/', [`${field}: which part`]: part })
  }
  await clickForToast(form.getByRole('button', { name: 'Save source' }), 'Source saved')
  const check = page.getByRole('region', { name: 'Check of every row' })
  const waits = rows.length - plain.length - others.length
  await expect(check).toContainText(
    `Of ${rows.length} rows, ${rows.length - 1} would be imported (${waits} of them wait`,
    {
      timeout: 20_000,
    },
  )
  await page.getByRole('heading', { name: 'Columns' }).click()
  await expect(
    page
      .getByRole('table', { name: 'Columns' })
      .getByRole('row', { name: /Earnings.*10%.*Pay in words/ }),
  ).toBeVisible()
  const outcomes = page.getByRole('region', { name: 'What would happen to the rows' })
  await outcomes.getByText('not a job for physicians').click()
  await expect(outcomes.getByText(`Registered Nurse ${mark}`)).toBeVisible()

  // Asked before the first import, with what its other rows say.
  const questions = page.getByRole('region', { name: 'Questions about this source' })
  await expect(questions.getByLabel('Profession of rows that name none')).toBeVisible({
    timeout: 20_000,
  })
  await expectAccessibleEverywhere(page)
  await questions
    .getByLabel('Profession of rows that name none')
    .selectOption(`Physicians only: “Family Practice Opening 1 ${mark}” comes along`)
  await questions.getByRole('button', { name: 'Use: Full-time' }).click()
  await expect(questions.getByLabel('Job type of rows that state none')).toHaveValue(/full-time/)

  await page.getByRole('button', { name: `Import ${rows.length - 1} jobs` }).click()
  await expect(page.getByRole('heading', { name: `Import: ${source}`, level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Import | Whitecoat')
  await expect(
    page.getByRole('status').filter({ hasText: `Import completed: ${rows.length - 1} imported` }),
  ).toBeVisible({
    timeout: 20_000,
  })
  await expect(figure(page, 'Jobs imported')).toHaveText(String(rows.length - 1))
  const named = page.getByRole('region', { name: 'What happened to the rows' })
  await named.getByText('not a job for physicians').click()
  await expect(named.getByText(`Registered Nurse ${mark}`)).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).click()
  const sources = page.getByRole('table', { name: 'Sources' })
  await expect(sources.getByRole('row').filter({ hasText: source })).toContainText(
    `${rows.length - 1} imported, 1 skipped`,
  )
  await decideTenDoubts(page)
  await approveAll(page)
  await expectJobs(page.request)
})

async function decideTenDoubts(page: Page): Promise<void> {
  await page.goto(`/admin/moderation?doubt=any&source=${encodeURIComponent(source)}`)
  const waiting = page.getByRole('list', { name: 'What waits' }).locator('> li')
  await expect(waiting).toHaveCount(10)
  // The first card is seen without scrolling, and a page of cards is no long way.
  const [first, last] = [await waiting.first().boundingBox(), await waiting.last().boundingBox()]
  expect(first?.y).toBeLessThan(400)
  expect(((last?.y ?? 0) + (last?.height ?? 0) - (first?.y ?? 0)) / 10).toBeLessThan(125)
  const began = Date.now()
  await page.keyboard.press('j')
  for (let left = 10; left > 0; left--) {
    const card = waiting.and(page.locator(':focus'))
    await expect(card).toHaveCount(1)
    const said = await card.innerText()
    if (said.includes('Accept: ')) await page.keyboard.press('s')
    else {
      await page.keyboard.press('c')
      await expect(page.getByLabel('Lowest pay')).toBeFocused()
      await page.keyboard.type('310K')
      await page.keyboard.press('Enter')
    }
    await expect(waiting).toHaveCount(left - 1)
  }
  // The server has them, too.
  const whole = page.getByRole('region', { name: 'The whole source' })
  await expect(whole).toContainText(`${rows.length - 1} wait for approval.`, { timeout: 20_000 })
  expect(Date.now() - began).toBeLessThan(60_000)
}

async function approveAll(page: Page): Promise<void> {
  await page.goto(`/admin/moderation?source=${encodeURIComponent(source)}`)
  const all = `Approve all ${rows.length - 1}`
  await page
    .getByRole('region', { name: 'The whole source' })
    .getByRole('button', { name: all })
    .click()
  await page
    .getByRole('dialog', { name: `${all}?` })
    .getByRole('button', { name: all })
    .click()
  await expect(toast(page)).toContainText('Started')
  await expect(page.getByText('Nothing waits')).toBeVisible({ timeout: 20_000 })
}

async function expectJobs(request: APIRequestContext): Promise<void> {
  const jobs = await runSql<{ id: string; title: string }>(
    'select id, title from jobs where source = $1',
    [source],
  )
  for (const { role, shown } of rows.filter((row) => row.shown)) {
    const page = await request.get(
      `/jobs/${jobs.find((job) => job.title === `${role} ${mark}`)?.id}`,
    )
    const all = [...(shown ?? []), 'Café Clinic', 'in our clinic – four days', dayOfPosting.words]
    for (const text of all) expect(await page.text(), role).toContain(text)
  }
}
