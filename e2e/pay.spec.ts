import type { APIRequestContext, Page } from '@playwright/test'
import type { JobSummary } from '#features/jobs/contract.ts'
import { formatDollars } from '#features/jobs/display.ts'
import { isCompared } from '#features/jobs/model.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { callApi, sampleJobs } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { fillIn } from './forms.ts'

const form = (page: Page) => page.locator('form[action^="/offer"]')
const answer = (page: Page) =>
  page.getByRole('region', { name: /^It pays more|^No posting|^Too few/ })

async function compare(page: Page, offer: Record<string, string>): Promise<void> {
  await fillIn(form(page), offer)
  await form(page).getByRole('button', { name: 'Compare' }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    // A phone with scripts, and a desktop without them.
    test.use({
      javaScriptEnabled,
      viewport: { width: javaScriptEnabled ? 360 : 1280, height: 800 },
    })

    test('pay by the hour with its hours is compared, and the address has the answer', async ({
      page,
    }) => {
      await page.goto('/offer')
      await compare(page, {
        Specialty: 'Family Medicine',
        Pay: '$130',
        Paid: 'an hour',
        'Hours a week': '30',
        'Sign-on bonus': '30k',
      })
      await expect(page).toHaveURL(/\/offer\?.*hours=30/)
      for (const words of [
        'As offered, $185,250 a year for 30 hours a week: $130 an hour',
        '$247,000 for a full-time year of 40 hours a week, which is compared.',
        /25th to 75th percentile \$[\d,]+ to \$[\d,]+/,
        'over three years it adds $10,000 a year',
      ])
        await expect(answer(page)).toContainText(words)
      await expect(form(page).getByLabel('Hours a week', { exact: true })).toHaveValue('30')
      await expect(
        page.getByRole('region', { name: /^Open jobs that pay more/ }).getByRole('link'),
      ).not.toHaveCount(0)
    })
  })
}

test('too few postings are compared with more; nothing of an offer is stored', async ({
  page,
  context,
}) => {
  const response = await page.goto(
    '/offer?specialty=Family+Medicine&state=WY&pay=240000&fte=0.8&call=5',
  )
  await expect(answer(page)).toContainText(
    /Family Medicine in Wyoming has too few full-time postings/,
  )
  await expectAccessibleEverywhere(page)
  await page.emulateMedia({ media: 'print' })
  await expect(form(page)).toBeHidden()
  await expect(answer(page)).toContainText('As offered, $240,000 a year')
  expect(await response?.text()).toContain('noindex')
  expect(await context.cookies()).toEqual([])
  const stored = () =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
      /offer|pay/i.test(key),
    )
  expect(await page.evaluate(stored)).toEqual([])
})

async function findJob(
  request: APIRequestContext,
  wanted: (job: JobSummary) => boolean,
  more = {},
): Promise<JobSummary> {
  const jobs = await sampleJobs(request, { limit: 100, specialty: 'Family Medicine', ...more })
  const job = jobs.find(wanted)
  if (!job) throw new Error('No job of the demo data is like that')
  return job
}

const picture = (page: Page) =>
  page.getByRole('figure', { name: 'Pay next to comparable postings' })
const dollarsIn = (text: string): number =>
  Number(/\$([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''))

test('from the footer over all specialties to the states of one, and to its jobs', async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Salaries' }).click()
  await expect(page).toHaveTitle('Physician Salaries by Specialty | Whitecoat')
  const table = page.getByRole('table', { name: /^Yearly pay in all specialties/ })
  await expect(table).toBeVisible()
  const medians = (await table.getByRole('row').locator('td:nth-of-type(2)').allInnerTexts())
    .slice(1)
    .map(dollarsIn)
  expect(medians.length).toBeGreaterThan(10)
  expect(medians).toEqual(medians.toSorted((one, other) => other - one))

  await table.getByRole('link', { name: 'Family Medicine', exact: true }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Family Medicine Salaries' }),
  ).toBeVisible()
  await expect(
    page.getByText(/^Median of \d+ active postings on Whitecoat: \$[\d,]+ a year/),
  ).toBeVisible()
  await clickTo(
    page.getByRole('table').getByRole('link', { name: 'California' }),
    '/jobs/specialty/family-medicine/ca',
  )
})

test('a job’s page compares its pay with comparable postings, and links the source', async ({
  page,
  request,
}) => {
  const job = await findJob(
    request,
    (job) => isCompared(job) && job.compMin !== null && job.compMax !== null,
  )
  const params = { specialty: 'family-medicine', state: job.state }
  const { comparable } = await callApi(request, 'GET /api/salaries/:specialty/:state', { params })
  await page.goto(`/jobs/${job.id}`)
  await expect(picture(page)).toContainText(
    `Median of ${comparable?.postings} active postings on Whitecoat: ${formatDollars(comparable?.median ?? 0)} a year`,
  )
  await expect(picture(page)).toContainText(/This posting (pays|comes).* \$[\d,]+/)
  const unpaid = await findJob(request, (job) => isCompared(job) && !job.compMin && !job.compMax)
  await page.goto(`/jobs/${unpaid.id}`)
  await expect(picture(page)).toContainText('Median of')
  await expect(picture(page)).not.toContainText('This posting')
  await picture(page)
    .getByText(/^Family Medicine, full-time, /)
    .click()
  await clickTo(
    picture(page).getByRole('link', { name: 'Family Medicine pay by state' }),
    '/salaries/family-medicine',
  )

  // Work by the day is not comparable.
  const locums = await findJob(request, () => true, { jobType: 'locums' })
  await page.goto(`/jobs/${locums.id}`)
  await expect(page.getByRole('heading', { name: 'Compensation' })).toBeVisible()
  await expect(picture(page)).toHaveCount(0)
})
