import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { sampleJobs } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { cards, compare, hydrated, jobLink, rows } from './results.ts'

const cardiologists = (request: APIRequestContext, limit: number) =>
  sampleJobs(request, { specialty: 'Cardiology', limit })
const addressOf = (jobs: { id: string }[]) => `/compare?jobs=${jobs.map((job) => job.id).join(',')}`
const choose = (page: Page, row: number) =>
  rows(page)
    .nth(row)
    .getByRole('button', { name: /^Compare: / })
const bar = (page: Page, count: number) => page.getByRole('link', { name: `Compare (${count})` })
const heads = (page: Page) =>
  page.getByRole('columnheader').getByRole('link', { name: /^(?!Remove|Apply)/ })

test('two jobs of the list come side by side, and one goes again', async ({ page }) => {
  await page.goto('/jobs?sortBy=oldest')
  const titles = [await jobLink(page, 0).innerText(), await jobLink(page, 1).innerText()]
  await choose(page, 0).click()
  await expect(choose(page, 0)).toHaveAttribute('aria-pressed', 'true')
  await expect(bar(page, 1)).toBeInViewport()
  await choose(page, 1).click()
  await bar(page, 2).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Compare Jobs' })).toBeVisible()
  await expect(heads(page)).toHaveText(titles)

  await page.getByRole('link', { name: `Remove: ${titles[0]}` }).click()
  await expect(heads(page)).toHaveText([titles[1] ?? ''])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(heads(page)).toHaveText(titles)
  await page.getByRole('link', { name: `Remove: ${titles[0]}` }).click()
  await expect(heads(page)).toHaveText([titles[1] ?? ''])
  // The comparison before it went, as it was brought back, and the list.
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await clickTo(page.getByRole('link', { name: 'Back', exact: true }), '/jobs?sortBy=oldest')
  await expect(choose(page, 0)).toHaveAttribute('aria-pressed', 'false')
  await expect(bar(page, 1)).toBeVisible()
})

test('two jobs fit side by side on a phone, and four on a desktop', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const jobs = await cardiologists(request, 4)
  await page.goto(addressOf(jobs.slice(0, 2)))
  await expect(heads(page)).toHaveCount(2)
  for (const head of await heads(page).all()) {
    const { x = 0, width = 0 } = (await head.locator('xpath=ancestor::th').boundingBox()) ?? {}
    expect(width).toBeGreaterThan(140)
    expect(x + width).toBeLessThanOrEqual(360)
  }
  await page.goto(addressOf(jobs))
  await expectAccessibleEverywhere(page)
})

test('the way to the comparison covers nothing at the end of a page on a phone, and takes four jobs', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/jobs?sortBy=oldest')
  await jobLink(page, 0).click()
  await expect(page.getByRole('heading', { name: 'Job Overview' })).toBeVisible()
  await compare(page)
  await expect(bar(page, 1)).toBeVisible()
  expect(await coveredAtTheEnd(page)).toEqual([])
  await page.goBack()
  await expect(rows(page)).toHaveCount(20)
  await expect(bar(page, 1)).toBeInViewport()
  expect(await coveredAtTheEnd(page)).toEqual([])

  // A fifth job is refused.
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const row of [1, 2, 3, 4]) await choose(page, row).click()
  await expect(page.getByText('You can compare up to 4 jobs', { exact: true })).toBeVisible()
  await expect(choose(page, 4)).toHaveAttribute('aria-pressed', 'false')
  await expect(bar(page, 4)).toBeVisible()
  await expectAccessible(page, 'div:has(> a[href^="/compare?jobs="])')
})

/**
 * Scrolls to the end of the page's content, and names the links, buttons and texts that cannot be
 * seen for the bar.
 */
function coveredAtTheEnd(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    document.querySelector('main')?.scrollIntoView({ block: 'end', behavior: 'instant' })
    const link = document.querySelector('a[href^="/compare?jobs="]')
    const bar = link?.parentElement?.getBoundingClientRect()
    if (!bar) return ['no bar']
    return [...document.querySelectorAll('main :is(a, button, p, h2, h3, dd, dt, td)')]
      .filter((element) => element.checkVisibility() && !link?.parentElement?.contains(element))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return (
          right > left &&
          left < bar.right &&
          right > bar.left &&
          top < bar.bottom &&
          bottom > bar.top
        )
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

test('the choice outlives the page in this tab, and can be cleared', async ({ page, context }) => {
  await page.goto('/jobs?sortBy=oldest&view=grid')
  const [first, second] = [cards(page).nth(0), cards(page).nth(1)]
  await first.getByRole('button', { name: /^Compare: / }).click()
  await second.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Job Overview' })).toBeVisible()
  await compare(page)
  await expect(bar(page, 2)).toBeInViewport()
  await page.reload()
  await expect(bar(page, 2)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/jobs')
  await hydrated(other)
  await expect(other.getByRole('link', { name: /^Compare \(/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear comparison' }).click()
  await expect(page.getByRole('link', { name: /^Compare \(/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(bar(page, 2)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(heads(page)).toHaveCount(2)
})

test('the address alone shows the jobs: differences first, then common facts', async ({
  page,
  request,
}) => {
  const jobs = await cardiologists(request, 3)
  await page.goto(addressOf([...jobs, ...jobs]))
  await expect(heads(page)).toHaveText(jobs.map((job) => job.title))
  const groups = page.getByRole('rowgroup')
  const differ = groups.filter({ hasText: 'Differences' })
  await expect(
    differ
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Pay', exact: true }) }),
  ).toBeVisible()
  await expect(differ.getByRole('rowheader', { name: 'Location' })).toBeVisible()
  const specialty = groups
    .filter({ hasText: 'In common' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Specialty', exact: true }) })
  await expect(specialty.getByRole('cell')).toHaveText(['Cardiology', 'Cardiology', 'Cardiology'])
})

test('pay in two units has a row for each, and the heads with Apply stay while one scrolls', async ({
  page,
  request,
}) => {
  const paid = (await sampleJobs(request, { limit: 50 })).filter((job) => job.compMin)
  const inUnit = (unit: string) => paid.filter((job) => job.compUnit === unit).slice(0, 1)
  await page.goto(addressOf([...inUnit('YEAR'), ...inUnit('HOUR')]))
  const payOf = (term: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: term }) })
  await expect(payOf('Pay a year').getByRole('cell')).toHaveText([/ a year$/, /^About .+ a year$/])
  await expect(payOf('Pay an hour').getByRole('cell')).toHaveText(['–', / an hour$/])
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 700 })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('link', { name: /^Apply: / }).first()).toBeInViewport()
  }
})

test('rows show their scales without a pointer, on phones, too', async ({ page }) => {
  await page.goto('/jobs')
  await expect(choose(page, 3)).toHaveCSS('opacity', '1')
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(choose(page, 3)).toBeVisible()
})
