import Validator from '@adobe/structured-data-validator'
import type { SearchResult } from '#features/jobs/contract.ts'
import { expect, test } from './fixtures.ts'

test('the head follows from page to page', async ({ page }) => {
  await page.goto('/jobs?specialty=Cardiology')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle('About | Whitecoat')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/)
  await page.goBack()
  await expect(page).toHaveTitle('Physician Jobs — Cardiology | Whitecoat')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/jobs\/specialty\/cardiology$/)
})

test('landing pages show their figures and link to neighbors', async ({ page }) => {
  await page.goto('/jobs/specialty/cardiology')
  await expect(page.getByRole('heading', { level: 1, name: 'Cardiology Jobs' })).toBeVisible()
  await expect(page.getByText(/^Cardiology across the United States: [\d,]+ jobs/)).toBeVisible()
  const byState = page
    .getByRole('region', { name: 'Cardiology jobs by state' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'Cardiology jobs by state' }) }))
  await byState.getByRole('link', { name: /^Texas/ }).click()
  await expect(page).toHaveURL('/jobs/specialty/cardiology/tx')
  await expect(page.getByRole('heading', { level: 1, name: 'Cardiology Jobs in Texas' })).toBeVisible()
})

test('twelve jobs’ structured data pass the validator, and say what the page says', async ({ request }) => {
  const specialties = ['Cardiology', 'Psychiatry', 'Emergency Medicine', 'Family Medicine', 'Radiology', 'Pediatrics']
  for (const specialty of specialties) {
    const { jobs } = (await (await request.get('/api/jobs', { params: { specialty, limit: 2 } })).json()) as SearchResult
    expect(jobs).toHaveLength(2)
    for (const job of jobs) {
      const html = await (await request.get(`/jobs/${job.id}`)).text()
      expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")).toBe(job.title)
      const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(
        ([, text = '']) => JSON.parse(text) as { '@type': string },
      )
      const extracted = { jsonld: Object.groupBy(blocks, (it) => it['@type']), microdata: {}, rdfa: {} }
      expect(Object.keys(extracted.jsonld).toSorted()).toEqual(['BreadcrumbList', 'JobPosting'])
      const issues = await new Validator().validate(extracted)
      expect(issues.filter((it) => it.severity === 'ERROR')).toEqual([])
      expect(blocks.find((it) => it['@type'] === 'JobPosting')).toMatchObject({ title: job.title, datePosted: job.postedAt })
    }
  }
})
