import type { APIRequestContext, Page } from '@playwright/test'
import type { JobDetail, SearchResult } from '#features/jobs/contract.ts'
import type { PostingSummary } from '#features/postings/contract.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsSample } from './people.ts'
import { jobLink } from './results.ts'

/** A job of the demo data with a given property. */
async function findJob(request: APIRequestContext, wanted: (job: JobDetail) => boolean): Promise<JobDetail> {
  const { jobs } = (await (await request.get('/api/jobs?limit=100&sortBy=oldest')).json()) as SearchResult
  for (const { id } of jobs) {
    const job = (await (await request.get(`/api/jobs/${id}`)).json()) as JobDetail
    if (wanted(job)) return job
  }
  throw new Error('No job of the demo data is like that')
}

const sections = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

test('a job’s page has its sections, in order', async ({ page, request }) => {
  const job = await findJob(request, (it) => it.applyUrl !== null && it.benefits.length > 0)
  await page.goto(`/jobs/${job.id}`)
  await expect(page.getByRole('heading', { level: 1, name: job.title, exact: true })).toBeVisible()
  await expect(sections(page)).toHaveText([
    /^Terms/,
    'Job Overview',
    'Facility Information',
    'Compensation',
    'Requirements & Benefits',
    'Job Summary',
    'Contact Information',
    'Post Information',
    'Apply for this Position',
    'Similar Opportunities',
  ])
  await expect(page.getByText(job.referenceId).first()).toBeVisible()
  expect(job.referenceId).toBe(`WC-${job.id.slice(-6).toUpperCase()}`)
})

test('empty sections are left out, and missing pay is stated', async ({ page, request }) => {
  const job = await findJob(request, (it) => it.compMin === null && it.compMax === null && it.compText === null)
  await page.goto(`/jobs/${job.id}`)
  await expect(page.getByText('Salary not specified')).toBeVisible()
  await expect(page.getByText('Pay not stated').first()).toBeVisible()
  const contact = [job.contactName, job.publicEmail, job.contactPhone, job.contactWebsite, job.applyUrl].some(Boolean)
  await expect(sections(page).filter({ hasText: 'Contact Information' })).toHaveCount(contact ? 1 : 0)
})

test('long texts can be shown whole', async ({ page, request }) => {
  const job = await findJob(request, (it) => it.description.length > 900)
  await page.goto(`/jobs/${job.id}`)
  const overview = page.getByRole('region', { name: 'Job Overview' })
  const end = job.description.split('\n').at(-1)?.replace(/^• /, '').slice(-40) ?? ''
  await expect(overview.getByText(end)).toBeHidden()
  await overview.getByRole('button', { name: 'Show more' }).first().click()
  await expect(overview.getByText(end)).toBeVisible()
  await overview.getByRole('button', { name: 'Show less' }).first().click()
  await expect(overview.getByText(end)).toBeHidden()
})

test.describe('sharing', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('copies the job’s own address and says so', async ({ page }) => {
    await page.goto('/jobs?specialty=Cardiology')
    await jobLink(page).click()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^https?:\/\/[^/]+\/jobs\/[0-9a-f-]{36}$/)
    await page.goto(copied)
    await expect(page.getByRole('heading', { name: 'Job Overview' })).toBeVisible()
  })
})

test('applying opens the employer’s page in a new tab, without a referrer', async ({ page, context, request }) => {
  const job = await findJob(request, (it) => it.applyUrl?.startsWith('https://') === true)
  const referrers: (string | undefined)[] = []
  // The sample employers have no websites.
  await context.route(`${new URL(job.applyUrl ?? '').origin}/**`, async (route) => {
    referrers.push((await route.request().allHeaders())['referer'])
    await route.fulfill({ contentType: 'text/html', body: '<title>Apply here</title>' })
  })
  await page.goto(`/jobs/${job.id}`)
  const popup = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Apply Now/ }).click()
  const tab = await popup
  await expect(tab).toHaveTitle('Apply here')
  expect(tab.url()).toBe(job.applyUrl)
  expect(referrers).toEqual([undefined])
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect(page.getByText('Redirecting to application', { exact: true })).toBeVisible()
})

test('Back leads to the results for visitors who came directly', async ({ page, request }) => {
  const job = await findJob(request, () => true)
  await page.goto(`/jobs/${job.id}?state=TX`)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/jobs?state=TX')
})

test.describe('a job that has closed', () => {
  test.use({ expectedComplaints: /status of 410|answer: 410/ })

  test('says so, and leads to open ones like it', async ({ page, request, baseURL }) => {
    await signInAsSample(request, 'employer', baseURL)
    const postings = (await (await request.get('/api/job-postings')).json()) as PostingSummary[]
    const closed = postings.find((it) => it.status === 'expired')
    const answer = await page.goto(`/jobs/${closed?.id}`)
    expect(answer?.status()).toBe(410)
    await expect(page.getByRole('heading', { level: 1, name: closed?.title ?? '' })).toBeVisible()
    await expect(page.getByText('This job has closed', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Job Overview' })).toBeVisible()
  })
})

test.describe('what does not exist', () => {
  test.use({ expectedComplaints: /status of 404|answer: 404/ })

  test('is a job that was not found, and leads to the others', async ({ page }) => {
    for (const path of ['/jobs/no-such-job', '/jobs/01a1fcb2-d45d-78f3-89a3-a50cc17759c6']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page).toHaveTitle('Job Not Found | Whitecoat')
      await expect(page.getByRole('heading', { level: 1, name: 'Job Not Found' })).toBeVisible()
      await expect(page.getByText("The job you're looking for could not be found.")).toBeVisible()
    }
    await page.getByRole('main').getByRole('link', { name: 'Browse Jobs' }).click()
    await expect(page).toHaveURL('/jobs')
  })

  test('is a page that was not found, and leads on', async ({ page }) => {
    for (const path of ['/jobs/specialty/alchemy', '/jobs/specialty/cardiology/zz', '/no/such/page']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'Browse Jobs' })).toHaveAttribute('href', '/?show=jobs')
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('on a phone both actions stay in sight with their words', async ({ page, request }) => {
  const job = await findJob(request, (it) => it.description.length > 900)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/jobs/${job.id}`)
  const inquiry = page.getByRole('button', { name: 'Send Inquiry' }).and(page.locator(':visible')).last()
  await expect(inquiry).toBeInViewport({ ratio: 1 })
  await expect(inquiry).toHaveText('Send Inquiry')
  await inquiry.click()
  const send = page.getByRole('dialog', { name: 'Send Inquiry' }).getByRole('button', { name: 'Send Inquiry' })
  await expect(send).toBeInViewport({ ratio: 1 })
})

test('on a phone the page of a median job takes four screens at most', async ({ page, request }) => {
  const { jobs } = (await (await request.get('/api/jobs?limit=21&sortBy=oldest')).json()) as SearchResult
  await page.setViewportSize({ width: 360, height: 780 })
  const screens: number[] = []
  for (const { id } of jobs) {
    await page.goto(`/jobs/${id}`)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    screens.push(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight))
  }
  screens.sort((a, b) => a - b)
  expect(screens[10], screens.map((it) => it.toFixed(1)).join(' ')).toBeLessThanOrEqual(4)
})

test('on paper the whole text stands without the site around it', async ({ page, request }) => {
  const job = await findJob(request, (it) => it.description.length > 900 && it.applyUrl !== null)
  await page.goto(`/jobs/${job.id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Contact Information' }).getByText(job.applyUrl ?? '')).toBeVisible()
  const end = job.description.split('\n').at(-1)?.replace(/^• /, '').slice(-40) ?? ''
  await expect(page.getByRole('region', { name: 'Job Overview' }).getByText(end)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const role of ['banner', 'contentinfo', 'complementary', 'button'] as const) {
    await expect(page.getByRole(role).and(page.locator(':visible'))).toHaveCount(0)
  }
})

test.describe('far from UTC', () => {
  const timezoneId = 'Pacific/Honolulu'
  test.use({ timezoneId })

  test('days are those of the reader’s calendar', async ({ page, request }) => {
    // There it is another day at these hours.
    const job = await findJob(request, (it) => new Date(it.postedAt).getUTCHours() < 10)
    await page.goto(`/jobs/${job.id}`)
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: timezoneId }).format(new Date(job.postedAt))
    await expect(page.getByRole('region', { name: 'Post Information' })).toContainText(day)
  })
})
