import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium, type Response } from '@playwright/test'
import { freePort } from '#test/free-port.ts'
import { samplePath } from './api.ts'
import { expect, test } from './fixtures.ts'
import { rows } from './results.ts'

/**
 * As browsers get them over HTTPS, which is the form that they are built in. Two thousand of them
 * are what may have to say that the network is gone: toasts, hearts, and the note of a part that
 * could not be loaded. The hashes in the names of files move the sum by a hundred.
 */
const maxScriptBytes = 113_000

test('the first load of each kind of page stays within its budget of bytes and elements', async ({
  browser,
  request,
}) => {
  const page = await browser.newPage()
  // No timer runs out: beside lists of jobs the code of a job's page follows after two seconds.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  const sizes = new Map<string, number>()
  for (const path of [
    '/',
    '/jobs',
    await samplePath(request),
    '/jobs/specialty/cardiology',
    '/salaries',
    '/offer',
  ]) {
    const scripts = new Set<string>()
    const note = (response: Response) =>
      void (new URL(response.url()).pathname.endsWith('.js') && scripts.add(response.url()))
    page.on('response', note)
    await page.goto(path, { waitUntil: 'networkidle' })
    page.off('response', note)
    for (const url of [...scripts].filter((script) => !sizes.has(script)))
      sizes.set(url, brotliCompressSync(await (await request.get(url)).body()).length)
    expect(scripts.size, path).toBeGreaterThan(1)
    const bytes = [...scripts].reduce((sum, url) => sum + (sizes.get(url) ?? Number.NaN), 0)
    expect(bytes, path).toBeLessThanOrEqual(maxScriptBytes)
    if (path !== '/jobs') continue
    await expect(rows(page)).toHaveCount(20)
    expect(await page.locator('*').count()).toBeLessThanOrEqual(900)
  }
  await page.close()

  const html = await (await request.get('/jobs')).body()
  expect(html.length).toBeLessThanOrEqual(100_000)
  expect(gzipSync(html).length).toBeLessThanOrEqual(20_000)
  const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html.toString()) ?? []
  const sheet = await request.get(styles)
  expect(sheet.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  })
})

test('Lighthouse finds nothing to fix on landing pages', async ({
  launchOptions,
  baseURL,
  request,
}) => {
  test.setTimeout(180_000)
  const port = await freePort()
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  })
  try {
    for (const path of ['/', '/jobs', await samplePath(request)]) {
      expect(await scoresOf(`${baseURL}${path}`, port), path).toEqual({
        'best-practices': 100,
        seo: 100,
      })
    }
  } finally {
    await browser.close()
  }
})

/** Lighthouse scores, 0 to 100, from the browser on this port. */
async function scoresOf(url: string, port: number): Promise<Record<string, number>> {
  const { default: lighthouse } = await import('lighthouse')
  // Not performance, which depends on this machine's load, and has a budget of bytes above;
  // accessibility.spec.ts runs all of axe.
  const onlyCategories = ['best-practices', 'seo']
  // Its waits are for scores of speed.
  const waits = {
    pauseAfterFcpMs: 100,
    pauseAfterLoadMs: 100,
    networkQuietThresholdMs: 250,
    cpuQuietThresholdMs: 250,
  }
  const run = await lighthouse(url, {
    port,
    onlyCategories,
    logLevel: 'error',
    disableFullPageScreenshot: true,
    ...waits,
  })
  return Object.fromEntries(
    Object.entries(run?.lhr.categories ?? {}).map(([name, { score }]) => [
      name,
      Math.round((score ?? 0) * 100),
    ]),
  )
}
