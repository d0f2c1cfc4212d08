import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { callApi } from './api.ts'
import { test } from './fixtures.ts'
import { expect } from './people.ts'
import { description, signUpPoster } from './posters.ts'

test.use({ expectedComplaints: /status of 400|answer: 400|ERR_FAILED/ })

const choose = (page: Page, rows: string[]) =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'jobs.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })

test('a file of postings is previewed, mapped and posted', async ({ page }) => {
  test.slow()
  await signUpPoster(page.request)
  await page.goto('/employer/jobs/import')
  // One press gives all rows with the same value another.
  const row = (title: string, specialty: string) =>
    `${title},${specialty},"Austin, TX",FT,"${description}"`
  const alike = [
    'Pos. Title,Spec.,Where,Emp. Type,Notes',
    row('One', 'FM/IM'),
    row('Two', 'FM/IM'),
    row('Three', 'IM'),
  ]
  await choose(page, alike)
  await expect(page.getByLabel('CSV file')).toHaveValue(/jobs\.csv$/)
  const equal = page.getByRole('list', { name: 'Errors' })
  await expect(equal).toContainText(
    '2 rows: Spec. “FM/IM”: Please choose a specialty from the list',
  )
  await equal.getByRole('button', { name: 'Use for all 2' }).click()
  await expect(page.getByText('3 rows are ready.')).toBeVisible()
  await expect(page.getByText('Spec. “FM/IM” is read as “Family Medicine”.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 row is ready, 2 have errors.')).toBeVisible()
  await equal.getByLabel('Specialty for these rows').selectOption('Internal Medicine')
  await equal.getByRole('button', { name: 'Use for all 2' }).click()

  const rows = [
    'Job title,Field of work,Location,Description,Pay,Apply',
    `Cardiologist,Cardiology,"Austin, TX","${description}","$400,000",https://jobs.example.com`,
    'Hospitalist,Internal Medicine,"Duluth, MN",Short,,here',
  ]
  await choose(page, rows)
  await expect(page.getByText(/^No column fills Job type yet\./)).toBeVisible()
  // Not an error of each row.
  await expect(page.getByText('0 rows are ready, 2 wait for Job type.')).toBeVisible()
  await expect(
    page.getByText('Specialty, from the titles: 1 Cardiology, 1 Internal Medicine.'),
  ).toBeVisible()
  const columns = page.getByRole('table', { name: 'Columns of the file' })
  await expect(columns.getByRole('row', { name: /^Field of work/ })).toContainText(
    'Cardiology · Internal Medicine',
  )
  await expect(page.getByLabel('Field for Pay')).toHaveValue('compensation')
  await expect(page.getByLabel('Field for Apply')).toHaveValue('applyUrl')
  await page.getByLabel('Field for Field of work').selectOption('Specialty')
  await page.getByLabel('Job type', { exact: true }).selectOption('Full-time')
  await expect(page.getByText('1 row is ready, 1 has errors.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Errors' })).toContainText(
    'Description must be at least 20 characters',
  )
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Post 1 Job' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 job posted' })).toBeVisible()
  await expect(page.getByText('1 row was left out: line 3.')).toBeVisible()
  await page.getByRole('link', { name: 'See them in your dashboard' }).click()
  await expect(
    page.getByRole('list', { name: 'Your job postings' }).getByRole('heading'),
  ).toHaveText(['Cardiologist'])
})

test('an unreadable or unsent file shows an error, and a retry posts once', async ({ page }) => {
  await signUpPoster(page.request)
  await page.goto('/employer/jobs/import')
  const problem = page.getByRole('alert')
  await choose(page, [])
  await expect(problem).toContainText('The file is empty')
  await choose(page, ['x'.repeat(4_100_000)])
  await expect(problem).toContainText('The file is too large: at most 1 MB can be uploaded at once')
  const rows = [
    'Title,Specialty,Location,Job type,Description',
    ...['Cardiologist', 'Hospitalist'].map(
      (it) => `${it},Cardiology,"Austin, TX",Full-time,${description}`,
    ),
  ]
  await page.route('**/csv/preview', (route) => route.abort(), { times: 1 })
  await choose(page, rows)
  await expect(problem).toContainText(
    'We could not reach the server. Please check your connection and try again.',
  )
  await choose(page, rows)
  await expect(problem).toHaveCount(0)

  // The first attempt arrives, but its answer is lost.
  let attempts = 0
  await page.route('**/api/job-postings/csv', async (route) => {
    attempts += 1
    if (attempts > 1) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Post 2 Jobs' }).click()
  await expect(problem).toContainText('We could not reach the server.')
  await page.getByRole('button', { name: 'Post 2 Jobs' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 jobs posted' })).toBeVisible()
  expect(await callApi(page.request, 'GET /api/job-postings/counts')).toMatchObject({ total: 2 })
})

test('a file with requisition numbers shows what it changes and closes, and does it', async ({
  page,
}) => {
  await signUpPoster(page.request)
  await page.goto('/employer/jobs/import')
  const heading = 'Req ID,Title,Specialty,Location,Job type,Pay,Description'
  const row = (number: string, title: string, pay: string) =>
    `${number},${title},Cardiology,"Austin, TX",Full-time,${pay},"${description}"`
  await choose(page, [heading, row('R-1', 'Cardiologist', '$400K'), row('R-2', 'Old', '$300K')])
  await page.getByRole('button', { name: 'Post 2 Jobs' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 jobs posted' })).toBeVisible()

  await choose(page, [heading, row('R-1', 'Cardiologist', '$425K'), row('R-3', 'New', '$500K')])
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('$400K becomes $425K')
  await page.getByLabel('Close the posting that this file does not have').check()
  await expect(page.getByRole('list', { name: 'Not in the file' })).toHaveText('Old, Austin, TX')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Post 1 Job, update 1, close 1' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: '1 job posted, 1 updated, 1 closed' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'See them in your dashboard' }).click()
  const list = page.getByRole('list', { name: 'Your job postings' })
  await expect(list.getByRole('heading')).toHaveCount(3)
  const postings = await callApi(page.request, 'GET /api/job-postings')
  expect(
    postings.map(({ title, pay, isActive }) => `${title} ${pay} ${isActive}`).toSorted(),
  ).toEqual([
    'Cardiologist $425,000 a year true',
    'New $500,000 a year true',
    'Old $300,000 a year false',
  ])
})
