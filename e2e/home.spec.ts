import type { Facets } from '#features/jobs/contract.ts'
import { expectAccessibleEverywhere, expectNoOverflow } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('Home shows new jobs, pay, a map, and a count at every state and specialty', async ({ page, request }) => {
  const { counts } = (await (await request.get('/api/facets')).json()) as Facets
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('table', { name: /^Yearly pay in popular specialties/ })).toBeVisible()
  for (const { value, count } of counts.specialties.slice(0, 3)) {
    const entry = main.getByRole('listitem').filter({ has: page.getByRole('link', { name: value, exact: true }) })
    await expect(entry.filter({ hasText: String(count) }).first()).toBeVisible()
  }
  await expect(main.getByRole('listitem').filter({ hasText: /^Texas/ })).toContainText(
    String(counts.states.find((it) => it.value === 'TX')?.count),
  )
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(1)
  await main.locator('use[href="/maps/us.svg#TX"]').click()
  await expect(page).toHaveURL('/jobs?state=TX')
  await page.goto('/')
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
  }
  await main.getByRole('link', { name: 'All jobs' }).click()
  await expect(page).toHaveURL('/jobs')
})

test('Home says where its counts are estimates', async ({ page }) => {
  await page.route('**/api/facets', async (route) => {
    const answer = (await (await route.fetch()).json()) as Facets
    await route.fulfill({ json: { ...answer, countsAreEstimates: true } })
  })
  await page.goto('/about')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Whitecoat/ })
    .click()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Wyoming', exact: true })).toBeVisible()
  await expect(main.getByText('Counts are estimates.', { exact: true })).toHaveCount(2)
})

test('on a phone Home is three screens long, and folds its lists', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/')
  const main = page.getByRole('main')
  expect((await main.boundingBox())?.height).toBeLessThanOrEqual(3 * 800)
  await expect(main.getByRole('link', { name: 'Wyoming' })).toBeHidden()
  await main.getByText('Jobs by state').click()
  await expect(main.getByRole('link', { name: 'Wyoming' })).toBeVisible()
})

test('on Home a filter that is suggested becomes words, which find its jobs', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('search').getByLabel('Specialty, position or keyword').click()
  await page.keyboard.type('j-1')
  await page.getByRole('option', { name: /^J-1 waiver/ }).click()
  await expect(page).toHaveURL('/?show=jobs&q=J-1+waiver')
  await expect(page.getByRole('link', { name: 'Remove filter: J-1 waiver' })).toBeVisible()
})

test('the search boxes on Home suggest specialties and places', async ({ page }) => {
  await page.goto('/')
  const search = page.getByRole('search', { name: 'Search physician jobs' })
  await search.getByLabel('City, State, or ZIP').focus()
  await expect(search.getByRole('combobox', { name: 'City, State, or ZIP' })).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('hous')
  await page.getByRole('option', { name: /Houston, TX/ }).click()
  await expect(search.getByLabel('City, State, or ZIP')).toHaveValue('Houston, TX')
  await search.getByLabel('Specialty, position or keyword').focus()
  await expect(search.getByRole('combobox', { name: 'Specialty, position or keyword' })).toBeVisible()
  await page.keyboard.type('cardiol')
  await expect(page.getByRole('option', { name: /^Cardiology Specialty/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?show=jobs&specialty=Cardiology&loc=Houston%2C+TX')
})

test('Home is accessible with its suggestions', async ({ page }) => {
  test.slow()
  await page.goto('/')
  await page.getByLabel('City, State, or ZIP').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
})
