import type { Locator, Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expectNoOverflow } from './accessible.ts'
import { clickTo, test } from './fixtures.ts'
import { clickForToast, expect, toast } from './people.ts'
import { endsIn, inquire, post, postAsEmployer, pressAndAnswer, signUpPoster } from './posters.ts'

test.use({ expectedComplaints: /status of (404|500)|answer: (404|500)/ })

const list = (page: Page): Locator => page.getByRole('list', { name: 'Your job postings' })
const row = (page: Page, title: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
const total = (page: Page, label: string): Locator =>
  page.getByRole('list', { name: 'Status' }).getByRole('link', { name: label, exact: true })

test('the dashboard lists, counts, finds, sorts, changes and deletes postings', async ({
  page,
}) => {
  test.slow()
  await signUpPoster(page.request, { role: 'recruiter' })
  await post(page.request, 'Cardiologist, noninvasive')
  await post(page.request, 'Hospitalist, nights', {
    specialty: 'Internal Medicine',
    isActive: false,
  })
  await post(page.request, 'Urologist')
  const titles = list(page).getByRole('heading')

  await test.step('finds and sorts', async () => {
    await page.goto('/employer/dashboard')
    for (const label of ['Total Jobs 3', 'Active Jobs 2', 'Draft Jobs 1'])
      await expect(total(page, label)).toBeVisible()
    await expect(row(page, 'Cardiologist, noninvasive')).toContainText('Active')
    await expect(row(page, 'Cardiologist, noninvasive')).toContainText('Expires in 60 days')
    await expect(row(page, 'Hospitalist, nights')).toContainText('Draft')
    await page.getByLabel('Sort by').selectOption('Title')
    await expect(page).toHaveURL('/employer/dashboard?sort=title')
    await expect(titles.first()).toHaveText('Cardiologist, noninvasive')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('hospitalist')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(titles).toHaveText(['Hospitalist, nights'])
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('neurologist')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { name: 'No postings found' })).toBeVisible()
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(titles).toHaveCount(3)
    await total(page, 'Draft Jobs 1').click()
    await expect(titles).toHaveText(['Hospitalist, nights'])
    await total(page, 'Total Jobs 3').click()
    await expect(titles).toHaveCount(3)
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue('')
  })

  await test.step('changes several at once', async () => {
    const bulk = page.getByRole('group', { name: 'Bulk actions' })
    await expect(bulk).toHaveCount(0)
    await page.getByLabel('Select Urologist').check()
    await page.getByRole('button', { name: 'Select all 3' }).click()
    await bulk.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Apply URL').fill('https://example.com/apply')
    await clickForToast(page.getByRole('button', { name: 'Save Changes' }), '3 postings edited')
    await page.getByLabel('Select Urologist').check()
    await page.getByRole('button', { name: 'Select all 3' }).click()
    await clickForToast(
      page.getByRole('button', { name: 'Deactivate', exact: true }),
      '3 postings deactivated',
    )
    await expect(total(page, 'Active Jobs 0')).toBeVisible()
    await page.getByLabel('Select Hospitalist, nights').check()
    await page.getByLabel('Select Urologist').check()
    await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
    const remove = bulk.getByRole('button', { name: 'Delete' })
    expect(await pressAndAnswer(remove)).toBe(
      'Are you sure you want to delete 2 postings? This action cannot be undone.',
    )
    await expect(titles).toHaveText(['Cardiologist, noninvasive'])
  })

  await test.step('deletes one once that is confirmed', async () => {
    const button = page.getByRole('button', { name: 'Delete Cardiologist, noninvasive' })
    const question =
      'Are you sure you want to delete "Cardiologist, noninvasive"? This action cannot be undone.'
    expect(await pressAndAnswer(button, false)).toBe(question)
    await expect(row(page, 'Cardiologist, noninvasive')).toBeVisible()
    await page.route('**/api/job-postings/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 500, body: 'no words' })
        : route.fallback(),
    )
    await pressAndAnswer(button)
    await expect(toast(page)).toContainText('Failed to delete job posting. Please try again.')
    await page.unrouteAll()
    await pressAndAnswer(button)
    await expect(toast(page)).toContainText('Job deleted')
    await expect(toast(page)).toContainText('The job posting has been removed successfully.')
    await expect(page.getByRole('heading', { name: 'No job postings yet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Post Your First Job' })).toHaveAttribute(
      'href',
      '/employer/jobs/new',
    )
    await expect(page.getByRole('link', { name: 'Post New Job' })).toHaveAttribute(
      'href',
      '/employer/jobs/new',
    )
  })

  await test.step('shows an error when the postings cannot be loaded', async () => {
    await page.route(/\/api\/job-postings/, (route) =>
      route.fulfill({ status: 500, body: 'no words' }),
    )
    await page.goto('/about')
    // Within the site the browser fetches the data.
    await clickTo(page.getByRole('link', { name: 'Whitecoat' }).first(), '/employer/dashboard')
    await expect(page.getByRole('alert')).toContainText(
      'Failed to load your job postings. Please refresh the page or try again later.',
    )
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'No job postings yet' })).toBeVisible()
  })
})

test('the dashboard shows what came of each posting, and leads to what mends it', async ({
  page,
  request: others,
}) => {
  test.slow()
  // Comparable postings of three other employers, which state their pay.
  const companies = ['One Clinic', 'Two Clinic', 'Three Clinic']
  await signUpPoster(others, { role: 'recruiter', companyName: 'Sample Search' }, companies)
  const place = { specialty: 'Geriatrics', location: 'Cody, WY' } as const
  const peers = []
  for (const company of ['One Clinic', 'Two Clinic', 'Three Clinic', 'One Clinic', 'Two Clinic'])
    peers.push(await post(others, 'Geriatrician', { ...place, company, salaryMin: '250000' }))
  await signUpPoster(page.request)
  const [{ id }, quiet] = [
    await post(page.request, 'Geriatrician, watched', place),
    await post(page.request, 'Cardiologist, quiet'),
  ]
  await runSql("update jobs set posted_at = now() - interval '20 days' where id = any ($1)", [
    [id, ...peers.map((it) => it.id)],
  ])
  await runSql(
    'insert into posting_insights (job_id, day, views, apply_clicks, visitors) select $1, current_date - n, 4, 1, 3 from generate_series(1, 5) n',
    [id],
  )
  await inquire(others, id, 'sample@mail.example', { name: 'Dr. Sample' })

  await page.goto('/employer/dashboard')
  const watched = row(page, 'Geriatrician, watched')
  await expect(watched.getByRole('link', { name: '20 views' })).toBeVisible()
  await expect(watched).toContainText('apply clicks5')
  await expect(row(page, quiet.title).getByRole('link', { name: '0 views' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Employer desk' })
  await expect(tabs.getByRole('link', { name: 'Inbox 1 new' })).toBeVisible()
  await clickTo(watched.getByRole('link', { name: '1 inquiry' }), `/employer/inbox?jobId=${id}`)
  await expect(
    page.getByRole('link', { name: 'Dr. Sample about Geriatrician, watched' }),
  ).toBeVisible()

  await tabs.getByRole('link', { name: 'Insights' }).click()
  const advice = page.getByRole('region', { name: 'What to do next' })
  await expect(advice).toContainText(
    /Compared with \d+ Geriatrics postings by other employers in Wyoming/,
  )
  await expect(advice).toContainText(
    /\d+ of \d+ comparable postings state the pay\. Yours does not\./,
  )
  await advice.getByRole('link', { name: 'Add the pay' }).click()
  await expect(page.getByLabel('Minimum salary')).toBeFocused()

  await page.goto(`/employer/jobs/${id}`)
  const compared = page.getByRole('region', { name: 'How this posting compares' })
  await expect(compared).toContainText('state the pay. Yours does not.')
  await expect(compared.getByRole('link', { name: 'Add the pay' })).toHaveAttribute(
    'href',
    `/employer/jobs/${id}/edit?field=salaryMin`,
  )
})

test('the dashboard begins with what needs its poster, and its list', async ({
  page,
  request: others,
}) => {
  await signUpPoster(page.request)
  const [{ id: asked }, { id: ends }, { id: ended }] = [
    await post(page.request, 'Cardiologist, asked'),
    await post(page.request, 'Cardiologist, ending'),
    await post(page.request, 'Cardiologist, rejected'),
  ]
  await inquire(others, asked, 'waits@mail.example', { name: 'Dr. Sample' })
  await runSql("update inquiries set created_at = now() - interval '3 days' where job_id = $1", [
    asked,
  ])
  await endsIn(ends, 5)
  await runSql("update jobs set status = 'rejected' where id = $1", [ended])
  for (const [width, most] of [
    [1280, 330],
    [360, 420],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/employer/dashboard')
    const needs = page.getByRole('region', { name: 'Needs you' })
    await expect(needs.getByRole('link')).toHaveText([
      '1 unread inquiry',
      '1 overdue',
      '1 posting expires soon',
      '1 posting was rejected',
    ])
    const first = await list(page).getByRole('listitem').first().boundingBox()
    expect(first?.y).toBeLessThanOrEqual(most)
    await expectNoOverflow(page)
  }
  await clickTo(page.getByRole('link', { name: '1 overdue' }), '/employer/inbox?late=1')
  await expect(
    page.getByRole('link', { name: 'Dr. Sample about Cardiologist, asked' }),
  ).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: '1 posting expires soon' }).click()
  await expect(list(page).getByRole('heading')).toHaveText([
    'Cardiologist, ending',
    'Cardiologist, asked',
  ])
  // The row opens its posting wherever somebody clicks.
  await page.setViewportSize({ width: 1280, height: 900 })
  await row(page, 'Cardiologist, ending').click({ position: { x: 700, y: 8 } })
  await expect(page).toHaveURL(`/employer/jobs/${ends}`)
})

test('a posting that could not be loaded is tried again, and copied to a form, which is posted then', async ({
  page,
}) => {
  const { id } = await postAsEmployer(page.request, 'Cardiologist, noninvasive', {
    salaryMin: '300,000',
    benefits: ['CME Allowance'],
  })
  await page.goto('/employer/dashboard')
  await page.route(`**/api/job-postings/${id}`, (route) =>
    route.fulfill({ status: 500, body: 'no words' }),
  )
  await page.getByRole('link', { name: 'Edit Cardiologist, noninvasive' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to load job posting. Please refresh the page or try again later.',
  )
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('form', { name: 'Edit Job' })).toBeVisible()

  await page.goto('/employer/dashboard')
  await page.getByRole('link', { name: 'View Cardiologist, noninvasive' }).click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const form = page.getByRole('form', { name: 'Post a Job' })
  await expect(form.getByLabel('Location', { exact: true })).toHaveValue('Austin, TX')
  await expect(form.getByLabel('Minimum salary')).toHaveValue('300,000')
  await form.getByLabel('Job title').fill('Cardiologist, invasive')
  await clickTo(form.getByRole('button', { name: 'Post Job' }), /\/employers\/posted\?id=/)
})
