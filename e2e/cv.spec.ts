import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { docxFile, pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { resumePath } from '#shared/paths.ts'
import { expectAccessibleEverywhere, expectDialogAccessible, expectFitsSmallestScreen } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { drop } from './files.ts'
import { signUp, toast } from './people.ts'
import { hydrated } from './results.ts'

const pdf = { name: 'Ada Sample, M.D..pdf', mimeType: 'application/pdf', buffer: pdfFile() }
const docx = { name: 'newer.docx', mimeType: 'application/octet-stream', buffer: docxFile() }
const wrongType = 'Invalid file type: Please upload a PDF, DOC, or DOCX file.'
const tooLarge = 'File too large: Please upload a file smaller than 5MB.'

const fileField = (page: Page): Locator => page.getByLabel('Browse files')
const chosen = (page: Page): Locator => page.getByRole('group', { name: 'Chosen file' })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const onFile = (page: Page): Locator => page.getByRole('region', { name: 'CV on file', exact: true })

type File = typeof pdf

async function openPage(page: Page): Promise<void> {
  await signUp(page.request)
  await page.goto(resumePath)
  await expect(page.getByRole('heading', { name: 'No CV on file yet' })).toBeVisible()
  // A file that is dropped earlier is lost.
  await hydrated(page)
}

async function upload(page: Page, file: File): Promise<void> {
  await fileField(page).setInputFiles(file)
  await button(page, 'Upload').click()
  await expect(onFile(page)).toContainText(file.name)
  await expect(chosen(page)).toHaveCount(0)
}

test.describe('a physician', () => {
  test('chooses a file, uploads it, gets it back and finds it again', async ({ page }) => {
    await openPage(page)
    await fileField(page).setInputFiles(pdf)
    await expect(chosen(page)).toContainText('Not uploaded yet')
    await expect(button(page, 'Upload')).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(toast(page)).toHaveText(/CV uploaded successfully/)
    await expect(onFile(page)).toContainText(pdf.name)
    await expect(onFile(page)).toContainText('1 KB')
    await expect(onFile(page)).toContainText('Uploaded')
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

  test('drops a file, and another one to replace it', async ({ page }) => {
    await openPage(page)
    await drop(page.getByText('Drop your CV here'), [pdf])
    await expect(chosen(page)).toContainText(pdf.name)
    await button(page, 'Upload').click()
    await expect(onFile(page)).toContainText(pdf.name)

    await drop(page.getByText('Drop another CV here to replace it'), [docx])
    await button(page, 'Upload').click()
    await expect(onFile(page)).toContainText(docx.name)
    await expect(onFile(page)).not.toContainText(pdf.name)
  })

  test('stays on the page when a file misses the drop area', async ({ page }) => {
    await openPage(page)
    expect(await drop(page.locator('body'), [pdf])).toBe('kept the page')
    await expect(chosen(page)).toHaveCount(0)
  })

  test('removes a chosen file', async ({ page }) => {
    await openPage(page)
    await fileField(page).setInputFiles(pdf)
    await button(page, 'Cancel').click()
    await expect(chosen(page)).toHaveCount(0)
    await fileField(page).setInputFiles(pdf)
    await expect(chosen(page)).toBeVisible()
  })

  test('sees the progress of an upload, and stops it', async ({ page }) => {
    await openPage(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/profile/cv', async (route) => {
      await held
      await route.abort()
    })
    await fileField(page).setInputFiles({ ...pdf, buffer: pdfFile({ size: 4_000_000 }) })
    await button(page, 'Upload').click()
    await expect(page.getByRole('progressbar', { name: `Uploading ${pdf.name}` })).toBeVisible()
    await button(page, 'Cancel').click()
    release()

    await expect(chosen(page)).toContainText('Not uploaded yet')
    await expect(button(page, 'Upload')).toBeFocused()
  })

  test('deletes the CV after being asked', async ({ page }) => {
    await openPage(page)
    await upload(page, pdf)
    await button(page, 'Delete').click()
    const dialog = page.getByRole('dialog', { name: 'Delete your CV?' })
    await expect(dialog).toContainText('You cannot undo this.')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(onFile(page)).toContainText(pdf.name)

    await button(page, 'Delete').click()
    await dialog.getByRole('button', { name: 'Delete CV' }).click()
    await expect(toast(page)).toHaveText(/CV deleted/)
    await expect(page.getByRole('heading', { name: 'No CV on file yet' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No CV on file yet' })).toBeVisible()
  })
})

test.describe('a file is refused', () => {
  const refusals: [File[], string][] = [
    [[{ ...pdf, name: 'me.png' }], wrongType],
    [[{ ...pdf, buffer: Buffer.alloc(0) }], wrongType],
    [[{ ...pdf, buffer: pdfFile({ size: 5 * 1024 * 1024 + 1 }) }], tooLarge],
    [[pdf, docx], 'Please upload one file at a time.'],
  ]
  test('before anything is sent, for its kind, its size or its number', async ({ page }) => {
    await openPage(page)
    for (const [files, text] of refusals) {
      await drop(page.getByText('Drop your CV here'), files)
      await expect(fileField(page)).toHaveAccessibleDescription(new RegExp(text.replaceAll('.', '\\.')))
      await expect(toast(page)).toContainText(text.split(': ').at(-1) ?? '')
      await expect(chosen(page)).toHaveCount(0)
    }
  })

  test.describe('by the server', () => {
    test.use({ expectedComplaints: /status of 400|answer: 400/ })

    test('with wrong content, and stays chosen', async ({ page }) => {
      await openPage(page)
      await fileField(page).setInputFiles({ ...pdf, buffer: Buffer.from('MZ') })
      await button(page, 'Upload').click()
      await expect(toast(page)).toContainText('Upload failed')
      await expect(toast(page)).toContainText(wrongType)
      await expect(chosen(page)).toContainText(wrongType)
    })
  })
})

test.describe('when the server fails', () => {
  test.use({ expectedComplaints: /status of 500|answer: 500|Failed to load resource|request: / })

  test('or cannot be reached, the upload says so and can be tried again', async ({ page }) => {
    await openPage(page)
    await fileField(page).setInputFiles(pdf)
    for (const fail of [
      { status: 500, json: { error: 'Something went wrong on our side.', code: 'INTERNAL' } },
      { status: 500, body: 'Bad gateway' },
      null,
    ]) {
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
  })

  test('deleting says so, and the CV stays', async ({ page }) => {
    await openPage(page)
    await upload(page, pdf)
    await page.route('**/api/profile/cv', (route) => route.fulfill({ status: 500, json: { error: 'No', code: 'INTERNAL' } }))
    await button(page, 'Delete').click()
    await page.getByRole('button', { name: 'Delete CV' }).click()
    await expect(toast(page)).toHaveText(/Delete failed\s*Failed to delete CV/)
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expect(onFile(page)).toContainText(pdf.name)
  })
})

test('anonymous visitors are asked to sign in', async ({ page }) => {
  await page.goto(resumePath)
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    /returnTo=%2Fprofile%2Fresume/,
  )
})

test('other roles are refused', async ({ page }) => {
  await signUp(page.request, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
  await page.goto(resumePath)
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
  await expect(page.getByText('CV upload is only available for physician accounts.')).toBeVisible()
})

test('every step is accessible', async ({ page }) => {
  test.slow()
  await openPage(page)
  await expectAccessibleEverywhere(page)
  await fileField(page).setInputFiles({ ...pdf, name: 'me.png' })
  await expect(page.getByText(wrongType)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await fileField(page).setInputFiles({ ...pdf, name: `${'very-long-name-'.repeat(12)}.pdf` })
  await expectAccessibleEverywhere(page)
  await button(page, 'Upload').click()
  await expect(onFile(page)).toContainText('very-long-name')
  await expectAccessibleEverywhere(page)
  await button(page, 'Delete').click()
  await expectDialogAccessible(page, 'Delete your CV?')
  await expectFitsSmallestScreen(page)
})
