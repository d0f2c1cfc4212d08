import type { Locator } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere, expectNoOverflow } from './accessible.ts'
import { test } from './fixtures.ts'
import { serve } from './other-site.ts'
import { expect } from './people.ts'
import { postAsEmployer } from './posters.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const head = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><link rel="icon" href="data:,"></head>`

/** A researcher's page: jobs and limits as any script reads them. */
const pageOf = (board: string): string => `${head('Elsewhere')}
<body><h1>Jobs from another site</h1><ul></ul><p></p><script type="module">
const answer = await fetch('${board}/api/v1/jobs?limit=3', { headers: { accept: 'application/json' } })
const { jobs } = await answer.json()
for (const job of jobs) document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: job.title }))
document.querySelector('p').textContent = 'Policy: ' + answer.headers.get('ratelimit-policy')
const missing = await fetch('${board}/api/v1/jobs/none', { headers: { accept: 'application/problem+json', 'x-tool': 'test' } })
document.querySelector('p').textContent += '; ' + (await missing.json()).code
</script></body></html>`

// The missing job is asked for on purpose; the policy refuses frames, and the styles of the
// reference's own.
test.use({ expectedComplaints: /404|inline style|frame-ancestors|Framing '|BLOCKED_BY_RESPONSE/ })

test('a page of another origin shows jobs, reads the limit, and understands an error', async ({
  page,
  baseURL,
}) => {
  const site = await serve(pageOf(new URL(baseURL ?? '').origin), html)
  await page.goto(site.url)
  await expect(page.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('paragraph')).toHaveText(
    /^Policy: ("v1";q=600;w=60|null); NOT_FOUND$/,
  )
  site.close()
})

test('the page for developers explains itself, and its first command works', async ({
  page,
  request,
}) => {
  await page.goto('/developers')
  await expect(page.getByRole('heading', { level: 1, name: 'For developers' })).toBeVisible()
  await expect(page.locator('#not-found')).toContainText('NOT_FOUND')
  const command = await page.getByRole('code').filter({ hasText: 'curl' }).first().innerText()
  const answer = await request.get(/'([^']+)'/.exec(command)?.[1] ?? '')
  expect(answer.status()).toBe(200)
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'reference' }).click()
  await expect(page.getByText('/api/v1/salaries', { exact: true })).toBeVisible()
})

test('an employer copies a snippet; their site lists their jobs, and cannot frame other pages', async ({
  page,
  context,
}) => {
  const { id, title } = await postAsEmployer(page.request, `Cardiologist ${Date.now()}`)
  await page.goto('/employer/widget')
  const preview = page.frameLocator('iframe[title="Preview of the list"]')
  await expect(preview.getByRole('link', { name: title })).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Copy snippet' }).click()
  const snippet = await page.getByRole('code').filter({ hasText: '<script' }).innerText()
  expect(snippet).toMatch(
    /^<script src="http:\/\/[\w.:]+\/widget\.js" data-company="[\w-]+" async><\/script>$/,
  )
  const boardOrigin = new URL(/src="([^"]+)"/.exec(snippet)?.[1] ?? '').origin

  // An employer's own site, whose policy allows what our page says and nothing else.
  const policy = `default-src 'none'; img-src data:; script-src ${boardOrigin}; frame-src ${boardOrigin}`
  const board = `<iframe id="whole-board" title="The board" src="${boardOrigin}/jobs"></iframe>`
  const main = `<main><h1>Work with us</h1>${snippet}${board}</main>`
  const site = await serve(`${head('Our clinic')}<body>${main}</body></html>`, {
    ...html,
    'content-security-policy': policy,
  })
  await page.goto(site.url)
  const frame = page.locator('iframe[title="Open positions"]')
  const job = frame.contentFrame().getByRole('link', { name: title })
  await expect(
    frame.contentFrame().getByRole('heading', { name: 'Open positions at Sample Hospital' }),
  ).toBeVisible()
  await expect(job).toHaveAttribute('target', '_blank')
  // The height follows the content.
  const heightOf = (element: Locator) =>
    element.evaluate((it) => Math.ceil(it.getBoundingClientRect().height))
  const content = frame.contentFrame().locator('html')
  await expect.poll(async () => (await heightOf(frame)) - (await heightOf(content))).toBe(0)
  await expect(page.frameLocator('#whole-board').getByRole('heading', { level: 1 })).toHaveCount(0)

  const opened = context.waitForEvent('page')
  await job.click()
  const jobPage = await opened
  await expect(jobPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(new URL(jobPage.url()).pathname).toBe(`/jobs/${id}`)

  await page.locator('#whole-board').evaluate((element) => element.remove())
  await expectAccessible(page)
  site.close()
})
