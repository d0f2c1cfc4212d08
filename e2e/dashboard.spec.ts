import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, linkInMail, signUp, toast } from './people.ts'

test.use({ expectedComplaints: /status of (400|401|403|404|409|500)|answer: (400|401|403|404|409|500)/ })

const description = 'You see patients of all ages in an outpatient clinic, 18 to 20 a day.'

/** What a browser says of calls that our own pages make. */
const fromOurPages = { 'sec-fetch-site': 'same-origin' }

type Posting = { id: string; title: string; updatedAt: string }

/** Signs the page in as somebody who hires. */
const signUpPoster = (page: Page, role = 'employer') =>
  signUp(page.request, { role, companyName: 'Sample Hospital', organizationType: 'Hospital' })

async function post(request: APIRequestContext, title: string, more: Record<string, unknown> = {}): Promise<Posting> {
  const data = { title, specialty: 'Cardiology', location: 'Austin, TX', description, jobType: 'full-time', ...more }
  const answer = await request.post('/api/job-postings', { data, headers: fromOurPages })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Posting
}

/** Opens a page, and waits until what is pressed there takes effect. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Search jobs' }).or(page.getByRole('banner')).first()).toBeVisible()
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')))
}

const list = (page: Page): Locator => page.getByRole('list', { name: 'Your job postings' })
const row = (page: Page, title: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
const stat = (page: Page, label: string): Locator => page.locator('dl > div').filter({ hasText: label }).locator('dd').first()

function answerDialog(page: Page, accept: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void (accept ? dialog.accept() : dialog.dismiss())
    })
  })
}

test.describe('the dashboard', () => {
  test('begins empty, and says how to go on', async ({ page }) => {
    await signUpPoster(page)
    await open(page, '/employer/dashboard')
    await expect(page.getByRole('heading', { name: 'Employer Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No job postings yet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Post Your First Job' })).toHaveAttribute('href', '/employer/jobs/new')
    await expect(page.getByRole('link', { name: 'Post New Job' })).toHaveAttribute('href', '/employer/jobs/new')
  })

  test('lists, counts, finds and sorts postings', async ({ page }) => {
    await signUpPoster(page, 'recruiter')
    await post(page.request, 'Cardiologist, noninvasive')
    await post(page.request, 'Hospitalist, nights', { specialty: 'Internal Medicine', isActive: false })
    await open(page, '/employer/dashboard')
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

  test('deletes a posting once that is confirmed', async ({ page }) => {
    await signUpPoster(page)
    await post(page.request, 'Cardiologist, noninvasive')
    await open(page, '/employer/dashboard')
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
  })

  test('changes many postings at once', async ({ page }) => {
    await signUpPoster(page)
    await post(page.request, 'First')
    await post(page.request, 'Second')
    await post(page.request, 'Third', { isActive: false })
    await open(page, '/employer/dashboard')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(toast(page)).toContainText('3 postings deactivated')
    await expect(stat(page, 'Active Jobs')).toHaveText('0')

    await page.getByLabel('Select First').check()
    await page.getByLabel('Select Second').check()
    await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
    const asked = answerDialog(page, true)
    await page.getByRole('group', { name: 'With the selected postings' }).getByRole('button', { name: 'Delete' }).click()
    expect(await asked).toBe('Are you sure you want to delete 2 postings? This action cannot be undone.')
    await expect(list(page).getByRole('heading')).toHaveText(['Third'])
  })

  test('copies a posting to a draft, which is posted then', async ({ page }) => {
    await signUpPoster(page)
    await post(page.request, 'Cardiologist, noninvasive', { salaryMin: '300,000', benefits: ['CME Allowance'] })
    await open(page, '/employer/dashboard')
    await page.getByRole('button', { name: 'More for Cardiologist, noninvasive' }).click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    const form = page.getByRole('form', { name: 'Post a Job' })
    await expect(form.getByLabel('Location', { exact: true })).toHaveValue('Austin, TX')
    await expect(form.getByLabel('Minimum salary')).toHaveValue('300000')
    await form.getByLabel('Job title').fill('Cardiologist, invasive')
    await form.getByRole('button', { name: 'Save as Draft' }).click()
    await expect(toast(page)).toContainText('Draft saved')
    await open(page, '/employer/dashboard')
    await page.getByRole('link', { name: 'Continue Cardiologist, invasive' }).click()
    await form.getByRole('button', { name: 'Post Job' }).click()
    await expect(page).toHaveURL(/\/employers\/posted\?id=/)
    await open(page, '/employer/dashboard')
    await expect(stat(page, 'Total Jobs')).toHaveText('2')
    await expect(page.getByRole('heading', { name: 'Saved drafts' })).toHaveCount(0)
  })

  test('says so when the postings cannot be loaded', async ({ page }) => {
    await signUpPoster(page)
    await page.route(/\/api\/job-postings/, (route) => route.fulfill({ status: 500, body: 'no words' }))
    await open(page, '/about')
    // Within the site the browser asks for the data.
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
  test('whoever is not signed in is sent to sign in', async ({ page }) => {
    const signIn = page.waitForRequest(/\/api\/login/)
    await page.goto('/employer/dashboard')
    await expect(toast(page)).toContainText('Please log in')
    await expect(toast(page)).toContainText('You need to be logged in to access the employer dashboard.')
    await signIn
  })

  test('the pages of one posting lead to the sign-in page', async ({ page }) => {
    for (const path of ['/employer/jobs/1', '/employer/jobs/1/edit']) {
      await page.goto(path)
      await expect(toast(page)).toContainText('Please log in')
      await expect(page).toHaveURL(/\/auth\?returnTo=/)
    }
  })

  test('physicians are sent home', async ({ page }) => {
    await signUp(page.request)
    await page.goto('/employer/dashboard')
    await expect(toast(page)).toContainText('Access denied')
    await expect(toast(page)).toContainText('Only employers can access the dashboard.')
    await expect(page).toHaveURL('/')
  })

  test('what is not there, or not theirs, is told', async ({ page, playwright, baseURL }) => {
    const other = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signUp(other, { role: 'employer', companyName: 'Other Hospital', organizationType: 'Hospital' })
    const theirs = await post(other, 'Not yours')
    await other.dispose()
    await signUpPoster(page)
    for (const path of [`/employer/jobs/${theirs.id}`, `/employer/jobs/${theirs.id}/edit`]) {
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText("Job posting not found or you don't have permission to edit it.")
    }
    for (const path of ['/employer/jobs/17', '/employer/jobs/17/edit']) {
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText('Invalid job ID. Please return to your dashboard and try again.')
    }
  })
})

test.describe('one posting', () => {
  test('is shown with all that it says, taken down and put up again', async ({ page }) => {
    await signUpPoster(page)
    const { id } = await post(page.request, 'Cardiologist, noninvasive', { salaryMin: '300,000', salaryMax: '350,000' })
    await open(page, `/employer/jobs/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Cardiologist, noninvasive' })).toBeVisible()
    await expect(page.getByText('$300,000 - $350,000').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Description' })).toContainText(description)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await expect(toast(page)).toContainText('Job status updated')
    await expect(toast(page)).toContainText('Job posting is now inactive.')
    await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText('Deactivated')
    await page.getByRole('button', { name: 'Activate' }).click()
    await expect(toast(page)).toContainText('Job posting is now active.')

    await page.route('**/api/job-postings/*', (route) => route.fulfill({ status: 500, body: 'no words' }))
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await expect(toast(page)).toContainText('Failed to update job status. Please try again.')
    await page.unrouteAll()

    const asked = answerDialog(page, true)
    await page.getByRole('button', { name: 'Delete Job' }).click()
    expect(await asked).toBe('Are you sure you want to delete "Cardiologist, noninvasive"? This action cannot be undone.')
    await expect(page).toHaveURL('/employer/dashboard')
    await expect(page.getByRole('heading', { name: 'No job postings yet' })).toBeVisible()
  })

  test('is edited, its details too', async ({ page }) => {
    await signUpPoster(page)
    const { id } = await post(page.request, 'Cardiologist, noninvasive')
    await open(page, `/employer/jobs/${id}`)
    await page.getByRole('link', { name: 'Edit Job' }).click()
    const form = page.getByRole('form', { name: 'Edit Job' })
    await form.getByLabel('Description', { exact: true }).fill('Too short')
    await form.getByLabel('Location', { exact: true }).fill('Austin')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByLabel('Description', { exact: true })).toHaveAccessibleDescription(
      /Description must be at least 20 characters/,
    )
    await expect(form.getByLabel('Location', { exact: true })).toHaveAccessibleDescription(
      /Please enter the location as City, State/,
    )
    await form.getByLabel('Description', { exact: true }).fill(`${description} No call.`)
    await form.getByLabel('Location', { exact: true }).fill('Dallas, Texas')
    await form.getByText('More details').click()
    await form.getByLabel('CME Allowance').check()
    await form.getByLabel('Public email').fill('nonsense')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByLabel('Public email')).toHaveAccessibleDescription(/Valid public email is required/)
    await form.getByLabel('Public email').fill('jobs@hospital.test')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page)).toContainText('Job updated successfully!')
    await expect(page).toHaveURL(`/employer/jobs/${id}`)
    await expect(page.getByRole('main')).toContainText('Dallas, TX')
    await expect(page.getByRole('main')).toContainText('CME Allowance')
    await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText('Edited')
  })

  test('is changed in two tabs: the second is told, and nothing is overwritten', async ({ page, context }) => {
    await signUpPoster(page)
    const { id } = await post(page.request, 'Cardiologist, noninvasive')
    const second = await context.newPage()
    for (const tab of [page, second]) await open(tab, `/employer/jobs/${id}/edit`)
    const form = (tab: Page) => tab.getByRole('form', { name: 'Edit Job' })
    await form(page).getByLabel('Job title').fill('Cardiologist, invasive')
    await form(page).getByLabel('Location', { exact: true }).fill('Dallas, TX')
    await form(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page)).toContainText('Job updated successfully!')

    await form(second).getByLabel('Job title').fill('Cardiologist, both')
    await form(second).getByLabel('Minimum salary').fill('310,000')
    await form(second).getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(second)).toContainText('Failed to update job')
    await expect(toast(second)).toContainText('Somebody else changed this in the meantime.')
    const changes = second.getByRole('table', { name: 'What was changed in the meantime' })
    await expect(changes.getByRole('row').filter({ hasText: 'Job title' })).toContainText('Cardiologist, invasive')
    await expect(changes.getByRole('row').filter({ hasText: 'Job title' })).toContainText('Cardiologist, both')
    await expect(form(second).getByLabel('Job title')).toHaveValue('Cardiologist, both')
    await expect(form(second).getByLabel('Minimum salary')).toHaveValue('310,000')
    // Untouched here, so what the first tab saved holds.
    await expect(form(second).getByLabel('Location', { exact: true })).toHaveValue('Dallas, TX')

    await second.getByRole('button', { name: 'Use the other Job title' }).click()
    await expect(form(second).getByLabel('Job title')).toHaveValue('Cardiologist, invasive')
    await form(second).getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(second)).toContainText('Job updated successfully!')
    const now = (await (await page.request.get(`/api/job-postings/${id}`)).json()) as Record<string, unknown>
    expect(now).toMatchObject({ title: 'Cardiologist, invasive', location: 'Dallas, TX', salaryMin: '310000' })
  })
})

test.describe('the manage link', () => {
  test('edits, takes down and claims what was posted without an account', async ({ page, request }) => {
    test.slow()
    const person = await signUpPoster(page)
    const form = {
      title: 'Family Physician',
      company: 'Sample Clinic',
      specialty: 'Family Medicine',
      city: 'Boise',
      state: 'ID',
      description,
      setting: ['Clinic'],
      schedule: ['Days'],
      applyUrl: 'https://jobs.example.com/boise',
      contactEmail: person.email,
    }
    expect((await request.post('/employers/post', { data: form })).status()).toBe(200)
    const link = await linkInMail(request, person.email, '/employers/manage')
    await open(page, link)
    await expect(page.getByRole('heading', { level: 1, name: 'Family Physician' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Edit Job' }).click()
    const editing = page.getByRole('form', { name: 'Edit Job' })
    await editing.getByLabel('Job title').fill('Family Physician, outpatient')
    await editing.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Family Physician, outpatient' })).toBeVisible()

    await page.getByRole('button', { name: 'Claim This Posting' }).click()
    await expect(toast(page)).toContainText('Please confirm your email address first, then claim the posting.')
    await page.goto(await linkInMail(request, person.email, '/auth/verify'))
    await page.getByRole('button', { name: /confirm|verify/i }).click()
    await expect(page.getByRole('main')).toContainText(/confirmed|verified/i)
    await open(page, link)
    await page.getByRole('button', { name: 'Claim This Posting' }).click()
    await expect(toast(page)).toContainText('Posting claimed')
    await expect(page).toHaveURL(/\/employer\/jobs\/[\da-f-]{36}$/)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  })

  test('explains a link that is cut off or unknown', async ({ page }) => {
    for (const query of ['', '?token=abc', `?token=${'x'.repeat(43)}`]) {
      await page.goto(`/employers/manage${query}`)
      await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    }
  })
})

test('a file of postings is looked at, mapped and posted', async ({ page }) => {
  test.slow()
  await signUpPoster(page)
  await open(page, '/employer/jobs/import')
  const rows = [
    'Job title,Field of work,Location,Type,Description',
    `Cardiologist,Cardiology,"Austin, TX",Full-time,${description}`,
    'Hospitalist,Internal Medicine,"Duluth, MN",Full-time,Short',
  ]
  const file = { name: 'jobs.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await expect(page.getByText('No column fills Specialty yet.')).toBeVisible()
  await page.getByLabel('Field for Field of work').selectOption('Specialty')
  await expect(page.getByText('1 row is ready, 1 has errors.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rows with errors' })).toContainText('Description must be at least 20 characters')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Post 1 Job' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 job posted' })).toBeVisible()
  await page.getByRole('link', { name: 'See them in your dashboard' }).click()
  await expect(list(page).getByRole('heading')).toHaveText(['Cardiologist'])
})

test('everybody can use the pages', async ({ page }) => {
  test.slow()
  await signUpPoster(page)
  const { id } = await post(page.request, 'Cardiologist, noninvasive', { salaryMin: '300,000', benefits: ['CME Allowance'] })
  await post(page.request, 'Hospitalist, nights', { isActive: false })
  await page.request.post(`/api/job-postings/${id}/duplicate`, { headers: fromOurPages })
  await open(page, '/employer/dashboard')
  await page.getByLabel('Select all on this page').check()
  await expectAccessibleEverywhere(page)
  await open(page, `/employer/jobs/${id}`)
  await expectAccessibleEverywhere(page)
  await open(page, `/employer/jobs/${id}/edit`)
  await page.getByText('More details').click()
  await expectAccessibleEverywhere(page)
})
