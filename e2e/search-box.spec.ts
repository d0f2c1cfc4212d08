import type { Page } from '@playwright/test'
import { expectNoOverflow } from './accessible.ts'
import { clickTo, expect, pressEnterTo, test } from './fixtures.ts'
import { column, filters, listed, results, total } from './results.ts'

const keyword = (page: Page) =>
  page.getByRole('search').getByLabel('Specialty, position or keyword')
const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/** The box has its suggestions once it has the focus. */
async function typeInto(page: Page, text: string, name = 'Specialty, position or keyword') {
  await page.getByRole('search').getByLabel(name).focus()
  const box = page.getByRole('combobox', { name })
  await expect(box).toBeVisible()
  await page.keyboard.type(text)
  return box
}

test('suggestions can be chosen with the keyboard, or closed, or clicked', async ({ page }) => {
  await page.goto('/jobs')
  const box = await typeInto(page, '')
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('cardi')
  await expect(options(page).first()).toContainText('Cardiology')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toBeFocused()
  await expect(box).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).first().getAttribute('id')) ?? '',
  )
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await pressEnterTo(page, '/jobs?specialty=Cardiology')
  await expect(options(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Cardiology Jobs' })).toBeVisible()

  // Escape closes them, and Enter searches for what was typed.
  await typeInto(page, 'psychia')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(keyword(page)).toHaveValue('psychia')
  await pressEnterTo(page, '/jobs?keyword=psychia&specialty=Cardiology')

  await page.goto('/jobs')
  await typeInto(page, 'phoen')
  await page
    .getByRole('option', { name: /Phoenix.*Location/ })
    .first()
    .click()
  await expect(page).toHaveURL(/city=Phoenix|keyword=/)
  await expect
    .poll(async () => new Set((await column(page, 'City')).map((it) => it.slice(-4))))
    .toEqual(new Set([', AZ']))
})

test('before anything is typed, recent searches and popular specialties are offered', async ({
  page,
}) => {
  await page.goto('/jobs?keyword=hospitalist+no+nights')
  await typeInto(page, '')
  await page.goto('/jobs')
  await keyword(page).click()
  await expect(options(page).first()).toHaveText(/hospitalist no nights.*Recent/)
  await expect(options(page).last()).toHaveText(/Popular/)
  await page.getByRole('option', { name: 'Clear recent searches' }).click()
  await expect(options(page).filter({ hasText: 'Recent' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await pressEnterTo(page, /\/jobs\?specialty=/)
})

test('the place box offers counties and cities, and a filter’s list finds by first letters', async ({
  page,
}) => {
  await page.goto('/jobs?jobType=full-time')
  await typeInto(page, 'harris', 'City or ZIP')
  await clickTo(
    options(page).filter({ hasText: 'Harris County, TX' }),
    '/jobs?city=Harris+County%2C+TX&jobType=full-time',
  )
  const place = page.getByRole('search').getByLabel('City or ZIP')
  await expect(place).toHaveValue('Harris County, TX')
  await place.fill('hous')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(options(page)).toHaveCount(0)
  await expect(place).toHaveValue('hous')

  await page.goto('/jobs')
  await filters(page).getByText('Specialty', { exact: true }).first().click()
  const find = filters(page).getByLabel('Find in Specialty')
  const ticks = filters(page)
    .getByRole('group', { name: 'Specialty', exact: true })
    .getByRole('checkbox')
  await find.fill('card')
  await expect(ticks.first()).toHaveAccessibleName(/^Cardiology/)
  await find.press('Enter')
  await expect(page).toHaveURL(/specialty=Cardiology$/)
  await expect(find).toBeFocused()
  await expect(find).toHaveValue('')
  // By what physicians call them, too.
  await find.fill('peds')
  await expect(ticks.last()).toHaveAccessibleName(/^Pediatrics/)
  await clickTo(ticks.last(), /specialty=Cardiology%2CPediatrics$/)
})

test('Home suggests places, specialties, and filters, which become words that find their jobs', async ({
  page,
}) => {
  await page.goto('/')
  await typeInto(page, 'hous', 'City, State, or ZIP')
  await page.getByRole('option', { name: /Houston, TX/ }).click()
  await expect(page.getByLabel('City, State, or ZIP')).toHaveValue('Houston, TX')
  await typeInto(page, 'cardiol')
  await expect(options(page).first()).toHaveAccessibleName(/^Cardiology Specialty/)
  await page.keyboard.press('ArrowDown')
  await pressEnterTo(page, '/?show=jobs&specialty=Cardiology&loc=Houston%2C+TX')
  await page.goto('/')
  await typeInto(page, 'j-1')
  await clickTo(page.getByRole('option', { name: /^J-1 waiver/ }), '/?show=jobs&q=J-1+waiver')
  await expect(page.getByRole('link', { name: 'Remove filter: J-1 waiver' })).toBeVisible()
})

test('words of texts hide no job, and say so on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/jobs?keyword=radiology+quiet')
  const said = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^\d+ exact match(es)?\. \d+ related jobs?$/ })
  const [complete, related] = (await said.innerText()).split(/\D+/).map(Number) as [number, number]
  expect(complete).toBeGreaterThan(0)
  await expect(
    page.getByRole('rowheader', { name: `${related} more with some of the words` }),
  ).toHaveCount(complete < 20 ? 1 : 0)
  await expect(results(page).getByText('Not used: “quiet”.')).toBeVisible()
  await expectNoOverflow(page)
  await clickTo(
    page.getByRole('link', { name: 'Only jobs with “quiet”' }),
    '/jobs?keyword=radiology+%22quiet%22',
  )
  await expect.poll(() => total(page)).toBe(complete)
  await clickTo(
    page.getByRole('link', { name: 'Remove filter: “quiet”' }),
    '/jobs?keyword=radiology',
  )
})

test('what the words mean is ticked among the filters, and taken back there', async ({ page }) => {
  await page.goto('/jobs?keyword=cardiologist+texas')
  await expect(page.getByRole('button', { name: /^Email me new jobs/ })).toBeInViewport({
    ratio: 1,
  })
  await expect(await listed(filters(page), 'State', 'Texas')).toBeChecked()
  const cardiology = await listed(filters(page), 'Specialty', 'Cardiology')
  await expect(cardiology).toBeChecked()
  await expect(
    filters(page)
      .getByRole('group', { name: 'Specialty', exact: true })
      .getByRole('checkbox')
      .first(),
  ).toHaveAccessibleName(/^Cardiology/)
  await clickTo(cardiology, '/jobs?keyword=texas')
  await expect(await listed(filters(page), 'Specialty', 'Cardiology')).not.toBeChecked()
})

test('another reading that is as near is a link', async ({ page }) => {
  await page.goto('/jobs?keyword=nephrology+ID')
  await expect(page.getByRole('link', { name: 'Remove filter: Idaho' })).toBeVisible()
  await clickTo(
    page.getByRole('link', { name: 'Nephrology, Infectious Disease', exact: true }),
    '/jobs?keyword=nephrology+Infectious+Disease',
  )
})

test('an unknown place shows no jobs but guesses with their counts', async ({ page }) => {
  await page.goto('/jobs?city=Xyzzyville')
  await expect(page.getByText('We do not know the location Xyzzyville.')).toBeVisible()
  // Each count arrives by itself: which link is the first with a count is sure once all three have
  // theirs.
  const guesses = page
    .getByRole('main')
    .getByRole('link', { name: /, [A-Z]{2} \(\d[\d,]* jobs?\)$/ })
  await expect(guesses).toHaveCount(3)
  const guess = guesses.first()
  const [, place = '', count = ''] =
    /^(.*) \((.* jobs?)\)$/.exec((await guess.textContent()) ?? '') ?? []
  await guess.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(place)
  await expect(page.getByRole('main')).toContainText(count)
})
