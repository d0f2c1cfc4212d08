import type { APIRequestContext, Page } from '@playwright/test'
import type { JobSummary, SearchResult } from '#features/jobs/contract.ts'
import { formatDollars } from '#features/jobs/display.ts'
import type { PayStatistics } from '#features/salaries/contract.ts'
import { isCompared } from '#features/jobs/model.ts'
import { expect, test } from './fixtures.ts'

async function findJob(request: APIRequestContext, search: string, wanted: (job: JobSummary) => boolean): Promise<JobSummary> {
  const { jobs } = (await (await request.get(`/api/jobs?limit=100&${search}`)).json()) as SearchResult
  const job = jobs.find(wanted)
  if (!job) throw new Error('No job of the demo data is like that')
  return job
}

const picture = (page: Page) => page.getByRole('figure', { name: 'Pay next to comparable postings' })
const dollarsIn = (text: string): number => Number(/\$([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''))

test('from the footer over all specialties to the states of one, and to its jobs', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Salaries' }).click()
  await expect(page).toHaveTitle('Physician Salaries by Specialty | Whitecoat')
  const table = page.getByRole('table', { name: /^Yearly pay by specialty/ })
  await expect(table).toBeVisible()
  const medians = (await table.getByRole('row').locator('td:nth-of-type(2)').allInnerTexts()).slice(1).map(dollarsIn)
  expect(medians.length).toBeGreaterThan(10)
  expect(medians).toEqual(medians.toSorted((one, other) => other - one))

  await table.getByRole('link', { name: 'Family Medicine', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Family Medicine Salaries' })).toBeVisible()
  await expect(page.getByText(/^Median of \d+ active postings on Whitecoat: \$[\d,]+ a year/)).toBeVisible()
  await page.getByRole('table').getByRole('link', { name: 'California' }).click()
  await expect(page).toHaveURL('/jobs/specialty/family-medicine/ca')
})

test('a job’s page compares its pay with comparable postings, and links the source', async ({ page, request }) => {
  const job = await findJob(
    request,
    'specialty=Family+Medicine',
    (job) => isCompared(job) && job.compMin !== null && job.compMax !== null,
  )
  const answer = await request.get(`/api/salaries/family-medicine/${job.state}`)
  const { comparable } = (await answer.json()) as { comparable: PayStatistics }
  await page.goto(`/jobs/${job.id}`)
  await expect(picture(page)).toContainText(
    `Median of ${comparable.postings} active postings on Whitecoat: ${formatDollars(comparable.median)} a year`,
  )
  await expect(picture(page)).toContainText(/This posting (pays|comes).* \$[\d,]+/)
  const unpaid = await findJob(request, 'specialty=Family+Medicine', (job) => isCompared(job) && !job.compMin && !job.compMax)
  await page.goto(`/jobs/${unpaid.id}`)
  await expect(picture(page)).toContainText('Median of')
  await expect(picture(page)).not.toContainText('This posting')
  await picture(page)
    .getByText(/^Family Medicine, full-time, /)
    .click()
  await picture(page).getByRole('link', { name: 'Family Medicine pay by state' }).click()
  await expect(page).toHaveURL('/salaries/family-medicine')

  // Work by the day is not comparable.
  const locums = await findJob(request, 'jobType=locums&specialty=Family+Medicine', () => true)
  await page.goto(`/jobs/${locums.id}`)
  await expect(page.getByRole('heading', { name: 'Compensation' })).toBeVisible()
  await expect(picture(page)).toHaveCount(0)
})
