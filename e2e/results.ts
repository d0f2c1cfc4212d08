import { expect, type Locator, type Page } from '@playwright/test'

/** The list of results as a visitor sees it, in table mode unless said otherwise. */

export const results = (page: Page): Locator => page.getByRole('region', { name: 'Results' })

export const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Jobs found' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /^Apply/ }).or(page.getByRole('button', { name: 'Apply' })) })

export const columns = { job: 0, specialty: 1, place: 2, type: 3, pay: 4, posted: 5 } as const

/** The texts of one column, from the first row to the last. */
export const column = (page: Page, name: keyof typeof columns): Promise<string[]> =>
  rows(page).evaluateAll(
    (all, index) => all.map((row) => row.querySelectorAll('td')[index]?.innerText.trim() ?? ''),
    columns[name],
  )

/** The link to the job of one row, counted from 0. */
export const jobLink = (page: Page, row = 0): Locator => rows(page).nth(row).getByRole('cell').first().getByRole('link')

/** How many jobs the page says it found, once it has found them. */
export async function total(page: Page): Promise<number> {
  const said = results(page)
    .getByRole('status')
    .filter({ hasText: /^[\d,]+\+? jobs?$/ })
  await expect(said).toBeVisible()
  return Number((await said.innerText()).replaceAll(/\D/g, ''))
}

/** The page's scripts have taken over: what is pressed from now on takes effect without a new page. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')))
  await expect(page.getByRole('button', { name: 'Apply filters' })).toHaveCount(0)
}

/** A value in one of the filter form's lists, which is opened for it. */
export async function listed(form: Locator, list: string, value: string): Promise<Locator> {
  const group = form.getByRole('group', { name: list, exact: true })
  if ((await group.count()) === 0) await form.getByText(list, { exact: true }).first().click()
  return group.getByRole('checkbox', { name: new RegExp(`^${value}`) })
}
