import type { Page } from '@playwright/test'
import { resumePath } from '#shared/paths.ts'
import { hold } from './api.ts'
import { expect, test } from './fixtures.ts'
import { pdf } from './forms.ts'
import { signUp } from './people.ts'
import { listed, hydrated } from './results.ts'

/** On a slow line a page is visible seconds before its scripts have loaded. */

const themeToggle = { name: 'Switch between light and dark theme' }

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light' }))

/** Opens a page whose scripts wait until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const letScriptsArrive = await hold(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  // Before its style sheet has arrived nobody sees the page, and what it hides would be found.
  await page.waitForFunction(() => document.styleSheets.length > 0)
  return letScriptsArrive
}

test('of several early clicks the last one acts after hydration', async ({ page }) => {
  const letScriptsArrive = await openWithoutScripts(page, '/jobs')
  await page.getByRole('button', { name: 'Email me new jobs like these' }).click()
  await page.getByRole('button', themeToggle).click()
  await expect(page.locator('html')).toHaveClass(/light/)

  letScriptsArrive()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', themeToggle).click()
  await expect(page.locator('html')).toHaveClass(/light/)
})

test('a filter chosen before hydration applies after it, and typed text stays', async ({
  page,
}) => {
  const letScriptsArrive = await openWithoutScripts(page, '/jobs')
  await page.getByRole('textbox', { name: 'City or ZIP' }).fill('Houston')
  await (await listed(page.getByRole('form', { name: 'Filters' }), 'State', 'Texas')).check()

  letScriptsArrive()
  await expect(page).toHaveURL(/state=TX/)
  await expect(page).toHaveURL(/city=Houston/)
  await expect(page.getByRole('textbox', { name: 'City or ZIP' })).toHaveValue('Houston')
})

test('a specialty chosen by keyboard before hydration stays, and so does the focus', async ({
  page,
}) => {
  const letScriptsArrive = await openWithoutScripts(page, '/')
  await page.getByLabel('Specialty', { exact: true }).focus()
  await page.keyboard.type('Derm')

  letScriptsArrive()
  await hydrated(page)
  await expect(page.getByLabel('Specialty', { exact: true })).toHaveValue('Dermatology')
  await expect(page.getByLabel('Specialty', { exact: true })).toBeFocused()
})

test('a CV chosen before hydration is ready to be sent after it', async ({ page }) => {
  await signUp(page.request)
  const letScriptsArrive = await openWithoutScripts(page, resumePath)
  await page.getByLabel('Browse files').setInputFiles(pdf('early.pdf'))

  letScriptsArrive()
  await expect(page.getByRole('group', { name: 'Chosen file' })).toContainText('early.pdf')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('region', { name: 'CV on file', exact: true })).toContainText(
    'early.pdf',
  )
})
