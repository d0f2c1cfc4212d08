import type { Page } from '@playwright/test'
import { clickTo, expect, test } from './fixtures.ts'
import { cards, column, jobLink, results, rows } from './results.ts'

const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const sorted = (texts: string[]) =>
  texts.toSorted((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }))
const names = async (page: Page) => (await column(page, 'Job')).map((it) => it.split('\n')[0] ?? '')

test('a column’s head sorts by it from the first page on, says so, and turns the order round', async ({
  page,
}) => {
  await page.goto('/jobs?specialty=Urology&page=2')
  await expect(head(page, 'Posted')).toHaveAttribute('aria-sort', 'descending')

  await clickTo(head(page, 'City').getByRole('link', { name: 'City' }), /sortBy=city&sortOrder=asc/)
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

  await clickTo(
    head(page, 'City').getByRole('link', { name: 'City' }),
    /sortBy=city&sortOrder=desc/,
  )
  await expect(head(page, 'City')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await column(page, 'City'))[0]).not.toBe(first)
})

test('the order can be chosen, is announced, and oldest first is kept for the next visit', async ({
  page,
}) => {
  await page.goto('/jobs')
  // It is said for a second only, so the page itself looks for it.
  const announced = page.waitForFunction(() =>
    document.querySelector('main')?.textContent.includes('Sorted: Oldest'),
  )
  await page.getByLabel('Sort by').selectOption('oldest')
  await expect(page).toHaveURL('/jobs?sortBy=oldest')
  await announced
  await expect(page.getByText('Sorted: Oldest')).toHaveCount(0)
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
  await expect(page).toHaveURL('/jobs')
})

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pagination' })

test('pages show where one is: at the beginning, in the middle and at the end', async ({
  page,
}) => {
  const link = (number: number) =>
    pages(page).getByRole('link', { name: `Page ${number}`, exact: true })
  // Other tests post nothing of it, so its first page is the same afterwards.
  const address = '/jobs?specialty=Emergency+Medicine'
  await page.goto(address)
  const last = Number(/of (\d+)/.exec(await pages(page).innerText())?.[1])
  for (const number of [1, 2, 3, 4, 5, last]) await expect(link(number)).toBeVisible()
  await expect(link(6)).toHaveCount(0)
  await expect(pages(page).getByText('…')).toBeVisible()
  await expect(link(1)).toHaveAttribute('aria-current', 'page')
  await expect(pages(page).getByRole('link', { name: 'Previous page' })).toHaveCount(0)
  const first = await names(page)

  const onPage = (number: number) =>
    new RegExp(`/jobs\\?asOf=\\d+&page=${number}&specialty=Emergency\\+Medicine$`)
  await clickTo(link(3), onPage(3))
  await expect.poll(() => names(page)).not.toEqual(first)
  await expect(results(page)).toBeFocused()
  await expect(rows(page).first()).toBeInViewport()
  await clickTo(pages(page).getByRole('link', { name: 'Next page' }), onPage(4))
  await clickTo(link(last), onPage(last))
  await expect(pages(page).getByText(`Page ${last} of ${last}`)).toBeVisible()
  await expect(pages(page).getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await clickTo(link(1), address)
  await expect.poll(() => names(page)).toEqual(first)

  await page.goto('/jobs?page=50')
  for (const number of [1, 49, 50, 51]) await expect(link(number)).toBeVisible()
  await expect(link(2)).toHaveCount(0)
  await expect(pages(page).getByText('…')).toHaveCount(2)
  // The page, the view, and the unit of the pay bounds.
  await expect(page.locator('main [aria-current]')).toHaveCount(3)
  await expect(link(50)).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: 'Table view' })).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test('the view is a table at first; another choice is kept for the session, across pages', async ({
  page,
  context,
}) => {
  await page.goto('/jobs')
  await expect(page.getByRole('table', { name: 'Jobs found' })).toBeVisible()

  for (const mode of ['Grid', 'List'] as const) {
    await page.getByRole('link', { name: `${mode} view` }).click()
    await expect(page.getByRole('table', { name: 'Jobs found' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: `${mode} view` })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await expect(cards(page)).toHaveCount(20)
    expect(await page.evaluate(() => sessionStorage.getItem('jobSearchViewMode'))).toBe(
      mode.toLowerCase(),
    )
  }
  await page.goto('/?show=jobs')
  await expect(page.getByRole('link', { name: 'List view' })).toHaveAttribute(
    'aria-current',
    'true',
  )

  const other = await context.newPage()
  await other.goto('/jobs')
  await expect(other.getByRole('table', { name: 'Jobs found' })).toBeVisible()
})

test('a list is seven jobs on a phone’s first screen, and a table that cuts no title on a desktop', async ({
  page,
}) => {
  // The newest may be what another test has just posted, in few words.
  for (const path of ['/jobs?keyword=productivity', '/jobs?sortBy=oldest']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    const boxes = await rows(page).evaluateAll((all) =>
      all.map((element) => {
        const title = element.querySelector('a') ?? element
        const [height, lines] = [element, title].map(
          (part) => part.getBoundingClientRect().height,
        ) as [number, number]
        return {
          isCut: title.scrollHeight > title.clientHeight + 1,
          beyond: height - (lines > 30 ? 80 : 60),
        }
      }),
    )
    expect(boxes.filter(({ isCut }) => isCut)).toEqual([])
    // One whose title takes two lines is higher.
    expect(Math.max(...boxes.map(({ beyond }) => beyond))).toBeLessThanOrEqual(0)
  }
  const apply = rows(page)
    .first()
    .getByRole('link', { name: /^Apply/ })
  await expect(apply).toHaveCSS('opacity', '0')
  await jobLink(page, 0).focus()
  await expect(apply).toHaveCSS('opacity', '1')
  await expect(head(page, 'Job')).toBeVisible()
  await page.setViewportSize({ width: 890, height: 800 })
  await expect(head(page, 'Job')).toBeHidden()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.evaluate(() => scrollTo(0, 0))
  const boxes = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect),
  )
  for (const { height } of boxes) expect(height).toBeLessThanOrEqual(92)
  expect(boxes.filter(({ top }) => top < 760).length).toBeGreaterThanOrEqual(7)
})

test('a list says in full what pay by the hour comes to where the search compares years, and by what rule', async ({
  page,
}) => {
  const rule = page.getByText('A full-time year has 1,900 hours, 220 days or 48 weeks of work.')
  const years = page.getByText(/about \$\d+K a year$/)
  await page.goto('/jobs?keyword=locums&minPay=200000&sortBy=oldest')
  await expect(rule).toBeVisible()
  await expect(years.first()).toBeVisible()
  expect(
    await years.evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length),
  ).toBe(0)
  await page.goto('/jobs?keyword=locums&sortBy=oldest')
  await expect(rows(page).first()).toBeVisible()
  await expect(rule).toHaveCount(0)
})

test('a row’s description opens and closes, and leaves the columns as they were', async ({
  page,
}) => {
  // The narrowest table.
  await page.setViewportSize({ width: 960, height: 800 })
  await page.goto('/jobs?sortBy=oldest')
  const widths = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().width)))
  const closed = await widths()
  const toggle = rows(page)
    .first()
    .getByRole('button', { name: /^Description of/ })
  const whole = page.getByRole('link', { name: 'Read the whole posting' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(whole).toBeVisible()
  expect(await widths()).toEqual(closed)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
  await toggle.click()
  await expect(whole).toBeHidden()
})
