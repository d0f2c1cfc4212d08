import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { docxFile, pdfFile } from '#test/cv-files.ts'
import { resumePath } from '#shared/paths.ts'
import { expectDialogAccessible, expectFitsSmallestScreen } from './accessible.ts'
import { hold } from './api.ts'
import { expect, test } from './fixtures.ts'
import { pdf as pdfNamed } from './forms.ts'
import { signUp, toast } from './people.ts'

const pdf = pdfNamed('Ada Sample, M.D..pdf')
const docx = { name: 'newer.docx', mimeType: 'application/octet-stream', buffer: docxFile() }
const wrongType = 'Invalid file type: Please upload a PDF, DOC, or DOCX file.'
const tooLarge = 'File too large: Please upload a file smaller than 5MB.'

const fileField = (page: Page): Locator => page.getByLabel('Browse files')
const chosen = (page: Page): Locator => page.getByRole('group', { name: 'Chosen file' })
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })
const onFile = (page: Page): Locator =>
  page.getByRole('region', { name: 'CV on file', exact: true })

async function openPage(page: Page): Promise<void> {
  await signUp(page.request)
  await page.goto(resumePath)
  await expect(page.getByRole('heading', { name: 'No CV on file yet' })).toBeVisible()
}

/** Simulates a file drop, and returns whether the browser would open the file. */
async function drop(
  target: Locator,
  files: { name: string; buffer: Buffer }[],
): Promise<'kept the page' | 'left the page'> {
  const given = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }))
  const isKept = await target.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const { name, base64 } of dropped)
      dataTransfer.items.add(
        new File([Uint8Array.from(atob(base64), (it) => it.charCodeAt(0))], name),
      )
    const events = ['dragenter', 'dragover', 'drop'].map(
      (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
    )
    for (const event of events) element.dispatchEvent(event)
    return events.at(-1)?.defaultPrevented === true
  }, given)
  return isKept ? 'kept the page' : 'left the page'
}

async function drops(page: Page, files: (typeof pdf)[]): Promise<void> {
  await drop(page.getByText('Drop your CV here'), files)
}

const refusals: [(typeof pdf)[], string][] = [
  [[{ ...pdf, name: 'me.png' }], wrongType],
  [[{ ...pdf, buffer: Buffer.alloc(0) }], wrongType],
  [[{ ...pdf, buffer: pdfFile({ size: 5 * 1024 * 1024 + 1 }) }], tooLarge],
  [[pdf, docx], 'Please upload one file at a time.'],
]

test('a physician chooses a file, uploads it, gets it back, replaces it and deletes it', async ({
  page,
}) => {
  test.slow()
  await openPage(page)
  await test.step('what cannot be a CV is refused before anything is sent', async () => {
    for (const [files, text] of refusals) {
      await drops(page, files)
      await expect(fileField(page)).toHaveAccessibleDescription(
        new RegExp(text.replaceAll('.', '\\.')),
      )
      await expect(toast(page)).toContainText(text.split(': ').at(-1) ?? '')
      await expect(chosen(page)).toHaveCount(0)
    }
    // A file that misses the drop area does not replace the page.
    expect(await drop(page.locator('body'), [pdf])).toBe('kept the page')
    await expect(chosen(page)).toHaveCount(0)
  })

  await test.step('a chosen file is taken away, and an upload stopped', async () => {
    await fileField(page).setInputFiles(pdf)
    await button(page, 'Cancel').click()
    await expect(chosen(page)).toHaveCount(0)
    const release = await hold(page, '**/api/profile/cv')
    await fileField(page).setInputFiles({ ...pdf, buffer: pdfFile({ size: 4_000_000 }) })
    await button(page, 'Upload').click()
    await expect(page.getByRole('progressbar', { name: `Uploading ${pdf.name}` })).toBeVisible()
    await button(page, 'Cancel').click()
    release()
    await expect(chosen(page)).toContainText('Not uploaded yet')
    await expect(button(page, 'Upload')).toBeFocused()
    await page.unrouteAll()
    await button(page, 'Cancel').click()
  })

  await test.step('it is uploaded, and comes back', async () => {
    await drops(page, [pdf])
    await expect(chosen(page)).toContainText(pdf.name)
    await expect(button(page, 'Upload')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page)).toHaveText(/CV uploaded successfully/)
    for (const words of [pdf.name, '1 KB', 'Uploaded'])
      await expect(onFile(page)).toContainText(words)
    await expect(page.getByRole('heading', { name: 'CV on file', exact: true })).toBeFocused()
    const saved = page.waitForEvent('download')
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: /^Download/ }).click()
    const download = await Promise.race([saved, opened.then((it) => it.waitForEvent('download'))])
    expect(download.suggestedFilename()).toBe(pdf.name)
    expect(await readFile(await download.path())).toEqual(pdf.buffer)
    await page.reload()
    await expect(onFile(page)).toContainText(pdf.name)
  })

  await test.step('another one takes its place, and is deleted after a question', async () => {
    const long = `${'very-long-name-'.repeat(12)}.docx`
    await drop(page.getByText('Drop another CV here to replace it'), [{ ...docx, name: long }])
    await button(page, 'Upload').click()
    await expect(onFile(page)).toContainText(long)
    await expect(onFile(page)).not.toContainText(pdf.name)
    await expectFitsSmallestScreen(page)
    await button(page, 'Delete').click()
    const dialog = page.getByRole('dialog', { name: 'Delete your CV?' })
    await expect(dialog).toContainText('You cannot undo this.')
    await expectDialogAccessible(page, 'Delete your CV?')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(onFile(page)).toContainText(long)
    await button(page, 'Delete').click()
    await dialog.getByRole('button', { name: 'Delete CV' }).click()
    await expect(toast(page)).toHaveText(/CV deleted/)
    await expect(page.getByRole('heading', { name: 'No CV on file yet' })).toBeFocused()
  })
})

test.describe('when the server refuses, fails or cannot be reached', () => {
  test.use({
    expectedComplaints: /status of (400|500)|answer: (400|500)|Failed to load resource|request: /,
  })

  test('the upload says so and can be tried again, and what was not deleted stays', async ({
    page,
  }) => {
    await openPage(page)
    await fileField(page).setInputFiles({ ...pdf, buffer: Buffer.from('MZ') })
    await button(page, 'Upload').click()
    for (const words of ['Upload failed', wrongType]) await expect(toast(page)).toContainText(words)
    await expect(chosen(page)).toContainText(wrongType)
    await button(page, 'Cancel').click()

    await fileField(page).setInputFiles(pdf)
    for (const fail of [{ status: 500, body: 'Bad gateway' }, null]) {
      // The page may ask for the CV on file meanwhile.
      await page.route('**/api/profile/cv', (route) => {
        if (route.request().method() === 'GET') return route.fallback()
        return fail ? route.fulfill(fail) : route.abort('connectionrefused')
      })
      await button(page, 'Upload').click()
      await expect(toast(page)).toHaveText(/Upload failed\s*Failed to upload CV/)
      await expect(chosen(page)).toContainText('Failed to upload CV')
      await page.unroute('**/api/profile/cv')
    }
    await button(page, 'Upload').click()
    await expect(onFile(page)).toContainText(pdf.name)

    await page.route('**/api/profile/cv', (route) =>
      route.fulfill({ status: 500, json: { error: 'No', code: 'INTERNAL' } }),
    )
    await button(page, 'Delete').click()
    await page.getByRole('button', { name: 'Delete CV' }).click()
    await expect(toast(page)).toHaveText(/Delete failed\s*Failed to delete CV/)
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expect(onFile(page)).toContainText(pdf.name)
  })
})
