import { extractText, getDocumentProxy } from 'unpdf'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { JobDetail } from '#features/jobs/contract.ts'
import { callApi, sampleJobs } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { hydrated, jobLink, share } from './results.ts'

test.use({ timezoneId: 'Pacific/Honolulu', permissions: ['clipboard-read', 'clipboard-write'] })

/** A job of the demo data with a given property. */
async function findJob(
  request: APIRequestContext,
  wanted: (job: JobDetail) => boolean,
): Promise<JobDetail> {
  for (const { id } of await sampleJobs(request, { limit: 100 })) {
    const job = await callApi(request, 'GET /api/jobs/:id', { params: { id } })
    if (wanted(job)) return job
  }
  throw new Error('No job of the demo data is like that')
}

const isFocused = (control: Locator) =>
  control.evaluate((element) => element === document.activeElement)

const sections = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

test('a job’s page has its sections, is shared, applied to and printed', async ({
  page,
  context,
  request,
}) => {
  test.slow()
  const isWhole = (job: JobDetail) =>
    job.applyUrl?.startsWith('https://') === true &&
    job.benefits.length > 0 &&
    job.description.length > 900
  // A day without a time, which is the day before by the clocks of Honolulu.
  const job = await findJob(
    request,
    (job) => isWhole(job) && job.postedAt.endsWith('T00:00:00.000Z'),
  )
  const overview = page.getByRole('region', { name: 'Job Overview' })
  const end = job.description.split('\n').at(-1)?.replace(/^• /, '').slice(-40) ?? ''
  await page.goto(`/jobs/${job.id}?state=WA`)

  await test.step('sections in order, with the day that the list states', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: job.title, exact: true }),
    ).toBeVisible()
    await expect(sections(page)).toHaveText([
      'Apply for this Position',
      'Similar Opportunities',
      /^Terms/,
      'Job Overview',
      'Facility Information',
      'Compensation',
      'Requirements & Benefits',
      'Job Summary',
      'Contact Information',
      'Post Information',
    ])
    await expect(page.getByText(job.referenceId).first()).toBeVisible()
    expect(job.referenceId).toBe(`WC-${job.id.slice(-6).toUpperCase()}`)
    const day = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date(job.postedAt))
    await expect(page.getByRole('region', { name: 'Post Information' })).toContainText(day)
  })

  await test.step('long texts can be shown whole', async () => {
    await expect(overview.getByText(end)).toBeHidden()
    await overview.getByRole('button', { name: 'Show more' }).first().click()
    await expect(overview.getByText(end)).toBeVisible()
    await overview.getByRole('button', { name: 'Show less' }).first().click()
    await expect(overview.getByText(end)).toBeHidden()
  })

  await test.step('sharing copies the job’s own address and says so', async () => {
    await share(page)
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(new URL(`/jobs/${job.id}`, page.url()).href)
  })

  await test.step('applying opens the employer’s page in a new tab, without a referrer', async () => {
    const referrers: (string | undefined)[] = []
    // The sample employers have no websites.
    await context.route(`${new URL(job.applyUrl ?? '').origin}/**`, async (route) => {
      referrers.push((await route.request().allHeaders())['referer'])
      await route.fulfill({ contentType: 'text/html', body: '<title>Apply here</title>' })
    })
    const popup = page.waitForEvent('popup')
    await page.getByRole('link', { name: /^Apply Now/ }).click()
    const tab = await popup
    await expect(tab).toHaveTitle('Apply here')
    expect(tab.url()).toBe(job.applyUrl)
    expect(referrers).toEqual([undefined])
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
    await expect(page.getByText('Redirecting to application', { exact: true })).toBeVisible()
  })

  await test.step('on paper the whole text stands without the site around it', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(
      page.getByRole('region', { name: 'Contact Information' }).getByText(job.applyUrl ?? ''),
    ).toBeVisible()
    await expect(overview.getByText(end)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const role of ['banner', 'contentinfo', 'complementary', 'button'] as const)
      await expect(page.getByRole(role).and(page.locator(':visible'))).toHaveCount(0)
    await page.emulateMedia({ media: null })
  })

  await test.step('on a phone both actions stay in sight with their words', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.reload()
    const place = page.getByRole('article').getByText(`· ${job.city}, ${job.state}`)
    expect((await place.boundingBox())?.y).toBeLessThan(320)
    const apply = page.getByRole('link', { name: /^Apply: / }).and(page.locator(':visible'))
    for (let stop = 0; stop < 6 && !(await isFocused(apply)); stop++)
      await page.keyboard.press('Tab')
    await expect(apply).toBeFocused()
    const inquiry = page
      .getByRole('button', { name: 'Send Inquiry' })
      .and(page.locator(':visible'))
      .last()
    await expect(inquiry).toBeInViewport({ ratio: 1 })
    await expect(inquiry).toHaveText('Send Inquiry')
    await inquiry.click()
    const dialog = page.getByRole('dialog', { name: 'Send Inquiry' })
    await expect(dialog.getByRole('button', { name: 'Send Inquiry' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
  })

  await test.step('Back leads to the results for visitors who came directly', async () => {
    await clickTo(page.getByRole('link', { name: 'Back', exact: true }), '/jobs?state=WA')
    // Other tests post in Texas, and remove that again.
    await jobLink(page).click()
    await expect(overview).toBeVisible()
  })
})

test('a job’s last printed page has all that ends it', async ({ page, request }) => {
  for (const { id } of await sampleJobs(request, { limit: 8, sortBy: 'oldest' })) {
    await page.goto(`/jobs/${id}`)
    await hydrated(page)
    const paper = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'Letter' })))
    const { text } = await extractText(paper)
    expect(text.at(-1)).toMatch(/Job Summary[^]*Post Information/)
  }
})

for (const width of [768, 1280])
  test(`the keyboard goes down the page of a job ${width} px wide, and comes to Apply within six stops`, async ({
    page,
    request,
  }) => {
    const [job] = await sampleJobs(request, { limit: 1, sortBy: 'oldest' })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/jobs/${job?.id}`)
    await hydrated(page)
    for (const name of ['Skip to content', 'Skip to apply']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    expect(
      await isFocused(page.getByRole('link', { name: /^Apply/ }).and(page.locator(':visible'))),
    ).toBe(true)
    await page.getByRole('main').focus()
    const stops: { text: string; top: number; isSide: boolean; isFixed: boolean }[] = []
    for (;;) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(() => {
        const element = document.activeElement
        if (!element?.closest('main')) return undefined
        return {
          text: element.getAttribute('aria-label') ?? element.textContent,
          top: Math.round(element.getBoundingClientRect().top + scrollY),
          isSide: element.closest('aside') !== null,
          isFixed: element.closest('.apply-bar') !== null,
        }
      })
      if (!stop) break
      stops.push(stop)
    }
    expect(stops.findIndex(({ text }) => text.startsWith('Apply'))).toBeLessThan(6)
    for (const column of [true, false]) {
      const tops = stops
        .filter((stop) => !stop.isFixed && stop.isSide === column)
        .map(({ top }) => top)
      // Buttons of one line differ by some pixels.
      expect(tops.every((top, index) => top >= (tops[index - 1] ?? 0) - 12)).toBe(true)
    }
  })

test('on a phone the page of a median job takes four screens', async ({ page, request }) => {
  const jobs = await sampleJobs(request, { limit: 21 })
  await page.setViewportSize({ width: 360, height: 780 })
  const screens: number[] = []
  for (const { id } of jobs) {
    await page.goto(`/jobs/${id}`)
    screens.push(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight))
  }
  screens.sort((a, b) => a - b)
  expect(
    Number(screens[10]?.toFixed(1)),
    screens.map((it) => it.toFixed(1)).join(' '),
  ).toBeLessThanOrEqual(4)
})
