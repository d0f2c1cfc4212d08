import type { Page } from '@playwright/test'
import { samplePath } from './api.ts'
import { expect, test } from './fixtures.ts'
import { toast } from './people.ts'
import { hydrated } from './results.ts'

/** Tabs whose site is away, or has become another version: the files that they have not loaded yet are gone. */

test.use({ expectedComplaints: /INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|status of 404|answer: 404/ })

/** From now on no file comes that the page has not loaded. */
const withoutFiles = (page: Page) => page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))

test('without a connection Send Inquiry keeps the page, and goes on when it is back', async ({ page, context }) => {
  await page.goto(await samplePath(page.request))
  await context.setOffline(true)
  const note = page.getByText(/^You are offline/)
  await expect(note).toBeVisible()
  const header = await page.getByRole('banner').boundingBox()
  expect((await note.boundingBox())?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0))

  const send = page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' })
  await send.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('We could not load this part.')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(toast(page)).toBeVisible()

  await send.click()
  await context.setOffline(false)
  await expect(note).toBeHidden()
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await loaded
  await hydrated(page)
  await send.click()
  await expect(page.getByRole('dialog', { name: 'Send Inquiry' }).getByLabel('Message')).toBeVisible()
})

test('where the files of a page are gone, trying again loads the newer page', async ({ page }) => {
  const path = await samplePath(page.request)
  await page.goto(path)
  await withoutFiles(page)
  await page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await loaded
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
