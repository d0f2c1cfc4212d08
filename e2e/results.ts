import { expect, test, type Locator, type Page } from '@playwright/test'

/** The list of results, in table mode by default. */

export const results = (page: Page): Locator => page.getByRole('region', { name: 'Results' })

export const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Jobs found' })
    .getByRole('row')
    .filter({
      // A narrow row has no room to show it.
      has: page
        .getByRole('link', { name: /^Apply/, includeHidden: true })
        .or(page.getByRole('button', { name: 'Apply', includeHidden: true })),
    })

/** While a search is under way, the list and its total are those of the search before. */
const loaded = (page: Page): Promise<void> =>
  expect(results(page)).toHaveAttribute('aria-busy', 'false')

/** The texts of one column; a filter may have made it leave. */
export async function column(page: Page, name: 'Job' | 'City'): Promise<string[]> {
  await loaded(page)
  return rows(page).evaluateAll((all, head) => {
    const heads = [...(all[0]?.closest('table')?.querySelectorAll('th') ?? [])].map(
      (element) => element.textContent,
    )
    const index = heads.findIndex((it) => it.startsWith(head))
    return all.map((row) => row.querySelectorAll('td')[index]?.innerText.trim() ?? '')
  }, name)
}

/** The jobs in cards, each with its title as a heading. */
export const cards = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })

/** The link to a row's job, counted from 0. */
export const jobLink = (page: Page, row = 0): Locator =>
  rows(page).nth(row).getByRole('cell').first().getByRole('link')

/** The total of the search that the address names. */
export async function total(page: Page): Promise<number> {
  await loaded(page)
  const said = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^[\d,]+\+? jobs?$/ })
  await expect(said).toBeVisible()
  return Number((await said.innerText()).replaceAll(/\D/g, ''))
}

/** Waits for hydration. */
export const hydrated = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-hydrated', { timeout: 15_000 })

/** The filter form beside the list. */
export const filters = (page: Page): Locator => page.getByRole('form', { name: 'Filters' })

export const chips = (page: Page): Locator =>
  page.getByRole('main').getByRole('list', { name: 'Applied filters' })

/** Opens a list of the filter form, and returns one of its values. */
export async function listed(form: Locator, list: string, value: string): Promise<Locator> {
  const group = form.getByRole('group', { name: list, exact: true })
  if ((await group.count()) === 0) await form.getByText(list, { exact: true }).first().click()
  return group.getByRole('checkbox', { name: new RegExp(`^${value}`) })
}

/**
 * Notes in the report how long the slowest interaction took to the next paint: a figure, which
 * depends on the machine.
 */
export async function noteInteractions(page: Page): Promise<void> {
  const slowest = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let most = 0
        new PerformanceObserver((list) => {
          most = Math.max(most, ...list.getEntries().map((entry) => entry.duration))
        }).observe({
          type: 'event',
          buffered: true,
          durationThreshold: 16,
        } as PerformanceObserverInit)
        requestAnimationFrame(() => setTimeout(() => resolve(most), 0))
      }),
  )
  test
    .info()
    .annotations.push({ type: 'interaction to next paint', description: `${slowest} ms at most` })
}

const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).click()

export async function share(page: Page): Promise<void> {
  await more(page)
  await page.getByRole('button', { name: 'Share' }).click()
}

/** Adds the job of the page to the comparison. */
export async function compare(page: Page): Promise<void> {
  await more(page)
  await page.getByRole('button', { name: /^Compare: / }).click()
}
