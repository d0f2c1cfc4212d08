import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signUp, toast } from './people.ts'
import { fromOurPages, post, signUpPoster } from './posters.ts'

test.use({ expectedComplaints: /status of (400|409)|answer: (400|409)/ })

const description =
  'Join four cardiologists. Call is 1:5 from home. Claims-made malpractice with tail paid. No non-compete. CME: $4,000 and 5 days. We sponsor H-1B visas, cap-exempt. No Conrad 30 waivers.'
const phone = { width: 360, height: 780 }
const sheet = (page: Page) => page.getByRole('region', { name: /^Terms/ })
const stated = (page: Page, term: string) => sheet(page).locator('dt', { hasText: term }).locator('xpath=following-sibling::dd')

test('a phone shows the terms that were read with their words and asks for the rest; what the poster writes counts more', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await signUpPoster(page.request)
  const { id, title } = await post(page.request, 'Cardiologist, terms stated', { description })
  await page.goto(`/jobs/${id}`)
  await expect(sheet(page).getByRole('heading')).toHaveText('Terms 4 of 11 stated')
  await expect(stated(page, 'Non-compete')).toContainText('No non-compete')
  await expect(stated(page, 'Cap-exempt H-1B')).toContainText('Yes')
  await expect(stated(page, 'Conrad 30')).toContainText('No')
  await expect(stated(page, 'CME')).toContainText('$4,000, 5 days')
  await expect(sheet(page)).toContainText(
    'Not stated: hours, start, pay model, loan repayment, notice period, paid time off, patients a day',
  )

  const words = sheet(page).getByText('Call is 1:5 from home.')
  await expect(words).toBeHidden()
  await stated(page, 'Call').getByText('1 in 5, from home').click()
  await expect(words).toBeVisible()

  await sheet(page).getByRole('button', { name: 'Ask about these 7' }).click()
  const message = page.getByRole('dialog').getByLabel('Message')
  await expect(message).toHaveValue(new RegExp(`^I am interested in your position ${title}`))
  await expect(message).toHaveValue(/• What is the notice period\?/)
  await expect(message).not.toHaveValue(/non-compete/)

  await page.goto(`/employer/jobs/${id}/edit`)
  const form = page.getByRole('form', { name: 'Edit Job' })
  await expect(form.getByText('We read 5 of these from your description.')).toBeVisible()
  const call = form.getByLabel('Call (optional)', { exact: true })
  await expect(call).toHaveAccessibleDescription('From your text: 1 in 5, from home')
  await expect(form.getByLabel('Notice period (optional)', { exact: true })).toBeHidden()
  await call.fill('1 in 8')
  await form.getByLabel('CME (optional)', { exact: true }).fill('not stated')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Job updated successfully!')
  await page.goto(`/jobs/${id}`)
  await expect(stated(page, 'Call')).toContainText('1 in 8')
  await expect(sheet(page)).toContainText(/Not stated: .*CME/)
})

test('an answer to what is asked goes to the physician, and into the posting', async ({ page, otherPage: physician }) => {
  test.slow()
  await page.setViewportSize(phone)
  await signUpPoster(page.request)
  const { id } = await post(page.request, 'Cardiologist who asks', { description })
  await physician.setViewportSize(phone)
  await signUp(physician.request)
  await physician.goto(`/jobs/${id}`)
  await sheet(physician).getByRole('button', { name: 'Ask about these 7' }).click()
  await physician.getByRole('dialog').getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(toast(physician)).toContainText('Inquiry sent successfully!')

  await page.goto('/employer/inbox')
  await page.getByRole('link', { name: /^Ada Sample about/ }).click()
  const answers = page.getByRole('form', { name: 'Answers' })
  await expect(answers.getByRole('textbox')).toHaveCount(7)
  await expect(answers.getByLabel(/non-compete/)).toHaveCount(0)
  const notice = answers.getByLabel('What is the notice period?')
  await notice.fill('5000 days')
  await answers.getByLabel('How much paid time off is there?').fill('6 weeks')
  await answers.getByRole('checkbox', { name: 'Add it to the posting' }).check()
  await answers.getByRole('button', { name: 'Send Answers' }).click()
  await expect(answers.getByText('Please write it like “90 days”, or leave it empty').first()).toBeVisible()
  await notice.fill('90 days')
  await answers.getByRole('button', { name: 'Send Answers' }).click()
  await expect(toast(page)).toContainText('The posting states it from now on.')
  await expect(answers.getByRole('textbox')).toHaveCount(5)

  // Without the tick the answer stays between the two; nothing was sent twice.
  await answers.getByLabel('Is there loan repayment?').fill('We have not decided yet')
  await answers.getByRole('checkbox', { name: 'Add it to the posting' }).uncheck()
  await answers.getByRole('button', { name: 'Send Answers' }).click()
  await expect(answers.getByRole('textbox')).toHaveCount(4)
  const { applications } = (await (await physician.request.get('/api/applications')).json()) as {
    applications: { id: string }[]
  }
  const thread = await (await physician.request.get(`/api/applications/${applications[0]?.id}`)).text()
  expect(thread).toContain(String.raw`• Notice period: 90 days\n• Paid time off: 6 weeks`)
  await physician.reload()
  await expect(sheet(physician).getByRole('heading')).toHaveText('Terms 6 of 11 stated')
  await expect(stated(physician, 'Notice period')).toContainText('90 days')
  await expect(sheet(physician)).toContainText(/Not stated: .*loan repayment/)
  const history = await page.request.get(`/api/job-postings/${id}/history`)
  expect(await history.json()).toContainEqual(
    expect.objectContaining({ action: 'edit', changed: expect.arrayContaining(['notice', 'timeOff']) }),
  )
})

test('an answer does not overwrite what a colleague has changed meanwhile', async ({ page, request: guest }) => {
  await signUpPoster(page.request)
  const { id, updatedAt } = await post(page.request, 'Cardiologist, asked and changed', { description })
  const message = 'Could you tell me more?\n\n• What is the notice period?\n• Is there loan repayment?'
  const sent = await guest.post('/api/job-inquiry', {
    headers: fromOurPages,
    data: { name: 'Ada Sample', email: 'ada-terms@mail.test', message, jobId: id },
  })
  expect(sent.status()).toBe(200)
  await page.goto('/employer/inbox')
  await page.getByRole('link', { name: /^Ada Sample about/ }).click()
  const answers = page.getByRole('form', { name: 'Answers' })
  await answers.getByLabel('What is the notice period?').fill('30 days')
  await answers.getByLabel('Is there loan repayment?').fill('Up to $100,000')
  await answers.getByRole('checkbox', { name: 'Add it to the posting' }).check()
  const theirs = await page.request.put(`/api/job-postings/${id}`, {
    headers: fromOurPages,
    data: { notice: '90 days', updatedAt },
  })
  expect(theirs.status()).toBe(200)
  await answers.getByRole('button', { name: 'Send Answers' }).click()
  await expect(answers.getByLabel('What is the notice period?')).toHaveCount(0)
  await expect(answers.getByLabel('Is there loan repayment?')).toHaveValue('Up to $100,000')
  await answers.getByRole('button', { name: 'Send Answers' }).click()
  await expect(toast(page).filter({ hasText: 'Reply sent' })).toBeVisible()
  const { notice, loanRepayment } = (await (await page.request.get(`/api/job-postings/${id}`)).json()) as Record<string, string>
  expect({ notice, loanRepayment }).toEqual({ notice: '90 days', loanRepayment: 'Up to $100,000' })
})
