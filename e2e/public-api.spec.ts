import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessibleEverywhere } from './accessible.ts'
import { test } from './fixtures.ts'
import { expect } from './people.ts'

/** A researcher's page: jobs and limits as any script reads them. */
const pageOf = (
  board: string,
): string => `<!doctype html><html lang="en"><head><title>Elsewhere</title><link rel="icon" href="data:,"></head>
<body><h1>Jobs from another site</h1><ul></ul><p></p><script type="module">
const answer = await fetch('${board}/api/v1/jobs?limit=3', { headers: { accept: 'application/json' } })
const { jobs } = await answer.json()
for (const job of jobs) document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: job.title }))
document.querySelector('p').textContent = 'Policy: ' + answer.headers.get('ratelimit-policy')
const missing = await fetch('${board}/api/v1/jobs/none', { headers: { accept: 'application/problem+json', 'x-tool': 'test' } })
document.querySelector('p').textContent += '; ' + (await missing.json()).code
</script></body></html>`

// The missing job is asked for on purpose; the reference has styles of its own, which the policy refuses.
test.use({ expectedComplaints: /404|inline style/ })

test('a page of another origin shows jobs, reads the limit, and understands an error', async ({ page, baseURL }) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(new URL(baseURL ?? '').origin))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await expect(page.getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('paragraph')).toHaveText(/^Policy: ("v1";q=600;w=60|null); NOT_FOUND$/)
  } finally {
    server.close()
  }
})

test('the page for developers explains itself, and its first command works', async ({ page, request }) => {
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
