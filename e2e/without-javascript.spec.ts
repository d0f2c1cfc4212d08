import { clickTo, expect, pressEnterTo, test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import { cards, chips, column, filters, jobLink, listed, rows, total } from './results.ts'

test.use({ javaScriptEnabled: false })

test('searching, paging, sorting, another view and reading work', async ({ page }) => {
  await page.goto('/')
  const specialty = page
    .getByRole('search', { name: 'Search physician jobs' })
    .getByLabel('Specialty', { exact: true })
  await expect(specialty.getByRole('option')).toHaveCount(35)
  await page.getByRole('searchbox', { name: 'Specialty, position or keyword' }).fill('physician')
  await page.getByRole('button', { name: 'Search Jobs' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Search Results for "physician"' }),
  ).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  const first = await jobLink(page).innerText()

  await page
    .getByRole('navigation', { name: 'Pagination' })
    .getByRole('link', { name: 'Next page' })
    .click()
  await expect(page).toHaveURL(/q=physician.*page=2|page=2.*q=physician/)
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect(jobLink(page)).not.toHaveText(first)

  await clickTo(
    page.getByRole('columnheader', { name: 'Pay' }).getByRole('link', { name: 'Pay' }),
    /sort=comp/,
  )
  await expect(page.getByRole('columnheader', { name: 'Pay' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )

  await page.getByRole('link', { name: 'Grid view' }).click()
  await cards(page).first().getByText('Description').click()
  await expect(cards(page).first().getByRole('paragraph').last()).toBeVisible()
  await page.getByRole('link', { name: 'Table view' }).click()
  await expect(rows(page)).toHaveCount(20)

  const title = await jobLink(page).innerText()
  await jobLink(page).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Similar Opportunities' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await clickTo(
    page.getByRole('link', { name: 'Back', exact: true }),
    /^[^?]*\/jobs\?.*keyword=physician/,
  )
})

test('the filter form filters, also by pay, and the search bar keeps the filters', async ({
  page,
}) => {
  await page.goto('/jobs?state=CA')
  const all = await total(page)
  await (await listed(filters(page), 'Specialty', 'Psychiatry')).check()
  await (await listed(filters(page), 'State', 'Texas')).check()
  await (await listed(filters(page), 'Setting', 'Outpatient')).check()
  await (await listed(filters(page), 'Setting', 'Telemedicine')).check()
  await page.getByLabel('Sort by').selectOption('oldest')
  await filters(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Psychiatry Jobs' })).toBeVisible()
  const found = await total(page)
  expect(found).toBeLessThan(all)
  for (const place of await column(page, 'City')) expect(place).toMatch(/, (CA|TX)$/)
  await expect(chips(page).getByRole('link')).toHaveCount(6)
  await expect(await listed(filters(page), 'State', 'California')).toBeChecked()
  await expect(filters(page).getByRole('checkbox', { name: 'Telemedicine' })).toBeChecked()

  const bar = page.getByRole('search').filter({ has: page.getByLabel('City or ZIP') })
  await bar.getByLabel('Specialty, position or keyword').fill('physician')
  await clickTo(bar.getByRole('button', { name: 'Search' }), /keyword=physician/)
  expect(new URL(page.url()).searchParams.getAll('state').join()).toBe('CA,TX')
  await chips(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(chips(page)).toHaveCount(0)
  // Other tests add and remove jobs.
  expect(await total(page)).toBeGreaterThan(found)

  await filters(page).getByRole('link', { name: 'an hour' }).click()
  await fillIn(filters(page), { 'Pay at least': '$150', 'Pay at most': '200' })
  await filters(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(chips(page).getByRole('link', { name: 'At least $150 an hour' })).toBeVisible()
  await expect(chips(page).getByRole('link', { name: 'At most $200 an hour' })).toBeVisible()
  await expect(filters(page).getByLabel('Pay at most')).toHaveValue('200')
})

test('on a phone menu, search and filters work', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/jobs')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Whitecoat' })).toBeVisible()
  await page.getByRole('banner').getByRole('searchbox', { name: 'Search jobs' }).fill('nights')
  await pressEnterTo(page, '/jobs?keyword=nights')
  await page.getByRole('link', { name: 'Filters' }).click()
  await expect(filters(page)).toBeInViewport()
  await (await listed(filters(page), 'Job type', 'Full-time')).check()
  await clickTo(filters(page).getByRole('button', { name: 'Apply filters' }), /keyword=nights/)
  await expect(page).toHaveURL(/jobType=full-time/)
})

test('a search says how it was understood, and takes parts of it back', async ({ page }) => {
  await page.goto('/jobs?keyword=hospitalist+or+psychiatry+no+nights')
  const without = await total(page)
  await expect(page.getByText(/^Jobs that do not say are also shown: “No /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remove filter: Hospitalist' })).toBeVisible()
  await clickTo(
    page.getByRole('link', { name: 'Remove filter: No nights' }),
    '/jobs?keyword=hospitalist+or+psychiatry',
  )
  expect(await total(page)).toBeGreaterThan(without)

  await page.getByRole('link', { name: 'Search the words instead' }).click()
  await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry&literal=true')
  await expect(page.getByRole('link', { name: 'Remove filter: Hospitalist' })).toHaveCount(0)
  // Applying the form keeps what it has no field for.
  await filters(page).getByRole('checkbox', { name: 'Telehealth' }).check()
  await clickTo(filters(page).getByRole('button', { name: 'Apply filters' }), /telehealth=true/)
  expect(new URL(page.url()).searchParams.get('literal')).toBe('true')
  await page.getByRole('link', { name: 'Remove filter: Telehealth' }).click()
  await clickTo(
    page.getByRole('link', { name: 'Remove filter: Words as typed' }),
    '/jobs?keyword=hospitalist+or+psychiatry',
  )
  await expect(page.getByRole('link', { name: 'Remove filter: or Psychiatry' })).toBeVisible()
})

test('the map opens and leads to states and counties by links', async ({ page }) => {
  await page.goto('/jobs')
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  const map = page.getByRole('region', { name: 'Map' })
  await map.getByRole('link', { name: 'Hawaii' }).click()
  await map
    .getByRole('link', { name: /County$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/city=\w+\+County/)
  expect(await total(page)).toBeGreaterThan(0)
})

test.describe('what a form cannot do', () => {
  test.use({ expectedComplaints: /status of 404|answer: 404/ })

  test('is said on a page that leads on', async ({ page }) => {
    await page.goto('/alerts/stop?token=x')
    await page.getByRole('button', { name: 'Stop job alert' }).click()
    await expect(page.getByRole('alert')).toContainText('This link no longer works.')
    await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible()
    await clickTo(page.getByRole('link', { name: 'Go to the home page' }), '/')
  })
})
