import type { Page } from '@playwright/test'
import type { SearchResult } from '#features/jobs/contract.ts'
import { isCompared, payRangeAnnual } from '#features/jobs/model.ts'
import { expect, test } from './fixtures.ts'
import { column, results, rows, hydrated } from './results.ts'

const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const sorted = (texts: string[]) => texts.toSorted((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }))
const names = async (page: Page) => (await column(page, 'Job')).map((it) => it.split('\n')[0] ?? '')

test.describe('a column’s head', () => {
  test('sorts by it from the first page on, says so, and turns the order round', async ({ page }) => {
    await page.goto('/jobs?specialty=Urology&page=2')
    await expect(head(page, 'Posted')).toHaveAttribute('aria-sort', 'descending')

    await head(page, 'City').getByRole('link', { name: 'City' }).click()
    await expect(page).toHaveURL(/sortBy=city&sortOrder=asc/)
    await expect(page).not.toHaveURL(/page=/)
    await expect(head(page, 'City')).toHaveAttribute('aria-sort', 'ascending')
    await expect(head(page, 'Posted')).not.toHaveAttribute('aria-sort')
    await expect
      .poll(async () => {
        const shown = await column(page, 'City')
        return shown.join('|') === sorted(shown).join('|')
      })
      .toBe(true)
    const first = (await column(page, 'City'))[0]

    await head(page, 'City').getByRole('link', { name: 'City' }).click()
    await expect(page).toHaveURL(/sortBy=city&sortOrder=desc/)
    await expect(head(page, 'City')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => (await column(page, 'City'))[0]).not.toBe(first)
  })
})

test('the order can be chosen, is announced, and oldest first is kept for the next visit', async ({ page }) => {
  await page.goto('/jobs')
  await page.getByLabel('Sort by').selectOption('oldest')
  await expect(page).toHaveURL('/jobs?sortBy=oldest')
  await expect(results(page).getByText('Sorted: Oldest first')).toBeAttached()
  await expect(results(page).getByText('Sorted: Oldest first')).toHaveCount(0)
  const oldest = await names(page)
  expect(await page.evaluate(() => localStorage.getItem('preferredSort'))).toBe('oldest')

  await page.goto('/jobs')
  await expect(page).toHaveURL('/jobs?sortBy=oldest')
  await expect.poll(() => names(page)).toEqual(oldest)

  await page.getByLabel('Sort by').selectOption('')
  await expect(page).toHaveURL('/jobs')
  expect(await page.evaluate(() => localStorage.getItem('preferredSort'))).toBe('recent')
  await page.goto('/jobs')
  await expect(rows(page).first()).toBeVisible()
  await hydrated(page)
  await expect(page).toHaveURL('/jobs')
})

test('Above the median lists pay by how far it is above that of its specialty', async ({ page }) => {
  await page.goto('/jobs?specialty=Psychiatry,Cardiology')
  await page.getByLabel('Sort by').selectOption('Above the median')
  await expect(page).toHaveURL('/jobs?sortBy=aboveMedian&specialty=Cardiology%2CPsychiatry')
  const { jobs, medians = {} } = (await (
    await page.request.get('/api/jobs?specialty=Psychiatry,Cardiology&sortBy=aboveMedian&limit=100')
  ).json()) as SearchResult
  const shares = jobs.map((job) => {
    const pay = payRangeAnnual(job)
    return pay && isCompared(job) ? (pay.from + pay.to) / 2 / (medians[job.specialty] ?? 0) : 0
  })
  expect(shares[0]).toBeGreaterThan(1)
  expect(new Set(jobs.slice(0, 20).map((job) => job.specialty)).size).toBe(2)
  for (const [index, share] of shares.entries())
    expect(share, String(index)).toBeLessThanOrEqual((shares[index - 1] ?? share) + 1e-5)
  await expect.poll(() => names(page)).toEqual(jobs.slice(0, 20).map((job) => job.title))
  const open = (await (await page.request.get('/api/v1/jobs?sortBy=aboveMedian&specialty=Psychiatry,Cardiology')).json()) as {
    jobs: { id: string }[]
  }
  expect(open.jobs[0]?.id).toBe(jobs[0]?.id)
})

test.describe('pages', () => {
  const pages = (page: Page) => page.getByRole('navigation', { name: 'Pagination' })

  test('show one to five, an ellipsis and the last', async ({ page }) => {
    await page.goto('/jobs')
    const last = Number(/of ([\d,]+)/.exec(await pages(page).innerText())?.[1]?.replace(',', ''))
    expect(last).toBeGreaterThan(100)
    for (const number of [1, 2, 3, 4, 5, last])
      await expect(pages(page).getByRole('link', { name: `Page ${number}`, exact: true })).toBeVisible()
    await expect(pages(page).getByRole('link', { name: 'Page 6', exact: true })).toHaveCount(0)
    await expect(pages(page).getByText('…')).toBeVisible()
    await expect(pages(page).getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(pages(page).getByRole('link', { name: 'Previous page' })).toHaveCount(0)
    const first = await names(page)

    await pages(page).getByRole('link', { name: 'Page 3', exact: true }).click()
    await expect(page).toHaveURL(/\/jobs\?asOf=\d+&page=3$/)
    await expect.poll(() => names(page)).not.toEqual(first)
    await expect(results(page)).toBeFocused()
    await expect(rows(page).first()).toBeInViewport()
    await pages(page).getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/\/jobs\?asOf=\d+&page=4$/)
    await pages(page)
      .getByRole('link', { name: `Page ${last}`, exact: true })
      .click()
    await expect(page).toHaveURL(new RegExp(`/jobs\\?asOf=\\d+&page=${last}$`))
    await expect(pages(page).getByText(`Page ${last} of ${last}`)).toBeVisible()
    await expect(pages(page).getByRole('link', { name: 'Next page' })).toHaveCount(0)
    await pages(page).getByRole('link', { name: 'Page 1', exact: true }).click()
    await expect(page).toHaveURL('/jobs')
    await expect.poll(() => names(page)).toEqual(first)
  })

  test('show where one is in the middle', async ({ page }) => {
    await page.goto('/jobs?page=50')
    for (const number of [1, 49, 50, 51])
      await expect(pages(page).getByRole('link', { name: `Page ${number}`, exact: true })).toBeVisible()
    await expect(pages(page).getByRole('link', { name: 'Page 2', exact: true })).toHaveCount(0)
    await expect(pages(page).getByText('…')).toHaveCount(2)
    // The page, the view, and the unit of the pay bounds.
    await expect(page.locator('main [aria-current]')).toHaveCount(3)
    await expect(pages(page).getByRole('link', { name: 'Page 50', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('link', { name: 'Table view' })).toHaveAttribute('aria-current', 'true')
  })
})

test.describe('the view', () => {
  test('is a table at first; another choice is kept for the session, across pages', async ({ page, context }) => {
    await page.goto('/jobs')
    await expect(page.getByRole('table', { name: 'Jobs found' })).toBeVisible()

    for (const mode of ['Grid', 'List'] as const) {
      await page.getByRole('link', { name: `${mode} view` }).click()
      await expect(page.getByRole('table', { name: 'Jobs found' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: `${mode} view` })).toHaveAttribute('aria-current', 'true')
      await expect(
        results(page)
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { level: 2 }) }),
      ).toHaveCount(20)
      expect(await page.evaluate(() => sessionStorage.getItem('jobSearchViewMode'))).toBe(mode.toLowerCase())
    }
    await page.goto('/?show=jobs')
    await expect(page.getByRole('link', { name: 'List view' })).toHaveAttribute('aria-current', 'true')

    const other = await context.newPage()
    await other.goto('/jobs')
    await expect(other.getByRole('table', { name: 'Jobs found' })).toBeVisible()
  })

  test('is seven jobs on a phone’s first screen, each of 92 px at most', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/jobs?sortBy=oldest')
    const boxes = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect))
    for (const { height } of boxes) expect(height).toBeLessThanOrEqual(92)
    expect(boxes.filter(({ top }) => top < 760).length).toBeGreaterThanOrEqual(7)
  })

  test('is a table at 1280 px that cuts no title, and cards below 900 px', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/jobs?sortBy=oldest')
    const titles = () =>
      rows(page).evaluateAll((all) =>
        all.map((it) => it.querySelector('a')).filter((it) => it && it.scrollHeight > it.clientHeight + 1),
      )
    expect(await titles()).toEqual([])
    await expect(page.getByRole('columnheader', { name: 'Job' })).toBeVisible()
    await page.setViewportSize({ width: 890, height: 800 })
    await expect(page.getByRole('columnheader', { name: 'Job' })).toBeHidden()
  })

  test('says what pay by the hour comes to where the search compares years, and by what rule', async ({ page }) => {
    const rule = page.getByText('A full-time year has 1,900 hours, 220 days or 48 weeks of work.')
    await page.goto('/jobs?keyword=locums&sortBy=oldest')
    await expect(rows(page)).toHaveCount(20)
    await expect(rule).toHaveCount(0)
    await page.goto('/jobs?keyword=locums&minPay=200000&sortBy=oldest')
    await expect(
      rows(page)
        .getByText(/about \$\d+K a year/)
        .first(),
    ).toBeVisible()
    await expect(rule).toBeVisible()
  })

  test('opens and closes a row’s description', async ({ page }) => {
    // The newest may be what another test has just posted, in few words.
    await page.goto('/jobs?sortBy=oldest')
    const toggle = rows(page)
      .first()
      .getByRole('button', { name: /^Description of/ })
    const whole = page.getByRole('link', { name: 'Read the whole posting' })
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(whole).toBeVisible()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
    await toggle.click()
    await expect(whole).toBeHidden()
  })
})
