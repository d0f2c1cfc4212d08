import { expect, test } from './fixtures.ts'
import { signInAsSample, somebody } from './people.ts'
import { column, jobLink, listed, results, rows, total } from './results.ts'

test.use({ javaScriptEnabled: false })

test('searching, paging, sorting and reading work', async ({ page }) => {
  await page.goto('/')
  const specialty = page.getByRole('search', { name: 'Search physician jobs' }).getByLabel('Specialty', { exact: true })
  await expect(specialty.getByRole('option')).toHaveCount(35)
  await page.getByRole('searchbox', { name: 'Specialty, position or keyword' }).fill('physician')
  await page.getByRole('button', { name: 'Search Jobs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Search Results for "physician"' })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  const first = await jobLink(page).innerText()

  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/q=physician.*page=2|page=2.*q=physician/)
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect(jobLink(page)).not.toHaveText(first)

  await page.getByRole('columnheader', { name: 'Pay' }).getByRole('link', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/sort=comp/)
  await expect(page.getByRole('columnheader', { name: 'Pay' })).toHaveAttribute('aria-sort', 'descending')

  const title = await jobLink(page).innerText()
  await jobLink(page).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Similar Opportunities' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/^[^?]*\/jobs\?.*keyword=physician/)
})

test('the filter form filters', async ({ page }) => {
  await page.goto('/jobs')
  const all = await total(page)
  const form = page.getByRole('form', { name: 'Filters' })
  await (await listed(form, 'Specialty', 'Psychiatry')).check()
  await (await listed(form, 'State', 'California')).check()
  await (await listed(form, 'State', 'Texas')).check()
  await form.getByText('Setting', { exact: true }).first().click()
  await form.getByRole('checkbox', { name: 'Outpatient' }).check()
  await form.getByRole('checkbox', { name: 'Telemedicine' }).check()
  await page.getByLabel('Sort by').selectOption('oldest')
  await form.getByRole('button', { name: 'Apply filters' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Psychiatry Jobs' })).toBeVisible()
  const found = await total(page)
  expect(found).toBeLessThan(all)
  for (const place of await column(page, 'City')) expect(place).toMatch(/, (CA|TX)$/)
  const chips = results(page).getByRole('list', { name: 'Applied filters' })
  await expect(chips.getByRole('link')).toHaveCount(6)
  await expect(await listed(form, 'State', 'California')).toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Telemedicine' })).toBeChecked()
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(chips).toHaveCount(0)
  // Other tests add and remove jobs meanwhile.
  expect(await total(page)).toBeGreaterThan(found)
})

test('pay is asked for by two fields, a year or an hour', async ({ page }) => {
  await page.goto('/jobs')
  const all = await total(page)
  const form = page.getByRole('form', { name: 'Filters' })
  await form.getByRole('link', { name: 'an hour' }).click()
  await form.getByLabel('Pay at least').fill('$150')
  await form.getByLabel('Pay at most').fill('200')
  await form.getByRole('button', { name: 'Apply filters' }).click()
  const chips = results(page).getByRole('list', { name: 'Applied filters' })
  await expect(chips.getByRole('link', { name: 'At least $150 an hour' })).toBeVisible()
  await expect(chips.getByRole('link', { name: 'At most $200 an hour' })).toBeVisible()
  expect(await total(page)).toBeLessThan(all)
  await expect(form.getByLabel('Pay at most')).toHaveValue('200')
})

test('the search bar keeps the filters', async ({ page }) => {
  await page.goto('/jobs?state=TX')
  const bar = page.getByRole('search').filter({ has: page.getByLabel('City or ZIP') })
  await bar.getByLabel('Specialty, position or keyword').fill('peds')
  await bar.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/keyword=peds/)
  expect(new URL(page.url()).searchParams.get('state')).toBe('TX')
  for (const place of await column(page, 'City')) expect(place).toMatch(/, TX$/)
})

test('views have addresses', async ({ page }) => {
  await page.goto('/jobs')
  await page.getByRole('link', { name: 'Grid view' }).click()
  await expect(page).toHaveURL('/jobs?view=grid')
  const card = results(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .first()
  await card.getByText('Description').click()
  await expect(card.getByRole('paragraph').last()).toBeVisible()
  // One by one needs scripts.
  await page.getByRole('link', { name: 'One by one view' }).click()
  await expect(rows(page)).toHaveCount(20)
  await expect(results(page).locator('.animate-pulse:visible')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 760 } })

  test('menu, search and filters work', async ({ page }) => {
    await page.goto('/jobs')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'About Whitecoat' })).toBeVisible()
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search jobs' }).fill('nights')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/jobs?keyword=nights')
    await page.getByRole('link', { name: 'Filters' }).click()
    const form = page.getByRole('form', { name: 'Filters' })
    await expect(form).toBeInViewport()
    await (await listed(form, 'Job type', 'Full-time')).check()
    await form.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page).toHaveURL(/keyword=nights/)
    await expect(page).toHaveURL(/jobType=full-time/)
  })
})

test('the page of a link to a CV explains a link that does not work, and asks for a new one', async ({ page }) => {
  await page.goto('/inquiry-cv?token=abc')
  await page.getByRole('button', { name: 'Open the CV' }).click()
  await expect(page).toHaveURL(/\/inquiry-cv\?token=abc&state=dead$/)
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Email me a new link' })).toBeVisible()
})

test('‘Ask about these’ leads to a page with the questions, whose form is sent', async ({ page }) => {
  await page.goto('/jobs')
  await jobLink(page).click()
  await page.getByRole('button', { name: /^Ask about th/ }).click()
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}\/inquiry\?message=/)
  await expect(page.getByLabel('Message')).toHaveValue(/• /)
  await page.getByLabel('Name').fill('Ada Sample')
  await page.getByLabel('Email').fill(somebody().email)
  await page.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(page).toHaveURL(/\/inquiry\?state=sent$/)
  await expect(page.getByText('Inquiry sent successfully!')).toBeVisible()
})

test.describe('a posting that is not theirs', () => {
  test.use({ expectedComplaints: /status of 404|answer: 404/ })

  test('is refused to posters in a sentence', async ({ page, baseURL }) => {
    await signInAsSample(page.request, 'employer', baseURL)
    for (const path of ['', '/edit']) {
      const answer = await page.goto(`/employer/jobs/01a1fcb2-d45d-78f3-89a3-a50cc17759c6${path}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText("Job posting not found or you don't have permission to edit it.")).toBeVisible()
    }
  })
})

test.describe('what a form cannot do', () => {
  test.use({ expectedComplaints: /status of 404|answer: 404/ })

  test('is said on a page that leads on', async ({ page }) => {
    await page.goto('/alerts/stop?token=x')
    await page.getByRole('button', { name: 'Stop job alert' }).click()
    await expect(page.getByRole('alert')).toContainText('This link no longer works.')
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page).toHaveURL('/')
  })
})
