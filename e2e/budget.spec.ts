import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium, type Response } from '@playwright/test'
import type { SearchResult } from '#features/jobs/contract.ts'
import { freePort } from '#test/free-port.ts'
import { expect, test } from './fixtures.ts'
import { rows } from './results.ts'

/** As browsers get them over HTTPS, which is the form that they are built in. */
const maxScriptBytes = 110_000

test('the first load of each kind of page stays within its byte budget', async ({ browser, request }) => {
  test.slow()
  const { jobs } = (await (await request.get('/api/jobs?limit=1&sortBy=oldest')).json()) as SearchResult
  for (const path of ['/', '/jobs', `/jobs/${jobs[0]?.id}`, '/jobs/specialty/cardiology', '/salaries', '/offer']) {
    const page = await browser.newPage()
    const scripts = new Map<string, Promise<Buffer>>()
    const note = (response: Response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) scripts.set(response.url(), response.body())
    }
    page.on('response', note)
    await page.goto(path, { waitUntil: 'networkidle' })
    // Beside lists of jobs the code of a job's page follows later.
    page.off('response', note)
    const sizes = await Promise.all([...scripts.values()].map(async (body) => brotliCompressSync(await body).length))
    expect(sizes.length, path).toBeGreaterThan(1)
    expect(
      sizes.reduce((sum, it) => sum + it, 0),
      path,
    ).toBeLessThanOrEqual(maxScriptBytes)
    await page.close()
  }
})

test('/jobs stays within its budget of bytes and elements, and its styles are cached', async ({ page, request }) => {
  const html = await (await request.get('/jobs')).body()
  expect(html.length).toBeLessThanOrEqual(110_000)
  expect(gzipSync(html).length).toBeLessThanOrEqual(20_000)
  const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html.toString()) ?? []
  const sheet = await request.get(styles)
  expect(sheet.headers()).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' })

  await page.goto('/jobs', { waitUntil: 'networkidle' })
  await expect(rows(page)).toHaveCount(20)
  expect(await page.locator('*').count()).toBeLessThanOrEqual(1000)
})

test('Lighthouse finds nothing to fix on landing pages', async ({ launchOptions, baseURL, request }) => {
  test.setTimeout(180_000)
  const port = await freePort()
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  })
  try {
    const { jobs } = (await (await request.get('/api/jobs?limit=1&sortBy=oldest')).json()) as SearchResult
    for (const path of ['/', '/jobs', `/jobs/${jobs[0]?.id}`]) {
      expect(await scoresOf(`${baseURL}${path}`, port), path).toEqual({ 'best-practices': 100, seo: 100 })
    }
  } finally {
    await browser.close()
  }
})

/** Lighthouse scores, 0 to 100, from the browser on this port. */
async function scoresOf(url: string, port: number): Promise<Record<string, number>> {
  const { default: lighthouse } = await import('lighthouse')
  // Not performance, which depends on this machine's load, and has a budget of bytes above; accessibility.spec.ts runs all of axe.
  const onlyCategories = ['best-practices', 'seo']
  // Its waits are for scores of speed.
  const waits = { pauseAfterFcpMs: 100, pauseAfterLoadMs: 100, networkQuietThresholdMs: 250, cpuQuietThresholdMs: 250 }
  const run = await lighthouse(url, { port, onlyCategories, logLevel: 'error', disableFullPageScreenshot: true, ...waits })
  return Object.fromEntries(
    Object.entries(run?.lhr.categories ?? {}).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  )
}
