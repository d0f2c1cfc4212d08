import type { Locator, Page } from '@playwright/test'
import type { JobDetail } from '#features/jobs/contract.ts'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { callApi, hold, sampleJobs } from './api.ts'
import { runSql } from './database.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { fillIn, pdf } from './forms.ts'
import { clickForToast, linkInMail, signUp, somebody, toast } from './people.ts'
import { inboxOf, inquire, message, postAsEmployer, pressAndAnswer, setActive } from './posters.ts'
import { replyTo } from '#test/press.ts'

test.use({ expectedComplaints: /status of (401|404|409)|answer: (401|404|409)/ })

const file = pdf('cv.pdf')

/** An imported sample job, whose poster gave no address. */
async function openJob(page: Page): Promise<JobDetail> {
  for (const { id } of await sampleJobs(page.request, { limit: 50 })) {
    const job = await callApi(page.request, 'GET /api/jobs/:id', { params: { id } })
    if (job.answeredBy !== 'team') continue
    await page.goto(`/jobs/${id}`)
    return job
  }
  throw new Error('The sample data has no such job')
}

async function openForm(page: Page, name = 'Send Inquiry') {
  await page.getByRole('button', { name }).locator('visible=true').first().click()
  return page.getByRole('dialog', { name })
}

const someone = () => ({ Name: 'Ada Sample', Email: somebody().email })

test('anybody writes to the poster of a job, and reports a problem', async ({ page }) => {
  await openJob(page)
  const form = await openForm(page)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(form.getByRole('group', { name: 'There is a problem' })).toContainText(
    'Name is required',
  )
  await expect(form.getByRole('group', { name: 'There is a problem' })).toContainText(
    'Message must be at least 10 characters',
  )
  await fillIn(form, { ...someone(), Message: message })
  await clickForToast(
    form.getByRole('button', { name: 'Send Inquiry' }),
    'Inquiry sent successfully!',
  )
  await expect(toast(page)).toContainText(
    'Your inquiry has been sent to our team, because the job has no contact address.',
  )
  await expect(form).toBeHidden()

  const report = await openForm(page, 'Report a Problem')
  await fillIn(report, {
    ...someone(),
    Reason: 'The link of this posting leads to something else.',
  })
  await clickForToast(
    report.getByRole('button', { name: 'Submit Report' }),
    'Report submitted successfully!',
  )
  await expect(toast(page)).toContainText(
    'Thank you for your report. We will review it and take appropriate action.',
  )
  await expect(report).toBeHidden()
})

test('a physician uploads a CV inside an inquiry and withdraws it; the next one has introduction, CV and open questions', async ({
  page,
  request: employer,
}) => {
  const person = await signUp(page.request)
  const job = await openJob(page)
  const form = await openForm(page)
  await expect(form.getByLabel('Name')).toHaveValue('Ada Sample')
  await expect(form.getByLabel('Email')).toHaveValue(person.email)
  await form.getByLabel('Message').fill(message)
  await form.getByLabel('Browse files').setInputFiles(file)
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(form.getByRole('checkbox', { name: 'CV attached (cv.pdf)' })).toBeChecked()
  await clickForToast(
    form.getByRole('button', { name: 'Send Inquiry' }),
    'Inquiry sent successfully!',
  )
  await page.goto('/applications')
  const card = page.getByRole('article').filter({ hasText: job.title })
  await expect(card).toContainText('Sent')
  // Its button asks nothing more before the page shows that.
  const release = await hold(page, '**/api/applications')
  const withdraw = card.getByRole('button', { name: /^Withdraw/ })
  await pressAndAnswer(withdraw)
  await expect(toast(page)).toContainText('Inquiry withdrawn')
  const questions: string[] = []
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message())
    await dialog.dismiss()
  })
  await withdraw.press('Enter')
  expect(questions).toEqual([])
  release()
  await expect(card).toContainText('Withdrawn')

  const next = await postAsEmployer(employer, 'Cardiologist by one tap')
  await page.goto(`/jobs/${next.id}`)
  await openForm(page)
  const text = form.getByLabel('Message')
  await expect(text).toHaveValue(
    'I am interested in this position, and my CV is attached. I would be glad to hear about the next steps.',
  )
  await expect(form.getByRole('checkbox', { name: 'CV attached (cv.pdf)' })).toBeChecked()
  const call = form
    .getByRole('group', { name: 'Ask about' })
    .getByRole('button', { name: 'Call', exact: true })
  await call.click()
  await expect(call).toHaveAttribute('aria-pressed', 'true')
  await expect(text).toHaveValue(/next steps\.\n\n• How often is call/)
  await call.click()
  await expect(text).not.toHaveValue(/How often/)
  await call.click()
  await clickForToast(
    form.getByRole('button', { name: 'Send Inquiry' }),
    'Inquiry sent successfully!',
  )
  const asked = expect.stringContaining('How often is call')
  expect(await inboxOf(employer)).toMatchObject([
    { jobTitle: next.title, cvFileName: 'cv.pdf', message: asked },
  ])
})

test('a visitor attaches a CV, which goes out when the mailed link is pressed', async ({
  page,
  request: employer,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const job = await postAsEmployer(employer, 'Cardiologist for a guest')
  await page.goto(`/jobs/${job.id}`)
  const form = await openForm(page)
  const { email } = somebody()
  await fillIn(form, { Name: 'Ada Sample', Email: email, Message: message })
  await form.getByLabel(/^CV/).setInputFiles({ ...file, name: 'cv.exe' })
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(
    form.getByText('Invalid file type: Please upload a PDF, DOC, or DOCX file.'),
  ).toBeVisible()
  await form.getByLabel(/^CV/).setInputFiles(file)
  await expectAccessible(page, 'dialog[open]')
  await clickForToast(form.getByRole('button', { name: 'Send Inquiry' }), 'Check your email')
  expect(await inboxOf(employer)).toEqual([])

  const link = await linkInMail(page.request, email, '/inquiry/confirm')
  await page.goto(link)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Send my inquiry and CV' }).click()
  await expect(page.getByText('Inquiry sent successfully!')).toBeVisible()
  expect(await inboxOf(employer)).toMatchObject([
    { jobTitle: job.title, cvFileName: 'cv.pdf', emailConfirmed: true },
  ])
  await page.goto(link)
  await page.getByRole('button', { name: 'Send my inquiry and CV' }).click()
  await expect(page.getByText('This link was used before')).toBeVisible()
  await page.goto(`/jobs/${job.id}`)
  await expect(page.getByText(/^Inquiry sent [A-Z]/)).toBeVisible()
})

test('a job that closes while somebody writes: the dialog says so, and nothing is lost', async ({
  page,
  request: employer,
}) => {
  const { id } = await postAsEmployer(employer, 'Cardiologist who is found meanwhile')
  await page.goto(`/jobs/${id}`)
  const form = await openForm(page)
  await fillIn(form, { ...someone(), Message: message })
  await setActive(employer, id, false)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(form.getByRole('group', { name: 'There is a problem' })).toContainText(
    'This job has closed in the meantime. Nothing was sent.',
  )
  await expect(form.getByLabel('Message')).toHaveValue(message)
  expect(await inboxOf(employer)).toEqual([])

  // It opens again, and what was typed goes out by one press.
  await setActive(employer, id, true)
  await clickForToast(
    form.getByRole('button', { name: 'Send Inquiry' }),
    'Inquiry sent successfully!',
  )
  expect(await inboxOf(employer)).toHaveLength(1)
})

test('a job remembers the inquiry: a visitor’s in this browser, a physician’s with its stage', async ({
  page,
  otherPage,
}) => {
  const { id } = await postAsEmployer(otherPage.request, 'Cardiologist who is remembered')
  const list = '/jobs?keyword=Cardiologist+who+is+remembered'
  await page.goto(`/jobs/${id}`)
  await fillIn(await openForm(page), { ...someone(), Message: message })
  await clickForToast(
    page.getByRole('dialog').getByRole('button', { name: 'Send Inquiry' }),
    'Inquiry sent successfully!',
  )
  await expect(page.getByText(/^Inquiry sent [A-Z][a-z]{2} \d+$/)).toBeVisible()

  const { email } = await signUp(page.request)
  await runSql('update users set email_verified_at = now() where email = $1', [email])
  await page.reload()
  await expect(page.getByText(/^Inquiry sent/)).toHaveCount(0)
  await callApi(page.request, 'POST /api/favorites', { body: { jobId: id } })
  await inquire(page.request, id, email)
  await page.reload()
  await expect(page.getByText(/^Inquiry sent .* Received/)).toBeVisible()
  await clickTo(page.getByRole('link', { name: 'Open conversation' }), /\/applications\//)
  await page.goto(list)
  await expect(page.getByText('Applied: Received')).toBeVisible()
  await page.goto('/favorites')
  await expect(page.getByRole('link', { name: 'Applied 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send inquiry with CV/ })).toHaveCount(0)
})

test('an inquiry after the session has ended leads to sign-in, and its text stays', async ({
  page,
  otherPage,
}) => {
  const { id } = await postAsEmployer(otherPage.request, 'Cardiologist for a long writer')
  await signUp(page.request)
  await page.goto(`/jobs/${id}`)
  const form = await openForm(page)
  await form.getByLabel('Message').fill(message)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  const link = form.getByRole('link', { name: /^Your session has ended. Sign in again/ })
  await expect(link).toHaveAttribute('href', `/auth?returnTo=%2Fjobs%2F${id}`)
  expect(await inboxOf(otherPage.request)).toEqual([])
  await page.context().addCookies(cookies)
  await page.reload()
  await expect((await openForm(page)).getByLabel('Message')).toHaveValue(message)
})

test('a file of a wrong kind is refused when it is chosen', async ({ page, request: employer }) => {
  const { id } = await postAsEmployer(employer, 'Cardiologist with a film')
  await page.goto(`/jobs/${id}`)
  const cv = (await openForm(page)).getByLabel('CV (optional)')
  await cv.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') })
  await expect(cv).toHaveAccessibleDescription(/Please upload a PDF, DOC, or DOCX file/)
})

test('somebody without an account reads the answer by a press of a mailed link', async ({
  page,
  request: employer,
}) => {
  const { id: jobId, title } = await postAsEmployer(employer, 'Cardiologist by mail')
  const { email } = somebody()
  await inquire(page.request, jobId, email)
  const ids = (await inboxOf(employer)).map((inquiry) => inquiry.id)
  const answer = 'Yes, please come on any Tuesday.'
  await callApi(employer, 'POST /api/presses', { body: replyTo(ids, answer) })

  await page.goto(await linkInMail(page.request, email, '/inquiry'))
  await page.getByRole('button', { name: 'I wrote it: confirm and read it' }).click()
  await expect(page.getByRole('heading', { name: 'Your inquiry' })).toBeVisible()
  for (const words of [title, answer]) await expect(page.getByRole('article')).toContainText(words)
  await expectAccessible(page)
  await page.goto('/inquiry?token=none')
  await page.getByRole('button', { name: 'Confirm my address and read it' }).click()
  await expect(page.getByText('This link no longer works')).toBeVisible()
})

test('on a phone, six taps find a job with its terms and market, and ask two questions', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const title = `Cardiologist of six taps ${Date.now()}`
  const description =
    'Join four cardiologists. Call is 1:5 from home. Claims-made malpractice with tail paid.'
  await postAsEmployer(request, title, {
    description,
    salaryMin: '$450,000',
    salaryMax: '$500,000',
  })
  let taps = 0
  const tap = async (locator: Locator) => {
    taps += 1
    await locator.click()
  }
  await page.goto('/')
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
  await fillIn(form, someone())
  await tap(form.getByRole('button', { name: 'Notice period' }))
  await tap(form.getByRole('button', { name: 'CME' }))
  await tap(form.getByRole('button', { name: 'Send Inquiry' }))
  await expect(toast(page)).toContainText('Inquiry sent successfully!')
  expect(taps).toBeLessThanOrEqual(6)
  expect((await inboxOf(request))[0]?.message).toMatch(/notice period[^]*CME/)
})
