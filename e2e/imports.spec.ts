import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
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

test('a source is checked, mapped and imported', async ({ page }) => {
  // Two imports, and two pages in both widths.
  test.slow()
  await signInAsAdmin(page.request)
  await page.goto('/admin/imports')
  await page.getByRole('link', { name: 'New source' }).click()
  const form = page.getByRole('form', { name: 'Source' })
  await form.getByLabel('Name', { exact: true }).fill(`Feed ${mark}`)
  await form.getByLabel('Dataset URL').fill(dataset)
  await form.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('heading', { name: `Feed ${mark}`, level: 1 })).toBeVisible()

  const check = page.getByRole('region', { name: 'Check of every row' })
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
