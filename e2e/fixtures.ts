import { expect, test as base, type Response } from '@playwright/test'
import { hydrated } from './results.ts'

type Fixtures = {
  /** Complaints that a test causes on purpose. */
  expectedComplaints: RegExp | null
  noComplaints: void
}

/**
 * Requests aborted by navigation or further typing are harmless. Policy violations appear in the console; without JavaScript,
 * preloaded scripts count as refused, too.
 */
const harmless = new Set(['net::ERR_ABORTED', 'csp'])

/**
 * Every browser test also fails on errors in the page's console, including violations of its security policy, on uncaught
 * exceptions, and on failed requests to our server.
 */
export const test = base.extend<Fixtures>({
  /** A page is used after its hydration, unless a test names what else to wait for. Links and forms also work before. */
  page: async ({ page, javaScriptEnabled }, run) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    const settled = async (answer: Response | null, options: { waitUntil?: string } = {}) => {
      const hasScripts = javaScriptEnabled && (await page.locator('script[src*="/assets/entry-client"]').count()) > 0
      if (hasScripts && !options.waitUntil) await hydrated(page)
      return answer
    }
    page.goto = async (url, options) => settled(await goto(url, options), options)
    page.reload = async (options) => settled(await reload(options), options)
    await run(page)
  },
  expectedComplaints: [null, { option: true }],
  noComplaints: [
    async ({ page, baseURL, expectedComplaints }, use) => {
      const complaints: string[] = []
      const isOwn = (url: string) => url.startsWith(baseURL ?? '')
      page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
      })
      page.on('response', (response) => {
        if (isOwn(response.url()) && response.status() >= 400) {
          complaints.push(`answer: ${response.status()} ${response.url()}`)
        }
      })
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        if (harmless.has(reason)) return
        if (isOwn(request.url())) complaints.push(`request: ${reason} ${request.url()}`)
      })
      await use()
      expect(complaints.filter((complaint) => !expectedComplaints?.test(complaint))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
