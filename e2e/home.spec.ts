import { expectNoOverflow } from './accessible.ts'
import { callApi } from './api.ts'
import { runSql } from './database.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { signUp } from './people.ts'
import { inboxOf, inquire, message, postAsEmployer } from './posters.ts'
import { column, jobLink, rows } from './results.ts'
import { replyTo } from '#test/press.ts'

test('a newcomer finds, reads and compares jobs, and returns', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Physician Jobs in the United States | Whitecoat')
  await page.getByRole('searchbox', { name: 'Specialty, position or keyword' }).fill('ER')
  await page.getByLabel('City, State, or ZIP').fill('Texas')
  await clickTo(page.getByRole('button', { name: 'Search Jobs' }), '/?show=jobs&q=ER&loc=Texas')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Search Results for "ER"' }),
  ).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  for (const place of await column(page, 'City')) expect(place).toMatch(/, TX$/)
  // Every row is of the specialty that was meant, so none repeats it.
  await expect(page.getByRole('columnheader', { name: 'Specialty' })).toHaveCount(0)

  const link = jobLink(page, 14)
  await link.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  const title = await link.innerText()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}\?.*keyword=ER/)

  await clickTo(page.getByRole('link', { name: 'Back', exact: true }), '/?show=jobs&q=ER&loc=Texas')
  await expect(jobLink(page, 14)).toBeInViewport()
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place))
    .toBeLessThan(5)

  await jobLink(page, 14).click()
  await expect(page.getByRole('heading', { name: 'Similar Opportunities' })).toBeVisible()
  await clickTo(
    page.getByRole('link', { name: 'Find Similar Jobs' }),
    '/?specialty=Emergency+Medicine&state=TX',
  )
  await expect(rows(page).first()).toBeVisible()
  await clickTo(page.getByRole('link', { name: 'Back to Home' }), '/')
  await expect(page.getByRole('button', { name: 'Search Jobs' })).toBeVisible()
})

test('Home shows eight chips and three figures; chips and the specialty list search', async ({
  page,
}) => {
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

  await page
    .getByRole('main')
    .getByRole('link', { name: 'Psychiatry', exact: true })
    .first()
    .click()
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
  expect(offered).toEqual(offered.toSorted((one, other) => one.localeCompare(other)))
  await specialty.selectOption('Radiation Oncology')
  await clickTo(
    page.getByRole('button', { name: 'Search Jobs' }),
    '/?show=jobs&specialty=Radiation+Oncology',
  )

  await page.goto('/')
  await clickTo(page.getByRole('link', { name: 'Show All Physician Jobs' }), '/?show=jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'All Physician Jobs' })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
})

test('a physician’s Home has the news, then what waits, then the search', async ({
  page,
  request: employer,
}) => {
  await signUp(page.request)
  const { id, email } = await callApi(page.request, 'GET /api/auth/user')
  await runSql('update users set email_verified_at = now() where id = $1', [id])
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: /^Physician jobs/ })).toBeVisible()
  const job = await postAsEmployer(employer, 'Hospitalist who answers')
  await inquire(page.request, job.id, email ?? '')
  const ids = (await inboxOf(employer)).map((inquiry) => inquiry.id)
  await callApi(employer, 'POST /api/presses', { body: replyTo(ids, message) })
  const search = { specialty: 'Internal Medicine' }
  await callApi(page.request, 'POST /api/alerts', { body: { search } })
  const lastWeek = "update physician_desks set visited_at = now() - interval '7 days'"
  await runSql(`${lastWeek} where physician_id = $1`, [id])

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(
      page.getByRole('heading', { level: 1, name: /^Since your last visit/ }),
    ).toBeVisible()
    const alert = page.getByRole('region', { name: /new jobs: Internal Medicine$/ })
    await expect(alert.getByRole('listitem')).toHaveCount(width === 360 ? 2 : 3)
    const waits = page.getByRole('region', { name: 'Conversations that wait for you' })
    await expect(waits).toContainText('Sample Hospital answered')
    const form = page.getByRole('search', { name: 'Search physician jobs' })
    const board = page.getByRole('heading', { name: 'New on the board' })
    const parts = [page.getByRole('heading', { level: 1 }), alert, waits, form, board]
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    await expectNoOverflow(page)
  }
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Saved' })).toBeVisible()
  await clickTo(header.getByRole('link', { name: 'Applications' }), '/applications')
})

test('Home shows new jobs, pay, a map, and a count at every state and specialty', async ({
  page,
}) => {
  // Other tests add and remove jobs, so the counts of another call may differ.
  const counts = { Cardiology: 1234, 'Vascular Surgery': 0, TX: 2345 }
  await page.route('**/api/hero-figures', (route) =>
    route.fulfill({ json: { figures: [], counts } }),
  )
  await page.goto('/about')
  await clickTo(page.getByRole('banner').getByRole('link', { name: /Whitecoat/ }), '/')
  const main = page.getByRole('main')
  await expect(
    main.getByRole('table', { name: /^Yearly pay in popular specialties/ }),
  ).toBeVisible()
  for (const entry of [/^Cardiology1,234$/, /^Vascular Surgery0$/, /^Texas2,345$/])
    await expect(main.getByRole('listitem').filter({ hasText: entry })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(1)
  await clickTo(main.locator('use[href="/maps/us.svg#TX"]'), '/jobs?state=TX')
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
  await clickTo(main.getByRole('link', { name: 'All jobs' }), '/jobs')
})
