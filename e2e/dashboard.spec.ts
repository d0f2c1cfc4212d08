import type { Locator, Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { runSql } from './database.ts'
import { test } from './fixtures.ts'
import { expect, signUp, toast } from './people.ts'
import { answerDialog, fromOurPages, post, signUpPoster, signUpTrusted } from './posters.ts'

test.use({ expectedComplaints: /status of (400|401|403|404|409|500)|answer: (400|401|403|404|409|500)/ })

const list = (page: Page): Locator => page.getByRole('list', { name: 'Your job postings' })
const row = (page: Page, title: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
const stat = (page: Page, label: string): Locator => page.locator('dl > div').filter({ hasText: label }).locator('dd').first()

test.describe('the dashboard', () => {
  test('lists, counts, finds and sorts postings', async ({ page }) => {
    await signUpPoster(page, 'recruiter')
    await post(page.request, 'Cardiologist, noninvasive')
    await post(page.request, 'Hospitalist, nights', { specialty: 'Internal Medicine', isActive: false })
    await page.goto('/employer/dashboard')
    await expect(stat(page, 'Total Jobs')).toHaveText('2')
    await expect(stat(page, 'Active Jobs')).toHaveText('1')
    await expect(stat(page, 'Draft Jobs')).toHaveText('1')
    await expect(row(page, 'Cardiologist, noninvasive')).toContainText('Active')
    await expect(row(page, 'Cardiologist, noninvasive')).toContainText('Expires in 60 days')
    await expect(row(page, 'Hospitalist, nights')).toContainText('Draft')

    await page.getByLabel('Sort by').selectOption('Title')
    await expect(page).toHaveURL('/employer/dashboard?sort=title')
    await expect(list(page).getByRole('heading').first()).toHaveText('Cardiologist, noninvasive')

    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('hospitalist')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(list(page).getByRole('heading')).toHaveText(['Hospitalist, nights'])
    await page.getByLabel('Status').selectOption('Active')
    await expect(page.getByRole('heading', { name: 'No postings found' })).toBeVisible()
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(list(page).getByRole('heading')).toHaveCount(2)
    await expect(page.getByLabel('Status')).toHaveValue('')
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue('')
  })

  test('shows what came of each posting, and leads to what mends it', async ({ page, playwright, baseURL }) => {
    test.slow()
    // Comparable postings of three other employers, which state their pay.
    const others = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signUpTrusted(others, { role: 'recruiter', companyName: 'Sample Search', organizationType: 'Other' })
    const place = { specialty: 'Geriatrics', location: 'Cody, WY' }
    const peers = []
    for (const company of ['One Clinic', 'Two Clinic', 'Three Clinic', 'One Clinic', 'Two Clinic'])
      peers.push(await post(others, 'Geriatrician', { ...place, company, salaryMin: '250000' }))
    await others.dispose()
    await signUpPoster(page)
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
    const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const data = { name: 'Dr. Sample', email: 'sample@mail.example', message: 'What about call duty?', jobId: id }
    expect((await visitor.post('/api/job-inquiry', { data, headers: fromOurPages })).status()).toBe(200)
    await visitor.dispose()

    await page.goto('/employer/dashboard')
    const watched = row(page, 'Geriatrician, watched')
    await expect(watched.getByRole('link', { name: '20 views' })).toBeVisible()
    await expect(watched).toContainText('apply clicks5')
    await expect(row(page, quiet.title).getByRole('link', { name: '0 views' })).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Employer desk' })
    await expect(tabs.getByRole('link', { name: 'Inbox 1 new' })).toBeVisible()
    await watched.getByRole('link', { name: '1 inquiry' }).click()
    await expect(page).toHaveURL(`/employer/inbox?jobId=${id}`)
    await expect(page.getByRole('link', { name: 'Dr. Sample about Geriatrician, watched' })).toBeVisible()

    await tabs.getByRole('link', { name: 'Insights' }).click()
    const advice = page.getByRole('region', { name: 'What to do next' })
    await expect(advice).toContainText(/Compared with \d+ Geriatrics postings by other employers in Wyoming/)
    await expect(advice).toContainText(/\d+ of \d+ comparable postings state the pay\. Yours does not\./)
    await expectAccessibleEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })
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

  test('deletes a posting once that is confirmed', async ({ page }) => {
    await signUpPoster(page)
    await post(page.request, 'Cardiologist, noninvasive')
    await page.goto('/employer/dashboard')
    const button = page.getByRole('button', { name: 'Delete Cardiologist, noninvasive' })
    const asked = answerDialog(page, false)
    await button.click()
    expect(await asked).toBe('Are you sure you want to delete "Cardiologist, noninvasive"? This action cannot be undone.')
    await expect(row(page, 'Cardiologist, noninvasive')).toBeVisible()

    await page.route('**/api/job-postings/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'no words' }) : route.fallback(),
    )
    void answerDialog(page, true)
    await button.click()
    await expect(toast(page)).toContainText('Failed to delete job posting. Please try again.')
    await page.unrouteAll()

    void answerDialog(page, true)
    await button.click()
    await expect(toast(page)).toContainText('Job deleted')
    await expect(toast(page)).toContainText('The job posting has been removed successfully.')
    await expect(page.getByRole('heading', { name: 'No job postings yet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Post Your First Job' })).toHaveAttribute('href', '/employer/jobs/new')
    await expect(page.getByRole('link', { name: 'Post New Job' })).toHaveAttribute('href', '/employer/jobs/new')
  })

  test('changes many postings at once', async ({ page }) => {
    await signUpPoster(page)
    await post(page.request, 'First')
    await post(page.request, 'Second')
    await post(page.request, 'Third', { isActive: false })
    await page.goto('/employer/dashboard')
    await page.getByRole('button', { name: 'Select all 3' }).click()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(toast(page)).toContainText('3 postings deactivated')
    await expect(stat(page, 'Active Jobs')).toHaveText('0')

    await page.getByLabel('Select First').check()
    await page.getByLabel('Select Second').check()
    await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
    const asked = answerDialog(page, true)
    await page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: 'Delete' }).click()
    expect(await asked).toBe('Are you sure you want to delete 2 postings? This action cannot be undone.')
    await expect(list(page).getByRole('heading')).toHaveText(['Third'])
  })

  test('copies a posting to a draft, which is posted then', async ({ page }) => {
    await signUpPoster(page)
    await post(page.request, 'Cardiologist, noninvasive', { salaryMin: '300,000', benefits: ['CME Allowance'] })
    await page.goto('/employer/dashboard')
    await page.getByRole('link', { name: 'View Cardiologist, noninvasive' }).click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    const form = page.getByRole('form', { name: 'Post a Job' })
    await expect(form.getByLabel('Location', { exact: true })).toHaveValue('Austin, TX')
    await expect(form.getByLabel('Minimum salary')).toHaveValue('300000')
    await form.getByLabel('Job title').fill('Cardiologist, invasive')
    await form.getByRole('button', { name: 'Save as Draft' }).click()
    await expect(toast(page)).toContainText('Draft saved')
    await page.goto('/employer/dashboard')
    await page.getByRole('link', { name: 'Cardiologist, invasive', exact: true }).click()
    await form.getByRole('button', { name: 'Post Job' }).click()
    await expect(page).toHaveURL(/\/employers\/posted\?id=/)
    await page.goto('/employer/dashboard')
    await expect(stat(page, 'Total Jobs')).toHaveText('2')
    await expect(page.getByRole('heading', { name: 'Saved drafts' })).toHaveCount(0)
  })

  test('shows an error when the postings cannot be loaded', async ({ page }) => {
    await signUpPoster(page)
    await page.route(/\/api\/job-postings/, (route) => route.fulfill({ status: 500, body: 'no words' }))
    await page.goto('/about')
    // Within the site the browser fetches the data.
    await page.getByRole('link', { name: 'Whitecoat' }).first().click()
    await expect(page).toHaveURL('/employer/dashboard')
    await expect(page.getByRole('alert')).toContainText(
      'Failed to load your job postings. Please refresh the page or try again later.',
    )
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'No job postings yet' })).toBeVisible()
  })
})

test.describe('guards', () => {
  test('anonymous visitors are sent to sign in', async ({ page }) => {
    await page.goto('/employer/dashboard')
    await expect(toast(page)).toContainText('Please log in')
    await expect(toast(page)).toContainText('You need to be logged in to access the employer dashboard.')
    // With both ways in, and back afterwards.
    await expect(page).toHaveURL('/auth?returnTo=%2Femployer%2Fdashboard')
    await expect(page.getByRole('link', { name: 'Quick Sign In' })).toBeVisible()
  })

  test('physicians are sent home', async ({ page }) => {
    await signUp(page.request)
    await page.goto('/employer/dashboard')
    await expect(toast(page)).toContainText('Access denied')
    await expect(toast(page)).toContainText('Only employers can access the dashboard.')
    await expect(page).toHaveURL('/')
  })

  test('missing postings and those of others show an error', async ({ page, playwright, baseURL }) => {
    const other = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signUpTrusted(other, { role: 'employer', companyName: 'Other Hospital', organizationType: 'Hospital' })
    const theirs = await post(other, 'Not yours')
    await other.dispose()
    await signUpPoster(page)
    for (const path of [`/employer/jobs/${theirs.id}`, `/employer/jobs/${theirs.id}/edit`]) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('alert')).toContainText("Job posting not found or you don't have permission to edit it.")
    }
    for (const path of ['/employer/jobs/17', '/employer/jobs/17/edit']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('alert')).toContainText('Invalid job ID. Please return to your dashboard and try again.')
    }

    const mine = await post(page.request, 'Mine')
    await page.goto('/employer/dashboard')
    await page.route(`**/api/job-postings/${mine.id}`, (route) => route.fulfill({ status: 500, body: 'no words' }))
    await page.getByRole('link', { name: 'Edit Mine' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to load job posting. Please refresh the page or try again later.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('form', { name: 'Edit Job' })).toBeVisible()
  })
})

test('the pages are accessible', async ({ page }) => {
  test.slow()
  await signUpPoster(page)
  const { id } = await post(page.request, 'Cardiologist, noninvasive', { salaryMin: '300,000', benefits: ['CME Allowance'] })
  await post(page.request, 'Hospitalist, nights', { isActive: false })
  await page.request.post(`/api/job-postings/${id}/duplicate`, { headers: fromOurPages })
  await page.goto('/employer/dashboard')
  await page.getByRole('button', { name: 'Select all 2' }).click()
  await expectAccessibleEverywhere(page)
  await page.goto(`/employer/jobs/${id}`)
  await expectAccessibleEverywhere(page)
  await page.goto(`/employer/jobs/${id}/edit`)
  await expectAccessibleEverywhere(page)
})
