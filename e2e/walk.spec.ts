import type { Browser, Page } from '@playwright/test'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdmin, signUp, toast } from './people.ts'
import { signUpTrusted } from './posters.ts'

/** From a posting to an answer, with a browser for each person. */

test.use({ expectedComplaints: /status of 40[19]|answer: 40[19]/ })

const posting = (title: string) => ({
  title,
  company: 'Example Family Clinic',
  specialty: 'Family Medicine',
  city: 'Boise',
  state: 'ID',
  description: 'See patients of all ages in an outpatient clinic, four days a week.',
  setting: ['Outpatient'],
  schedule: ['Days'],
  applyUrl: 'https://example.com/apply',
  contactEmail: 'office@example.com',
  website: '',
})

const accountPosting = (title: string) => ({
  title,
  specialty: 'Cardiology',
  city: 'Boise',
  state: 'ID',
  description: 'Join three cardiologists in a practice that grows.',
  duration: 'Full-time',
  payroll: 'W2',
  company: 'Example Hospital',
  organizationType: 'Hospital',
  applyUrl: 'https://example.com/apply',
})

async function someoneElse(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
}

const unique = (words: string): string => `${words} ${crypto.randomUUID().slice(0, 8)}`

test('a posting without an account waits, is approved by keyboard, and is found', async ({ page, browser, baseURL }) => {
  const title = unique('Family Physician')
  const visitor = await someoneElse(browser, baseURL)
  const answer = await visitor.request.post('/employers/post', { data: posting(title) })
  expect(answer.status(), await answer.text()).toBe(200)
  const { job } = (await answer.json()) as { job: { id: string } }
  expect((await visitor.request.get(`/api/jobs/${job.id}`)).status()).toBe(404)

  await signInAsAdmin(page.request, baseURL)
  await page.goto('/admin/moderation?kind=pending&source=manual')
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  await entry.focus()
  await page.keyboard.press('a')
  await expect(toast(page)).toContainText('Approved')
  await expect(entry).toHaveCount(0)

  await visitor.goto(`/jobs/${job.id}`)
  await expect(visitor.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('a rejection requires a reason', async ({ page, baseURL }) => {
  const title = unique('Nurse')
  const answer = await page.request.post('/employers/post', { data: posting(title) })
  expect(answer.status(), await answer.text()).toBe(200)
  await signInAsAdmin(page.request, baseURL)
  await page.goto('/admin/moderation?kind=pending&source=manual')
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  await entry.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject?' })
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByLabel(/^Reason/)).toHaveAccessibleDescription(/Please give a reason/)
  await dialog.getByLabel(/^Reason/).fill('This board is for physicians.')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(toast(page)).toContainText('Rejected')
  await expect(entry).toHaveCount(0)
})

test('an inquiry with a CV goes to the recruiter, who answers, and the physician sees it', async ({ page, browser, baseURL }) => {
  // Browsers send the origin with a call.
  const headers = { origin: baseURL ?? '' }
  const title = unique('Cardiologist')
  const poster = await someoneElse(browser, baseURL)
  await signUpTrusted(poster.request, { role: 'recruiter', companyName: 'Example Hospital', organizationType: 'Hospital' })
  const posted = await poster.request.post('/api/jobs', { headers, data: accountPosting(title) })
  expect(posted.status(), await posted.text()).toBe(200)
  const { job } = (await posted.json()) as { job: { id: string } }

  await signUp(page.request)
  const cv = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdfFile() }
  const uploaded = await page.request.post('/api/profile/cv', { headers, multipart: { cv } })
  expect(uploaded.status(), await uploaded.text()).toBe(200)
  await page.goto(`/jobs/${job.id}`)
  await page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' }).click()
  const form = page.getByRole('dialog', { name: 'Send Inquiry' })
  await form.getByLabel('Message').fill('May I come and see the clinic next week?')
  await expect(form.getByRole('checkbox', { name: 'CV attached (cv.pdf)' })).toBeChecked()
  await form.getByRole('button', { name: 'Send Inquiry', exact: true }).click()
  await expect(form).toBeHidden()

  await poster.goto('/employer/inbox')
  await poster.getByRole('link', { name: new RegExp(`about ${title}`) }).click()
  await expect(poster.getByText('May I come and see the clinic next week?')).toBeVisible()
  const link = await poster.getByRole('link', { name: /^Open the CV/ }).getAttribute('href')
  // As a click on this page sends it.
  const opened = await poster.request.get(link ?? '', { headers: { 'sec-fetch-site': 'same-origin' } })
  expect(await opened.body()).toEqual(pdfFile())
  await poster.getByRole('textbox', { name: 'Reply' }).fill('Yes. Monday at nine would be good.')
  await poster.getByRole('button', { name: 'Send Reply' }).click()
  await expect(toast(poster)).toContainText('Reply sent')

  await page.goto('/applications')
  const card = page.getByRole('article').filter({ hasText: title })
  await expect(card).toContainText('Answered')
  await card.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByText('Yes. Monday at nine would be good.')).toBeVisible()
  await page.goto('/profile/resume')
  await expect(page.getByText('Ada Sample, Example Hospital')).toBeVisible()
})
