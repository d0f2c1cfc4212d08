import { expect, test as base, type Locator, type Page, type Response } from '@playwright/test'
import { hydrated } from './results.ts'

type Fixtures = {
  /** Somebody else's page, with a session of its own. */
  otherPage: Page
  /** Complaints that a test causes on purpose. */
  expectedComplaints: RegExp | null
  noComplaints: void
}

/**
 * Requests aborted by navigation or further typing are harmless. Policy violations appear in the
 * console; without JavaScript, preloaded scripts count as refused, too.
 */
const harmless = new Set(['net::ERR_ABORTED', 'csp'])

/**
 * Every browser test also fails on errors in the page's console, including violations of its
 * security policy, on uncaught exceptions, and on failed requests to our server.
 */
export const test = base.extend<Fixtures>({
  page: async ({ page, javaScriptEnabled }, run) => run(settling(page, javaScriptEnabled)),
  otherPage: async ({ browser, javaScriptEnabled }, run) => {
    const page = await browser.newPage()
    await run(settling(page, javaScriptEnabled))
    await page.close()
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

/**
 * A page is used after its hydration, unless a test names what else to wait for. Links and forms
 * also work before.
 */
function settling(page: Page, hasScripts: boolean): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const settled = async (answer: Response | null, options: { waitUntil?: string } = {}) => {
    const isOurs =
      hasScripts && (await page.locator('script[src*="/assets/entry-client"]').count()) > 0
    if (isOurs && !options.waitUntil) await hydrated(page)
    return answer
  }
  return Object.assign(page, {
    goto: async (...[url, options]: Parameters<typeof goto>) =>
      settled(await goto(url, options), options),
    reload: async (...[options]: Parameters<typeof reload>) =>
      settled(await reload(options), options),
  })
}

const arrival = { timeout: 15_000 }

/** Clicks what leads to an address. */
export async function clickTo(element: Locator, address: string | RegExp): Promise<void> {
  await element.click()
  await expect(element.page()).toHaveURL(address, arrival)
}

export async function pressEnterTo(page: Page, address: string | RegExp): Promise<void> {
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address, arrival)
}

export { expect } from '@playwright/test'
