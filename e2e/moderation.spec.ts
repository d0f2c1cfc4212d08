import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { generateItems } from '#demo/catalogue/generate.ts'
import type { QueueItem } from '#features/moderation/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdmin, toast } from './people.ts'
import { rows } from './results.ts'

/** From a dataset with all defects to jobs on the public site, by keyboard. */

// Jobs that are not active answer 404.
test.use({ expectedComplaints: /status of 404|answer: 404/ })

const mark = crypto.randomUUID().slice(0, 8)
const source = `Traps ${mark}`

/** Another seed than the sample jobs'. */
const items = [...generateItems({ seed: Number.parseInt(mark, 16), count: 300, now: new Date() })]
const datasets = createServer((_request, response) => response.end(JSON.stringify(items)))

test.beforeAll(async () => {
  datasets.listen(0, '127.0.0.1')
  await once(datasets, 'listening')
})
test.afterAll(() => datasets.close())

test('an administrator imports a dataset, moderates it by keyboard, and finds the jobs on the site', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await signInAsAdmin(page.request, baseURL)
  const imported = await importDataset(page, baseURL)
  expect(imported).toBeGreaterThan(100)
  expect(imported).toBeLessThan(items.length)

  const [approved, rejected, edited, undone, ticked, alsoTicked] = await firstOfQueue(page)
  await page.goto(`/admin/moderation?source=${encodeURIComponent(source)}&doubt=none`)
  await expectAccessible(page)

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByLabel('Use keyboard shortcuts in this browser').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(itemOf(page, approved)).not.toBeFocused()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByLabel('Use keyboard shortcuts in this browser').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(itemOf(page, approved)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(itemOf(page, approved).getByRole('region', { name: 'Description', exact: true })).toBeVisible()
  await page.keyboard.press('a')
  await expect(toast(page)).toContainText('Approved')

  await expect(itemOf(page, rejected)).toBeFocused()
  await expect(itemOf(page, rejected).getByRole('region', { name: 'Description', exact: true })).toBeVisible()
  await page.keyboard.press('r')
  const why = page.getByRole('dialog', { name: 'Reject?' })
  await page.keyboard.press('Control+Enter')
  await expect(why.getByLabel('Reason for the poster')).toHaveAccessibleDescription(/Please give a reason/)
  const ready = why.getByLabel('Ready-made reasons')
  await ready.selectOption('The job is no longer open.')
  // Enter alone never sends a rejection.
  await ready.press('Enter')
  await why.getByLabel('Reason for the poster').press('Enter')
  await expect(why.getByLabel('Reason for the poster')).toHaveValue(/no longer open\.\n$/)
  await why.getByLabel('Reason for the poster').press('Control+Enter')
  await expect(toast(page)).toContainText('Rejected')

  await expect(itemOf(page, edited)).toBeFocused()
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit' })
  await form.getByLabel('Job title').fill(`Corrected ${mark}`)
  await form.getByRole('button', { name: 'Save and approve' }).click()
  await expect(toast(page)).toContainText('Saved and approved')

  await expect(itemOf(page, undone)).toBeFocused()
  await page.keyboard.press('a')
  await expect(itemOf(page, undone)).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(toast(page)).toContainText('Undone')
  await expect(itemOf(page, undone)).toBeFocused()

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Approve 2', exact: true }).click()
  await expect(toast(page)).toContainText('2 approved')
  await expect(itemOf(page, alsoTicked)).toHaveCount(0)

  for (const { posting } of [approved, ticked, alsoTicked]) {
    await page.goto(`/jobs/${posting.id}`)
    await expect(page.getByRole('heading', { name: posting.title, level: 1 })).toBeVisible()
  }
  await page.goto(`/jobs?keyword=${encodeURIComponent(`"Corrected ${mark}"`)}`)
  await expect(rows(page).filter({ hasText: `Corrected ${mark}` })).toHaveCount(1)
  await takeBackInHistory(page, rejected)
  for (const { posting } of [rejected, undone]) {
    expect((await page.request.get(`/api/jobs/${posting.id}`)).status()).toBe(404)
  }

  expect(await importDataset(page, baseURL), 'jobs that the second import added').toBe(0)
})

async function takeBackInHistory(page: Page, { posting }: QueueItem): Promise<void> {
  await page.goto('/admin/moderation/history?action=reject')
  const row = page
    .getByRole('row')
    .filter({ has: page.locator(`a[href$="${posting.id}"]`) })
    .filter({ hasText: 'The job is no longer open.' })
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Undo/ }).click()
  await expect(row).toContainText('Undone by')
  await expect(row.getByRole('button')).toHaveCount(0)
}

const itemOf = (page: Page, { posting }: QueueItem): Locator =>
  page.getByRole('list', { name: 'What waits' }).locator(`[data-key="pending-${posting.id}"]`)

type Six = [QueueItem, QueueItem, QueueItem, QueueItem, QueueItem, QueueItem]

/** Of those without a doubtful fact, which nobody can approve; what is drawn differs from run to run. */
async function firstOfQueue(page: Page): Promise<Six> {
  const answer = await page.request.get('/api/admin/queue', { params: { source, doubt: 'none' } })
  return ((await answer.json()) as ResponseOf<'GET /api/admin/queue'>).items.slice(0, 6) as Six
}

/** @returns the number of added jobs. */
async function importDataset(page: Page, baseURL: string | undefined): Promise<number> {
  const headers = { origin: baseURL ?? '' }
  const sources = '/api/admin/import-sources'
  const { sources: known } = (await (await page.request.get(sources)).json()) as { sources: { id: string; name: string }[] }
  const url = `http://127.0.0.1:${(datasets.address() as AddressInfo).port}/${mark}.json`
  const fields = { name: source, url, mapping: {}, schedule: 'never', isComplete: false, structuredDataAllowed: false }
  const create = async () => (await (await page.request.post(sources, { headers, data: fields })).json()) as { id: string }
  const { id } = known.find((it) => it.name === source) ?? (await create())
  const run = await page.request.post(`${sources}/${id}/run`, { headers })
  expect(run.ok(), await run.text()).toBe(true)
  const { runId } = (await run.json()) as { runId: string }
  const imported = async () =>
    (await (await page.request.get(`/api/admin/imports/${runId}`)).json()) as { status: string; imported: number }
  await expect.poll(async () => (await imported()).status, { timeout: 30_000 }).toBe('finished')
  return (await imported()).imported
}
