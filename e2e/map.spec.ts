import type { Locator, Page } from '@playwright/test'
import { clickTo, expect, pressEnterTo, test } from './fixtures.ts'
import { jobLink, rows } from './results.ts'

const map = (page: Page) => page.getByRole('region', { name: 'Map' })
const mapLink = (page: Page) => page.getByRole('link', { name: 'Map', exact: true })
const resultsCount = (page: Page) => page.getByRole('main').getByText(/^[\d,]+ jobs?$/)

test('the map opens on demand, leads to states and counties by keyboard and mouse, and stays open when a filter changes', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // Other tests post and import full-time work.
  await page.goto('/jobs?jobType=per-diem')
  expect(asked.filter((url) => url.includes('map'))).toEqual([])
  await mapLink(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => asked).toContain('/maps/us.svg')
  const texas = map(page).getByRole('row').filter({ hasText: 'Texas' })
  const count = await texas.getByRole('cell').first().innerText()
  await texas.getByRole('link').focus()
  await pressEnterTo(page, '/jobs?jobType=per-diem&state=TX&map=jobs')
  await expect(resultsCount(page)).toHaveText(new RegExp(`^${count} jobs?$`))
  const counties = map(page).getByRole('table', { name: 'Jobs and pay by county in Texas' })
  await expect(counties.getByRole('row').nth(1)).toContainText('County')
  await expect(map(page).getByRole('table', { name: 'Jobs and pay by location' })).toBeVisible()
  await clickTo(
    map(page).getByRole('link', { name: 'All states' }),
    '/jobs?jobType=per-diem&map=jobs',
  )
  await clickTo(
    map(page).locator('use[href="/maps/us.svg#TX"]'),
    '/jobs?jobType=per-diem&state=TX&map=jobs',
  )
  await expect(resultsCount(page)).toHaveText(new RegExp(`^${count} jobs?$`))
  await clickTo(page.getByRole('link', { name: 'Clear all' }), '/jobs')
  await expect(map(page).getByRole('table', { name: 'Jobs and pay by state' })).toBeVisible()
  await map(page).getByRole('button', { name: 'Pay' }).click()
  await expect(map(page).getByRole('button', { name: 'Pay' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(map(page).getByRole('list', { name: 'Shades' })).toContainText('$')
})

test('on a desktop the list stands beside the map, on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/jobs?map=jobs')
  const outline = map(page).locator('svg').first()
  await expect(outline).toBeInViewport({ ratio: 1 })
  for (const row of [0, 1, 2]) await expect(jobLink(page, row)).toBeInViewport({ ratio: 1 })
  const leftOf = async (element: Locator) => (await element.boundingBox())?.x ?? 0
  await expect
    .poll(async () => (await leftOf(outline)) - (await leftOf(jobLink(page))))
    .toBeGreaterThan(300)
  expect(await meetingLabels(page)).toEqual([])
  // Pay has longer labels, and a wider screen has the table beside the map.
  await page.setViewportSize({ width: 1600, height: 900 })
  await map(page).getByRole('button', { name: 'Pay' }).click()
  await expect(outline.getByText(/^\$/).first()).toBeAttached()
  expect(await meetingLabels(page)).toEqual([])
})

test('list and map point at each other, and pins say what their place pays', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/jobs?state=TX')
  await mapLink(page).click()
  const places = map(page).getByRole('table', { name: 'Jobs and pay by location' })
  const stating = places.getByRole('row').filter({ hasText: '$' })
  await expect(stating.first()).toBeVisible()
  // Other tests post and import jobs, which may fill the first page of the list.
  const listed = await rows(page).allInnerTexts()
  const figures = await stating.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)),
  )
  const [city = '', , pay = ''] =
    figures.find(([name = '']) => listed.some((text) => text.includes(name))) ?? []
  const paid = places.getByRole('row').filter({ hasText: city }).first()
  const pin = map(page).locator(`g[data-place="${city}"] circle`)
  await expect(pin).toHaveAttribute('stroke-width', '1')
  const ofCity = rows(page).filter({ hasText: city })

  // From the map's table, which keyboards use, to its pin and to the rows of the list.
  await paid.getByRole('link').focus()
  await expect(pin).toHaveAttribute('stroke-width', '3')
  await expect(map(page).locator('svg text').filter({ hasText: city })).toContainText(pay)
  await expect(ofCity.first()).toHaveAttribute('data-pointed', '')
  expect(await page.locator('[data-pointed]').count()).toBe(await ofCity.count())

  // Back from a row to its pin, by focus and by pointer.
  const elsewhere = map(page).getByRole('button', { name: 'Pay' })
  await elsewhere.focus()
  await expect(pin).toHaveAttribute('stroke-width', '1')
  await ofCity.first().locator('.row-link').focus()
  await expect(pin).toHaveAttribute('stroke-width', '3')
  await elsewhere.focus()
  await expect(pin).toHaveAttribute('stroke-width', '1')
  await ofCity.first().hover()
  await expect(pin).toHaveAttribute('stroke-width', '3')
  await expect(paid).toHaveClass(/bg-action-wash/)
})

/** Pairs of labels that cover each other. */
const meetingLabels = (page: Page) =>
  map(page)
    .locator('svg text')
    .evaluateAll((all) => {
      const labels = all.map((element) => ({
        text: element.textContent,
        box: element.getBoundingClientRect(),
      }))
      if (labels.length < 20 || labels.some(({ box }) => box.height < 12))
        throw new Error('There are too few labels, or too small ones')
      return labels.flatMap((one, index) =>
        labels
          .slice(index + 1)
          .filter(
            ({ box }) =>
              one.box.left < box.right &&
              box.left < one.box.right &&
              // The box of a line is higher than its figures.
              one.box.top + 6 < box.bottom &&
              box.top + 6 < one.box.bottom,
          )
          .map(({ text }) => `${one.text} ${text}`),
      )
    })
