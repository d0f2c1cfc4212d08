import type { Facets } from '#features/jobs/contract.ts'
import { expectNoOverflow } from './accessible.ts'
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
    String(counts.states.find((state) => state.value === 'TX')?.count),
  )
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(1)
  await main.locator('use[href="/maps/us.svg#TX"]').click()
  await expect(page).toHaveURL('/jobs?state=TX')
  // On a phone it is three screens long, and folds its lists.
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/')
  expect((await main.boundingBox())?.height).toBeLessThanOrEqual(3 * 800)
  await expect(main.getByRole('link', { name: 'Wyoming' })).toBeHidden()
  await main.getByText('Jobs by state').click()
  await expect(main.getByRole('link', { name: 'Wyoming' })).toBeVisible()
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
