import { resumePath, profilePath } from '#shared/paths.ts'
import { docxOf } from '#test/cv-files.ts'
import { englishCv } from '#test/cv-texts.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signUp, toast } from './people.ts'

const cv = { name: 'cv.docx', mimeType: 'application/octet-stream', buffer: docxOf(englishCv) }

test('a physician fills the profile from the CV, field by field', async ({ page }) => {
  test.slow()
  await signUp(page.request)
  await page.goto(resumePath)
  await page.getByLabel('Browse files').setInputFiles(cv)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'CV on file' })).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()

  await page.getByRole('button', { name: 'Read my CV' }).click()
  await expect(page.getByText('Your last name is not in this file.')).toBeVisible()
  await expect(page.getByText(/^“Summary: Board-certified internist/)).toBeVisible()
  await page.getByRole('button', { name: 'Use it for Board status' }).click()
  await page.getByRole('button', { name: 'Use it for Licensed in' }).click()
  await expect(page.getByLabel('Board status', { exact: true })).toHaveValue('Certified')
  await page.getByLabel('Pay of at least, a year', { exact: true }).fill('a lot')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByRole('link', { name: /Please enter an amount/ }).click()
  await page.getByLabel('Pay of at least, a year', { exact: true }).fill('350000')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(toast(page)).toContainText('Profile saved')

  await page.goto(profilePath)
  await expect(page.getByLabel('Board status', { exact: true })).toHaveValue('Certified')
  await expect(page.getByText('Oklahoma, Texas')).toBeVisible()
  // What was found but not confirmed is not there.
  await expect(page.getByLabel('Languages', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Employers may read it: Pay of at least')).not.toBeChecked()
  await expect(page.getByLabel('Employers may read it: Board status')).toBeChecked()
})
