import { expect, test as base } from '@playwright/test'

type Fixtures = {
  /** What a test brings about on purpose, and so may be complained of. */
  expectedComplaints: RegExp | null
  noComplaints: void
}

/**
 * Who navigates away, or types on, needs no answer any more. What the policy refuses stands in the console; scripts that are
 * preloaded where there is no JavaScript count as refused, too.
 */
const harmless = new Set(['net::ERR_ABORTED', 'csp'])

/**
 * Every browser test also fails on what the page complains about: errors in its console, among them violations of its
 * security policy, exceptions that nobody caught, and requests of its own that failed.
 */
export const test = base.extend<Fixtures>({
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
