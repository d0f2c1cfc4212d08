import type { Page } from '@playwright/test'
import type { JobMap } from '#features/jobs/contract.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const map = (page: Page) => page.getByRole('region', { name: 'Map' })
const resultsCount = (page: Page) => page.getByRole('region', { name: 'Results' }).getByText(/^[\d,]+ jobs?$/)

test('the map opens on demand, and its code and outlines come only then', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/jobs')
  expect(asked.filter((it) => it.includes('map'))).toEqual([])
  await map(page).getByRole('link', { name: 'Map', exact: true }).click()
  await expect(map(page).getByRole('table', { name: 'Jobs and pay by state' })).toBeVisible()
  await expect.poll(() => asked).toContain('/maps/us.svg')
})

test('a click on a state shows its jobs and its counties, with the other filters', async ({ page, request }) => {
  await page.goto('/jobs?jobType=full-time&map=jobs')
  const { areas } = (await (await request.get('/api/job-map?jobType=full-time')).json()) as JobMap
  const texas = areas.find((it) => it.id === 'TX')
  await map(page).locator('use[href="/maps/us.svg#TX"]').click()
  await expect(page).toHaveURL('/jobs?jobType=full-time&state=TX&map=jobs')
  await expect(resultsCount(page)).toHaveText(`${texas?.count} jobs`)
  const counties = map(page).getByRole('table', { name: 'Jobs and pay by county in Texas' })
  await expect(counties.getByRole('row').nth(1)).toContainText('County')
  await expect(map(page).getByRole('table', { name: 'Jobs by place' })).toBeVisible()
  await map(page).getByRole('link', { name: 'All states' }).click()
  await expect(page).toHaveURL('/jobs?jobType=full-time&map=jobs')
})

test('the table does the same by keyboard, and the map stays open when a filter changes', async ({ page }) => {
  await page.goto('/jobs')
  await map(page).getByRole('link', { name: 'Map', exact: true }).focus()
  await page.keyboard.press('Enter')
  const alaska = map(page).getByRole('row').filter({ hasText: 'Alaska' })
  const count = await alaska.getByRole('cell').first().innerText()
  await alaska.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/jobs?state=AK&map=jobs')
  await expect(resultsCount(page)).toHaveText(new RegExp(`^${count} jobs?$`))
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/jobs')
  await expect(map(page).getByRole('table', { name: 'Jobs and pay by state' })).toBeVisible()
  await map(page).getByRole('button', { name: 'Pay' }).click()
  await expect(map(page).getByRole('button', { name: 'Pay' })).toHaveAttribute('aria-pressed', 'true')
  await expect(map(page).getByRole('list', { name: 'Shades' })).toContainText('$')
})

test('nothing found is a map without figures', async ({ page }) => {
  await page.goto('/jobs?keyword=zzzzqqqq&map=jobs')
  await expect(map(page).getByText('No jobs found here.')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the map opens and leads to states and counties by links', async ({ page }) => {
    await page.goto('/jobs')
    await map(page).getByRole('link', { name: 'Map', exact: true }).click()
    await map(page).getByRole('link', { name: 'Hawaii' }).click()
    await map(page)
      .getByRole('link', { name: /County$/ })
      .first()
      .click()
    await expect(page).toHaveURL(/city=\w+\+County/)
    await expect(resultsCount(page)).toBeVisible()
  })
})

test.describe('accessibility', () => {
  test.slow()
  for (const path of ['/jobs?map=jobs', '/jobs?map=jobs&state=TX', '/jobs/specialty/family-medicine']) {
    test(`${path} is accessible`, async ({ page }) => {
      await page.goto(path)
      await expectAccessibleEverywhere(page)
    })
  }
})
