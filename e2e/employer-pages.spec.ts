import Validator from '@adobe/structured-data-validator'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { jobLink } from './results.ts'

// Of an employer without open jobs.
test.use({ expectedComplaints: /status of 404|answer: 404/ })

test('from a job to its employer, and from the directory there', async ({ page }) => {
  // Of the sample jobs: what other tests post comes and goes.
  await page.goto('/jobs?sortBy=oldest')
  await jobLink(page).click()
  const employer = page.getByRole('article').locator('a[href^="/employers/"]').first()
  const name = ((await employer.textContent()) ?? '').replace('Verified hospital', '').trim()
  await employer.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  // The page says once whose jobs they are.
  await expect(page.getByRole('table', { name: 'Jobs found' })).not.toContainText(name)
  await expect(page.getByRole('heading', { name: 'Pay by specialty' })).toBeVisible()

  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Employers' }).click()
  await page.getByLabel('Starts with').fill(name.slice(0, 3))
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Employers' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
})

test('search engines and language models find employers, and read who they are', async ({ page, request }) => {
  expect(await (await request.get('/llms.txt')).text()).toContain('/employers/all')
  await page.goto('/employers/all')
  const path = (await page.getByRole('list', { name: 'Employers' }).getByRole('link').first().getAttribute('href')) ?? ''
  const index = await (await request.get('/sitemap.xml')).text()
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const maps = await Promise.all(files.map(async (file) => (await request.get(file)).text()))
  expect(maps.filter((map) => map.includes(`${path}<`))).toHaveLength(1)

  await page.goto(path)
  const text = (await page.locator('script[type="application/ld+json"]').textContent()) ?? ''
  const document = JSON.parse(text) as { mainEntity: { name: string } }
  expect(document.mainEntity.name).toBe(await page.getByRole('heading', { level: 1 }).innerText())
  const extracted = { jsonld: { ProfilePage: [document], Organization: [document.mainEntity] }, microdata: {}, rdfa: {} }
  expect(await new Validator().validate(extracted)).toEqual([])
  await expectAccessibleEverywhere(page)
  expect((await page.goto('/employers/no-such-employer'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'No open jobs' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All employers' })).toHaveAttribute('href', '/employers/all')
})
