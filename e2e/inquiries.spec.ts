import type { APIRequestContext, Page } from '@playwright/test'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { linkInMail, signUp, somebody, toast } from './people.ts'
import { fromOurPages, post, signUpTrusted } from './posters.ts'
import { hydrated } from './results.ts'

test.use({ expectedComplaints: /status of (401|404|500)|answer: (401|404|500)/ })

const message = 'Is the position still open, and may I visit your clinic?'

/** An imported sample job, whose poster gave no address; not one that another test has just posted. */
async function openJob(page: Page, request: APIRequestContext): Promise<{ id: string; title: string }> {
  const { jobs } = (await (await request.get('/api/jobs?limit=50&sortBy=oldest')).json()) as {
    jobs: { id: string; title: string }[]
  }
  let job: (typeof jobs)[number] | undefined
  for (const it of jobs) {
    const detail = (await (await request.get(`/api/jobs/${it.id}`)).json()) as { answeredBy: string }
    if (detail.answeredBy !== 'team') continue
    job = it
    break
  }
  if (!job) throw new Error('The sample data has no such job')
  await page.goto(`/jobs/${job.id}`)
  return job
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('anybody writes to the poster of a job', async ({ page, request }) => {
  await openJob(page, request)
  await page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' }).click()
  const form = dialog(page, 'Send Inquiry')
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(form.getByRole('group', { name: 'There is a problem' })).toContainText('Name is required')
  await expect(form.getByRole('group', { name: 'There is a problem' })).toContainText('Message must be at least 10 characters')
  await form.getByLabel('Name').fill('Ada Sample')
  await form.getByLabel('Email').fill(somebody().email)
  await form.getByLabel('Message').fill(message)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(toast(page)).toContainText('Inquiry sent successfully!')
  await expect(toast(page)).toContainText('Your inquiry has been sent to our team, because the job has no contact address.')
  await expect(form).toBeHidden()
})

test('a physician finds their name filled in, and follows the inquiry', async ({ page, request }) => {
  const person = await signUp(page.request)
  const job = await openJob(page, request)
  await page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' }).click()
  const form = dialog(page, 'Send Inquiry')
  await expect(form.getByLabel('Name')).toHaveValue('Ada Sample')
  await expect(form.getByLabel('Email')).toHaveValue(person.email)
  await form.getByLabel('Message').fill(message)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(form).toBeHidden()
  await page.goto('/applications')
  const card = page.getByRole('article').filter({ hasText: job.title })
  await expect(card).toContainText('Sent')
  await hydrated(page)
  page.once('dialog', (asked) => void asked.accept())
  await card.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(toast(page)).toContainText('Inquiry withdrawn')
  await expect(card).toContainText('Withdrawn')
})

test('one form has the introduction, the CV on file, and the questions that the posting leaves open', async ({
  page,
  playwright,
  baseURL,
}) => {
  const employer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await signUpTrusted(employer, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
  const job = await post(employer, 'Cardiologist by one tap')
  await signUp(page.request)
  const cv = { name: 'Sample.pdf', mimeType: 'application/pdf', buffer: pdfFile() }
  expect((await page.request.post('/api/profile/cv', { headers: fromOurPages, multipart: { cv } })).status()).toBe(200)

  await page.goto(`/jobs/${job.id}`)
  await page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' }).click()
  const form = dialog(page, 'Send Inquiry')
  const message = form.getByLabel('Message')
  await expect(message).toHaveValue(
    'I am interested in this position, and my CV is attached. I would be glad to hear about the next steps.',
  )
  await expect(form.getByRole('checkbox', { name: 'CV attached (Sample.pdf)' })).toBeChecked()
  const call = form.getByRole('group', { name: 'Ask about' }).getByRole('button', { name: 'Call', exact: true })
  await call.click()
  await expect(call).toHaveAttribute('aria-pressed', 'true')
  await expect(message).toHaveValue(/next steps\.\n\n• How often is call/)
  await call.click()
  await expect(message).not.toHaveValue(/How often/)
  await call.click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(toast(page)).toContainText('Inquiry sent successfully!')
  await expect(form).toBeHidden()
  const { inquiries } = (await (await employer.get('/api/inbox')).json()) as { inquiries: unknown[] }
  expect(inquiries).toMatchObject([
    { jobTitle: job.title, cvFileName: 'Sample.pdf', message: expect.stringContaining('How often is call') },
  ])
  await employer.dispose()
})

test('on a phone a visitor attaches a CV, which goes out when the mailed link is pressed', async ({
  page,
  playwright,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const employer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await signUpTrusted(employer, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
  const job = await post(employer, 'Cardiologist for a guest')
  const { email } = somebody()
  await page.goto(`/jobs/${job.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Send Inquiry' }).locator('visible=true').first().click()
  const form = dialog(page, 'Send Inquiry')
  await form.getByLabel('Name').fill('Ada Sample')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Message').fill(message)
  await form.getByLabel(/^CV/).setInputFiles({ name: 'cv.exe', mimeType: 'application/pdf', buffer: pdfFile() })
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(form.getByText('Invalid file type: Please upload a PDF, DOC, or DOCX file.')).toBeVisible()
  await form.getByLabel(/^CV/).setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdfFile() })
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(toast(page)).toContainText('Check your email')
  expect(((await (await employer.get('/api/inbox')).json()) as { total: number }).total).toBe(0)

  const link = await linkInMail(page.request, email, '/inquiry/confirm')
  await page.goto(link)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Send my inquiry and CV' }).click()
  await expect(page.getByText('Inquiry sent successfully!')).toBeVisible()
  const { inquiries } = (await (await employer.get('/api/inbox')).json()) as { inquiries: unknown[] }
  expect(inquiries).toMatchObject([{ jobTitle: job.title, cvFileName: 'cv.pdf', emailConfirmed: true }])
  await page.goto(link)
  await page.getByRole('button', { name: 'Send my inquiry and CV' }).click()
  await expect(page.getByText('This link was used before')).toBeVisible()
  await employer.dispose()
})

test('a job that closes while somebody writes: the dialog says so, and nothing is lost', async ({
  page,
  playwright,
  baseURL,
}) => {
  const employer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await signUpTrusted(employer, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
  const { id } = await post(employer, 'Cardiologist who is found meanwhile')
  await page.goto(`/jobs/${id}`)
  await page.getByRole('button', { name: 'Send Inquiry' }).locator('visible=true').first().click()
  const form = dialog(page, 'Send Inquiry')
  await form.getByLabel('Name').fill('Ada Sample')
  await form.getByLabel('Email').fill(somebody().email)
  await form.getByLabel('Message').fill(message)
  const close = (isActive: boolean) => employer.put(`/api/job-postings/${id}`, { headers: fromOurPages, data: { isActive } })
  expect((await close(false)).status()).toBe(200)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(form.getByRole('group', { name: 'There is a problem' })).toContainText(
    'This job has closed in the meantime. Nothing was sent.',
  )
  await expect(form.getByLabel('Message')).toHaveValue(message)
  expect(((await (await employer.get('/api/inbox')).json()) as { total: number }).total).toBe(0)

  // It opens again, and what was typed goes out by one press.
  expect((await close(true)).status()).toBe(200)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(toast(page)).toContainText('Inquiry sent successfully!')
  expect(((await (await employer.get('/api/inbox')).json()) as { total: number }).total).toBe(1)
  await employer.dispose()
})

test('a problem is reported and acknowledged', async ({ page, request }) => {
  await openJob(page, request)
  await page.getByRole('button', { name: 'Report a Problem' }).click()
  const form = dialog(page, 'Report a Problem')
  const person = somebody()
  await form.getByLabel('Name').fill('Ada Sample')
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Reason').fill('The link of this posting leads to something else.')
  await form.getByRole('button', { name: 'Submit Report' }).click()
  await expect(toast(page)).toContainText('Report submitted successfully!')
  await expect(toast(page)).toContainText('Thank you for your report. We will review it and take appropriate action.')
  await expect(form).toBeHidden()
})

test('a physician without a CV uploads one inside the inquiry, and sends it along', async ({ page, request }) => {
  await signUp(page.request)
  await openJob(page, request)
  await page.getByRole('complementary').getByRole('button', { name: 'Send Inquiry' }).click()
  const form = dialog(page, 'Send Inquiry')
  await form.getByLabel('Message').fill(message)
  await form.getByLabel('Browse files').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdfFile() })
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(form.getByRole('checkbox', { name: 'CV attached (cv.pdf)' })).toBeChecked()
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(toast(page)).toContainText('Inquiry sent successfully!')
})

test('somebody without an account reads the answer by a press, which confirms the address', async ({
  page,
  playwright,
  baseURL,
}) => {
  const employer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await signUpTrusted(employer, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
  const { id: jobId, title } = await post(employer, 'Cardiologist by mail')
  const { email } = somebody()
  const call = { headers: fromOurPages }
  expect((await page.request.post('/api/job-inquiry', { ...call, data: { name: 'Ada', email, message, jobId } })).status()).toBe(
    200,
  )
  const { inquiries } = (await (await employer.get('/api/inbox')).json()) as { inquiries: { id: string }[] }
  const answer = 'Yes, please come on any Tuesday.'
  await employer.post('/api/inbox/replies', { ...call, data: { ids: [inquiries[0]?.id], message: answer } })
  await employer.dispose()

  await page.goto(await linkInMail(page.request, email, '/inquiry'))
  const button = page.getByRole('button', { name: 'Confirm my address and read it' })
  await button.click()
  await expect(page.getByRole('heading', { name: 'The answer to your inquiry' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText(title)
  await expect(page.getByRole('article')).toContainText(answer)
  await expectAccessibleEverywhere(page)
  await page.goto('/inquiry?token=none')
  await button.click()
  await expect(page.getByText('This link no longer works')).toBeVisible()
})

test('on a phone, six taps find a job with its terms and market, and ask two questions', async ({
  page,
  playwright,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const employer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await signUpTrusted(employer, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
  const title = `Cardiologist of six taps ${Date.now()}`
  const description = 'Join four cardiologists. Call is 1:5 from home. Claims-made malpractice with tail paid.'
  await post(employer, title, { description, salaryMin: '$450,000', salaryMax: '$500,000' })
  let taps = 0
  const tap = async (locator: ReturnType<typeof page.getByRole>) => {
    taps += 1
    await locator.click()
  }
  await page.goto('/')
  await hydrated(page)
  await tap(page.getByRole('searchbox', { name: 'Specialty, position or keyword' }))
  await page.keyboard.type(`${title} tail paid`)
  await page.keyboard.press('Enter')
  await tap(page.getByRole('link', { name: title, exact: true }))
  await expect(page.getByRole('region', { name: /^Terms/ })).toContainText('1 in 5, from home')
  await expect(page.getByRole('region', { name: /^Terms/ })).toContainText('tail paid')
  await expect(page.getByRole('figure', { name: 'Pay next to comparable postings' })).toBeVisible()
  await tap(page.getByRole('button', { name: 'Send Inquiry' }).locator('visible=true'))
  const form = page.getByRole('dialog', { name: 'Send Inquiry' })
  // The keyboard leads from field to field.
  await form.getByLabel('Name').fill('Ada Sample')
  await form.getByLabel('Email').fill(somebody().email)
  await tap(form.getByRole('button', { name: 'Notice period' }))
  await tap(form.getByRole('button', { name: 'CME' }))
  await tap(form.getByRole('button', { name: 'Send Inquiry' }))
  await expect(toast(page)).toContainText('Inquiry sent successfully!')
  expect(taps).toBeLessThanOrEqual(6)
  const { inquiries } = (await (await employer.get('/api/inbox')).json()) as { inquiries: { message: string }[] }
  expect(inquiries[0]?.message).toMatch(/notice period[^]*CME/)
  await employer.dispose()
})
