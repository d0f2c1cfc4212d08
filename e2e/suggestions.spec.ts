import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { column, rows } from './results.ts'

const keyword = (page: Page) => page.getByRole('search').getByLabel('Specialty, position or keyword')
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

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
  await expect(box).toHaveAttribute('aria-activedescendant', (await options(page).first().getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/jobs?specialty=Cardiology')
  await expect(options(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Cardiology Jobs' })).toBeVisible()

  // Escape closes them, and Enter searches for what was typed.
  await typeInto(page, 'psychia')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(keyword(page)).toHaveValue('psychia')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/jobs?keyword=psychia&specialty=Cardiology')

  await page.goto('/jobs')
  await typeInto(page, 'phoen')
  await page
    .getByRole('option', { name: /Phoenix.*Place/ })
    .first()
    .click()
  await expect(page).toHaveURL(/city=Phoenix|keyword=/)
  await expect.poll(async () => (await column(page, 'City')).filter((it) => !it.endsWith(', AZ'))).toEqual([])
  expect(await rows(page).count()).toBeGreaterThan(0)
})

test('before anything is typed, recent searches and popular specialties are offered', async ({ page }) => {
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
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/jobs\?specialty=/)
})

test('the place box offers counties and cities, and a filter’s list finds by first letters', async ({ page }) => {
  await page.goto('/jobs?jobType=full-time')
  await typeInto(page, 'harris', 'City or ZIP')
  await options(page).filter({ hasText: 'Harris County, TX' }).click()
  await expect(page).toHaveURL('/jobs?city=Harris+County%2C+TX&jobType=full-time')
  const place = page.getByRole('search').getByLabel('City or ZIP')
  await expect(place).toHaveValue('Harris County, TX')
  await place.fill('hous')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(options(page)).toHaveCount(0)
  await expect(place).toHaveValue('hous')

  await page.goto('/jobs')
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByText('Specialty', { exact: true }).first().click()
  const find = filters.getByLabel('Find in Specialty')
  const ticks = filters.getByRole('group', { name: 'Specialty', exact: true }).getByRole('checkbox')
  await find.fill('card')
  await expect(ticks.first()).toHaveAccessibleName(/^Cardiology/)
  await find.press('Enter')
  await expect(page).toHaveURL(/specialty=Cardiology$/)
  await expect(find).toBeFocused()
  await expect(find).toHaveValue('')
  // By what physicians call them, too.
  await find.fill('peds')
  await expect(ticks.last()).toHaveAccessibleName(/^Pediatrics/)
  await ticks.last().check()
  await expect(page).toHaveURL(/specialty=Cardiology%2CPediatrics$/)
})

test('Home suggests places, specialties, and filters, which become words that find their jobs', async ({ page }) => {
  await page.goto('/')
  await typeInto(page, 'hous', 'City, State, or ZIP')
  await page.getByRole('option', { name: /Houston, TX/ }).click()
  await expect(page.getByLabel('City, State, or ZIP')).toHaveValue('Houston, TX')
  await typeInto(page, 'cardiol')
  await expect(page.getByRole('option', { name: /^Cardiology Specialty/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?show=jobs&specialty=Cardiology&loc=Houston%2C+TX')
  await page.goto('/')
  await typeInto(page, 'j-1')
  await page.getByRole('option', { name: /^J-1 waiver/ }).click()
  await expect(page).toHaveURL('/?show=jobs&q=J-1+waiver')
  await expect(page.getByRole('link', { name: 'Remove filter: J-1 waiver' })).toBeVisible()
})
