import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible, expectNoOverflow } from './accessible.ts'
import { test } from './fixtures.ts'
import { expect } from './people.ts'
import { post, signUpPoster } from './posters.ts'

/** An employer's own site, whose policy allows what our page says and nothing else. */
async function otherSite(body: string, boardOrigin: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src data:; script-src ${boardOrigin}; frame-src ${boardOrigin}`,
    })
    response.end(
      `<!doctype html><html lang="en"><head><title>Our clinic</title><link rel="icon" href="data:,"></head><body><main><h1>Work with us</h1>${body}</main></body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

// Two sites.
test.describe.configure({ timeout: 60_000 })
// Refused frames are logged on purpose.
test.use({ expectedComplaints: /frame-ancestors|Framing '|BLOCKED_BY_RESPONSE/ })

test('an employer copies a snippet; their site lists their jobs, and cannot frame other pages', async ({ page, context }) => {
  await signUpPoster(page.request)
  const { id, title } = await post(page.request, `Cardiologist ${Date.now()}`)
  await page.goto('/employer/widget')
  const preview = page.frameLocator('iframe[title="Preview of the list"]')
  await expect(preview.getByRole('link', { name: title })).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Copy snippet' }).click()
  const snippet = await page.getByRole('code').filter({ hasText: '<script' }).innerText()
  expect(snippet).toMatch(/^<script src="http:\/\/[\w.:]+\/widget\.js" data-company="[\w-]+" async><\/script>$/)
  const boardOrigin = new URL(/src="([^"]+)"/.exec(snippet)?.[1] ?? '').origin

  const site = await otherSite(
    `${snippet}<iframe id="whole-board" title="The board" src="${boardOrigin}/jobs"></iframe>`,
    boardOrigin,
  )
  try {
    await page.goto(site.url)
    const frame = page.locator('iframe[title="Open positions"]')
    const job = frame.contentFrame().getByRole('link', { name: title })
    await expect(frame.contentFrame().getByRole('heading', { name: 'Open positions at Sample Hospital' })).toBeVisible()
    await expect(job).toHaveAttribute('target', '_blank')
    // The height follows the content.
    const needed = await frame
      .contentFrame()
      .locator('html')
      .evaluate((element) => Math.ceil(element.getBoundingClientRect().height))
    await expect.poll(() => frame.evaluate((element) => element.getBoundingClientRect().height)).toBe(needed)
    await expect(page.frameLocator('#whole-board').getByRole('heading', { level: 1 })).toHaveCount(0)

    const opened = context.waitForEvent('page')
    await job.click()
    const jobPage = await opened
    await expect(jobPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(new URL(jobPage.url()).pathname).toBe(`/jobs/${id}`)

    await page.locator('#whole-board').evaluate((element) => element.remove())
    await expectAccessible(page)
  } finally {
    site.close()
  }
})
