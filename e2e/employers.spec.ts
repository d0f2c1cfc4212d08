import type { Locator } from '@playwright/test'
import { employerPath } from '#shared/paths.ts'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { callApi } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { jobLink, rows } from './results.ts'

test('the page for employers shows a sample, writes to sales, and leads to the heading of the form', async ({
  page,
}) => {
  test.slow()
  await page.goto('/employers')
  await expect(
    page.getByText('Postings are reviewed and published within 24 hours.').first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await page.getByRole('button', { name: 'Preview' }).click()
  const sample = page.getByRole('dialog', { name: 'Sample posting' })
  await expect(sample.getByText('$255,000 - $290,000 a year').first()).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expectAccessibleEverywhere(page)

  await clickTo(
    page.getByRole('link', { name: 'Post a Job', exact: true }).and(page.locator('main *')).last(),
    '/post-job',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Post a Job' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('from a job to its employer, and from the directory there', async ({ page }) => {
  // Of the sample jobs: what other tests post comes and goes.
  await page.goto('/jobs?sortBy=oldest')
  await jobLink(page).click()
  const employer = page.getByRole('article').locator('a[href^="/employers/"]').first()
  const name = ((await employer.textContent()) ?? '').replace('Verified hospital', '').trim()
  await employer.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('heading', { name: 'Pay by specialty' })).toBeVisible()

  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Employers' }).click()
  await page.getByLabel('Starts with').fill(name.slice(0, 3))
  await page.keyboard.press('Enter')
  const found = page.getByRole('list', { name: 'Employers' }).getByRole('listitem')
  const row = found.filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row).toContainText(/ · .+ · /)
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expectAccessibleEverywhere(page)
})

test('an employer’s page says who they are and what they pay before its jobs', async ({
  page,
  request,
}) => {
  const { employers } = await callApi(request, 'GET /api/employers', { query: { prefix: '' } })
  const many = employers.find(({ jobs }) => jobs >= 10)
  const {
    employers: [few],
  } = await callApi(request, 'GET /api/employers', { query: { prefix: 'Demo Health System' } })
  const top = async (part: Locator) => (await part.first().boundingBox())?.y ?? 0
  const pay = page.getByRole('region', { name: 'Pay by specialty' })
  await page.goto(employerPath(many?.name ?? '') ?? '')
  await expect(page.getByRole('main')).toContainText(`${many?.jobs} open jobs in `)
  // The page says once whose jobs they are.
  await expect(page.getByRole('table', { name: 'Jobs found' })).not.toContainText(many?.name ?? '')
  expect(await top(pay)).toBeLessThan(await top(rows(page)))
  // Few jobs need no filters.
  await page.goto(employerPath(few?.name ?? '') ?? '')
  await expect(page.getByRole('main').locator('.row-link')).toHaveCount(few?.jobs ?? 0)
  expect(await top(pay)).toBeLessThan(await top(page.locator('.row-link')))
  // What it states itself comes before what the market pays.
  await expect(pay).toContainText(/\$\d{3},\d{3} - \$\d{3},\d{3} · all employers \$/)
  await expect(page.getByRole('main').getByRole('search')).toHaveCount(0)
})
