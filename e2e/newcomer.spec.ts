import { expect, test } from './fixtures.ts'
import { column, jobLink, rows } from './results.ts'

test('a newcomer finds, reads and compares jobs, and returns', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Physician Jobs in the United States | Whitecoat')
  await page.getByRole('searchbox', { name: 'Specialty, position or keyword' }).fill('ER')
  await page.getByLabel('City, State, or ZIP').fill('Texas')
  await page.getByRole('button', { name: 'Search Jobs' }).click()

  await expect(page).toHaveURL('/?show=jobs&q=ER&loc=Texas')
  await expect(page.getByRole('heading', { level: 1, name: 'Search Results for "ER"' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  for (const place of await column(page, 'City')) expect(place).toMatch(/, TX$/)
  // Every row is of the specialty that was meant, so none repeats it.
  const { jobs } = (await (await page.request.get('/api/jobs?keyword=ER&city=Texas')).json()) as { jobs: { specialty: string }[] }
  expect(new Set(jobs.map(({ specialty }) => specialty))).toEqual(new Set(['Emergency Medicine']))
  await expect(page.getByRole('columnheader', { name: 'Specialty' })).toHaveCount(0)

  const link = jobLink(page, 6)
  await link.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  const title = await link.innerText()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}\?.*keyword=ER/)

  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/?show=jobs&q=ER&loc=Texas')
  await expect(jobLink(page, 6)).toBeInViewport()
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(5)

  await jobLink(page, 6).click()
  await expect(page.getByRole('heading', { name: 'Similar Opportunities' })).toBeVisible()
  await page.getByRole('link', { name: 'Find Similar Jobs' }).click()
  await expect(page).toHaveURL('/?specialty=Emergency+Medicine&state=TX')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Search Jobs' })).toBeVisible()
})

test('Home shows eight chips and three figures; chips and the specialty list search', async ({ page }) => {
  await page.goto('/')
  const chips = page
    .getByRole('list')
    .filter({ has: page.getByRole('link', { name: 'Anesthesiology', exact: true }) })
    .first()
  await expect(chips.getByRole('link')).toHaveText([
    'Emergency Medicine',
    'Family Medicine',
    'Internal Medicine',
    'Cardiology',
    'Anesthesiology',
    'Surgery',
    'Psychiatry',
    'Pediatrics',
  ])
  // Other tests add and remove jobs.
  await expect(page.getByText(/^2,[89]\d\d$/)).toBeVisible()
  await expect(page.getByText('1,200+', { exact: true })).toBeVisible()
  await expect(page.getByText(/^\$2[789]\dK$/)).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Psychiatry', exact: true }).first().click()
  await expect(page).toHaveURL('/?show=jobs&specialty=Psychiatry')
  await expect(rows(page).first()).toBeVisible()
  // Where a filter makes a column the same in every row, it leaves.
  await expect(page.getByRole('columnheader', { name: 'Specialty' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Type' })).toBeVisible()

  await page.goto('/')
  const search = page.getByRole('search', { name: 'Search physician jobs' })
  const specialty = search.getByLabel('Specialty', { exact: true })
  const [all, ...offered] = await specialty.getByRole('option').allInnerTexts()
  expect([all, offered.length]).toEqual(['All Specialties', 34])
  expect(offered).toEqual(
    offered.toSorted((one, other) => (one === 'Other' ? 1 : other === 'Other' ? -1 : one.localeCompare(other))),
  )
  await specialty.selectOption('Radiation Oncology')
  await page.getByRole('button', { name: 'Search Jobs' }).click()
  await expect(page).toHaveURL('/?show=jobs&specialty=Radiation+Oncology')

  await page.goto('/')
  await page.getByRole('link', { name: 'Show All Physician Jobs' }).click()
  await expect(page).toHaveURL('/?show=jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'All Physician Jobs' })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
})
