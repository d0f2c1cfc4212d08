import type { Page } from '@playwright/test'
import { samplePath } from './api.ts'
import { expect, test } from './fixtures.ts'
import { clickForToast, toast } from './people.ts'
import { share } from './results.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test.beforeEach(async ({ page, request }) => {
  await page.clock.install()
  await page.goto(await samplePath(request))
})

/**
 * From now on time passes only where a test says so. Not before the first toast, whose code waits
 * for timers.
 */
const stopTime = async (page: Page) =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))

test('a toast closes itself after five seconds, or by a swipe; pointer and focus keep it', async ({
  page,
}) => {
  await share(page)
  await expect(toast(page)).toHaveText('Link copied')
  await stopTime(page)
  await toast(page).evaluate((element) => (element.id = 'first'))
  await share(page)
  await expect(page.locator('#first')).toHaveCount(0)
  // The second one's time starts anew.
  await page.clock.runFor(4500)
  await expect(toast(page)).toHaveCount(1)
  await page.clock.runFor(1000)
  await expect(toast(page)).toHaveCount(0)
  await share(page)
  await toast(page).hover()
  await page.clock.runFor(20_000)
  await expect(toast(page)).toBeVisible()
  // To the right by fifty pixels, and not by less.
  await swipe(page, 40)
  await expect(toast(page)).toBeVisible()
  await swipe(page, 60)
  await page.clock.runFor(1000)
  await expect(toast(page)).toHaveCount(0)

  await share(page)
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('F8')
  await page.clock.runFor(20_000)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(toast(page)).toHaveCount(0)
})

test('a tooltip opens after 700 ms, the next one at once, and Escape closes it', async ({
  page,
}) => {
  await page.goto('/jobs')
  const code = page.waitForResponse(/tooltips/)
  await page.mouse.move(1, 1)
  await code
  const [save, compare] = ['Save', 'Compare'].map((name) =>
    page.getByRole('button', { name: new RegExp(`^${name}: `) }).first(),
  )
  const tip = page.getByRole('tooltip')
  await stopTime(page)
  await save?.hover()
  await page.clock.runFor(690)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tip).toHaveText('Save')
  await compare?.hover()
  await page.clock.runFor(1)
  await expect(tip).toHaveText('Compare')
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(400)
  await save?.hover()
  await page.clock.runFor(400)
  await expect(tip).toHaveCount(0)
})

test.describe('of a failed try', () => {
  test.use({ expectedComplaints: /status of 500|answer: 500/ })

  test('goes when the next one succeeds', async ({ page }) => {
    await page.goto('/auth/forgot')
    const failure = { status: 500, json: { error: 'It broke', code: 'INTERNAL' } }
    await page.route('**/api/auth/links', (route) => route.fulfill(failure), { times: 1 })
    await page
      .getByLabel('Email', { exact: true })
      .and(page.locator('main *'))
      .fill('nobody@mail.test')
    await clickForToast(
      page.getByRole('button', { name: 'Send the link' }),
      'We could not send the link',
    )
    await stopTime(page)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Check your inbox')).toBeVisible()
    await expect(toast(page)).toHaveCount(0)
  })
})

async function swipe(page: Page, distance: number): Promise<void> {
  const box = await toast(page).boundingBox()
  if (!box) throw new Error('There is no toast to swipe')
  const [x, y] = [box.x + 40, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance / 2, y)
  await page.mouse.move(x + distance, y)
  await page.mouse.up()
}
