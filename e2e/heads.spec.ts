import Validator from '@adobe/structured-data-validator'
import type { Page } from '@playwright/test'
import type { SearchResult } from '#features/jobs/contract.ts'
import { expect, test } from './fixtures.ts'

const meta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).first().getAttribute('content')
const canonical = async (page: Page) => {
  const link = page.locator('link[rel=canonical]')
  return (await link.count()) === 0 ? undefined : new URL((await link.getAttribute('href')) ?? '')
}

const pages = [
  { path: '/', title: 'Physician Jobs in the United States | Whitecoat', canonical: '/' },
  { path: '/jobs', title: 'Physician Jobs — Search All Positions | Whitecoat', canonical: '/jobs' },
  { path: '/jobs?sortBy=title', title: 'Physician Jobs — Search All Positions | Whitecoat', canonical: '/jobs' },
  { path: '/jobs?page=2', title: 'Physician Jobs — Search All Positions | Whitecoat', canonical: '/jobs?page=2' },
  {
    path: '/jobs?specialty=Cardiology',
    title: 'Physician Jobs — Cardiology | Whitecoat',
    canonical: '/jobs/specialty/cardiology',
  },
  {
    path: '/jobs?specialty=Cardiology&state=TX',
    title: 'Physician Jobs — Cardiology | Whitecoat',
    canonical: '/jobs/specialty/cardiology/tx',
  },
  { path: '/jobs/specialty/cardiology', title: 'Cardiology Jobs | Whitecoat', canonical: '/jobs/specialty/cardiology' },
  {
    path: '/jobs/specialty/psychiatry/ca',
    title: 'Psychiatry Jobs in California | Whitecoat',
    canonical: '/jobs/specialty/psychiatry/ca',
  },
  { path: '/about', title: 'About | Whitecoat', canonical: '/about' },
  { path: '/contact', title: 'Contact | Whitecoat', canonical: '/contact' },
  { path: '/privacy', title: 'Privacy Policy | Whitecoat', canonical: '/privacy' },
  { path: '/terms', title: 'Terms of Service | Whitecoat', canonical: '/terms' },
  { path: '/employers/post', title: 'Post a Job | Whitecoat', canonical: '/employers/post' },
]

for (const { path, title, canonical: address } of pages) {
  test(`${path} has title, description and preview`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    const { origin } = new URL(page.url())
    expect((await canonical(page))?.href).toBe(`${origin}${address}`)
    expect(await page.locator('title').count()).toBe(1)
    expect(await page.locator('link[rel=canonical]').count()).toBe(1)
    const description = (await meta(page, 'description')) ?? ''
    expect(description.length).toBeGreaterThan(40)
    expect(await meta(page, 'og:title')).toBe(title)
    expect(await meta(page, 'og:description')).toBe(description)
    expect(await meta(page, 'og:url')).toBe(`${origin}${address}`)
    expect(await meta(page, 'og:site_name')).toBe('Whitecoat')
    expect(await meta(page, 'twitter:card')).toBe('summary_large_image')
    const image = await page.request.get((await meta(page, 'og:image')) ?? '')
    expect(image.headers()['content-type']).toBe('image/png')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })
}

for (const path of ['/jobs?keyword=er&minPay=300000', '/?show=jobs&q=er']) {
  test(`${path} is a search, and not indexed`, async ({ page }) => {
    await page.goto(path)
    expect(await meta(page, 'robots')).toBe('noindex')
    expect(await canonical(page)).toBeUndefined()
  })
}

test('the head follows from page to page', async ({ page }) => {
  await page.goto('/jobs?specialty=Cardiology')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle('About | Whitecoat')
  expect((await canonical(page))?.pathname).toBe('/about')
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

test('twelve jobs’ structured data pass the validator, and say what the page says', async ({ page, request }) => {
  const specialties = ['Cardiology', 'Psychiatry', 'Emergency Medicine', 'Family Medicine', 'Radiology', 'Pediatrics']
  for (const specialty of specialties) {
    const { jobs } = (await (await request.get('/api/jobs', { params: { specialty, limit: 2 } })).json()) as SearchResult
    expect(jobs).toHaveLength(2)
    for (const job of jobs) {
      await page.goto(`/jobs/${job.id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title)
      const blocks = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
        (it) => JSON.parse(it) as { '@type': string },
      )
      const extracted = { jsonld: Object.groupBy(blocks, (it) => it['@type']), microdata: {}, rdfa: {} }
      expect(Object.keys(extracted.jsonld).toSorted()).toEqual(['BreadcrumbList', 'JobPosting'])
      const issues = await new Validator().validate(extracted)
      expect(issues.filter((it) => it.severity === 'ERROR')).toEqual([])
      expect(blocks.find((it) => it['@type'] === 'JobPosting')).toMatchObject({ title: job.title, datePosted: job.postedAt })
    }
  }
})

test('the feed and the maps are well-formed', async ({ page, request }) => {
  await page.goto('/about')
  const [first] = [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>([^<]+jobs-[^<]+)<\/loc>/g)].map(
    (it) => it[1] ?? '',
  )
  for (const url of ['/jobs.rss', '/jobs.rss?keyword=%26%3C%22', '/sitemap.xml', '/sitemaps/pages.xml', first ?? '']) {
    const text = await (await request.get(url)).text()
    const root = await page.evaluate((xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      return parsed.querySelector('parsererror')?.textContent ?? parsed.documentElement.localName
    }, text)
    expect(['rss', 'sitemapindex', 'urlset'], url).toContain(root)
  }
})
