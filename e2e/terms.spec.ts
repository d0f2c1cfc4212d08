import type { Page } from '@playwright/test'
import { callApi, hold } from './api.ts'
import { expect, test } from './fixtures.ts'
import { field, fillIn } from './forms.ts'
import { clickForToast, signUp, toast } from './people.ts'
import { inquire, postAsEmployer, postingOf } from './posters.ts'

test.use({ expectedComplaints: /status of (400|409)|answer: (400|409)/ })

const description =
  'Join four cardiologists. Call is 1:5 from home. Claims-made malpractice with tail paid. No non-compete. CME: $4,000 and 5 days. We sponsor H-1B visas, cap-exempt. No Conrad 30 waivers.'
const phone = { width: 360, height: 780 }
const sheet = (page: Page) => page.getByRole('region', { name: /^Terms/ })
const stated = (page: Page, term: string) =>
  sheet(page).locator('dt', { hasText: term }).locator('xpath=following-sibling::dd')

test('a phone shows the terms that were read with their words and asks for the rest; what the poster writes counts more', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  const { id, title } = await postAsEmployer(page.request, 'Cardiologist, terms stated', {
    description,
  })
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
  await expect(field(form, 'Notice period')).toBeHidden()
  await form.getByText('We read 5 of these from your description.').click()
  await expect(field(form, 'Call (optional)')).toHaveAccessibleDescription(
    'From your text: 1 in 5, from home',
  )
  await fillIn(form, { 'Call (optional)': '1 in 8', 'CME (optional)': 'not stated' })
  await clickForToast(form.getByRole('button', { name: 'Save' }), 'Job updated successfully!')
  await page.goto(`/jobs/${id}`)
  await expect(stated(page, 'Call')).toContainText('1 in 8')
  await expect(sheet(page)).toContainText(/Not stated: .*CME/)
})

test('an answer to what is asked goes to the physician, and into the posting', async ({
  page,
  otherPage: physician,
}) => {
  test.slow()
  await page.setViewportSize(phone)
  const { id } = await postAsEmployer(page.request, 'Cardiologist who asks', { description })
  await physician.setViewportSize(phone)
  await signUp(physician.request)
  await physician.goto(`/jobs/${id}`)
  await sheet(physician).getByRole('button', { name: 'Ask about these 7' }).click()
  await clickForToast(
    physician.getByRole('dialog').getByRole('button', { name: 'Send Inquiry' }),
    'Inquiry sent successfully!',
  )

  await page.goto('/employer/inbox')
  await page.getByRole('link', { name: /^Ada Sample about/ }).click()
  const answers = page.getByRole('form', { name: 'Answers' })
  await expect(answers.getByRole('textbox')).toHaveCount(7)
  await expect(answers.getByLabel(/non-compete/)).toHaveCount(0)
  const answer = async (texts: Record<string, string>, isAdded: boolean) => {
    await fillIn(answers, { ...texts, 'Add it to the posting': isAdded })
    await answers.getByRole('button', { name: 'Send Answers' }).click()
  }
  await answer(
    { 'What is the notice period?': '5000 days', 'How much paid time off is there?': '6 weeks' },
    true,
  )
  await expect(
    answers.getByText('Please write it like “90 days”, or leave it empty').first(),
  ).toBeVisible()
  await answer({ 'What is the notice period?': '90 days' }, true)
  await expect(toast(page)).toContainText('The posting states it from now on.')
  await expect(answers.getByRole('textbox')).toHaveCount(5)

  // Without the tick the answer stays between the two; nothing was sent twice.
  await answer({ 'Is there loan repayment?': 'We have not decided yet' }, false)
  await expect(answers.getByRole('textbox')).toHaveCount(4)
  const { applications } = await callApi(physician.request, 'GET /api/applications')
  const thread = await (
    await physician.request.get(`/api/applications/${applications[0]?.id}`)
  ).text()
  expect(thread).toContain(String.raw`• Notice period: 90 days\n• Paid time off: 6 weeks`)
  await physician.reload()
  await expect(sheet(physician).getByRole('heading')).toHaveText('Terms 6 of 11 stated')
  await expect(stated(physician, 'Notice period')).toContainText('90 days')
  await expect(sheet(physician)).toContainText(/Not stated: .*loan repayment/)
  const history = await callApi(page.request, 'GET /api/job-postings/:id/history', {
    params: { id },
  })
  const edit = { action: 'edit', changed: expect.arrayContaining(['notice', 'timeOff']) }
  expect(history).toContainEqual(expect.objectContaining(edit))
})

test('an answer does not overwrite what a colleague has changed meanwhile', async ({
  page,
  request: guest,
}) => {
  const { id, updatedAt } = await postAsEmployer(page.request, 'Cardiologist, asked and changed', {
    description,
  })
  const message =
    'Could you tell me more?\n\n• What is the notice period?\n• Is there loan repayment?'
  await inquire(guest, id, 'ada-terms@mail.test', { message })
  await page.goto('/employer/inbox')
  await page.getByRole('link', { name: /^Ada Sample about/ }).click()
  const answers = page.getByRole('form', { name: 'Answers' })
  const texts = {
    'What is the notice period?': '30 days',
    'Is there loan repayment?': 'Up to $100,000',
  }
  await fillIn(answers, { ...texts, 'Add it to the posting': true })
  const theirs = { notice: '90 days', updatedAt }
  await callApi(page.request, 'PUT /api/job-postings/:id', { params: { id }, body: theirs })
  const release = await hold(page, `**/api/job-postings/${id}`, 'GET')
  await answers.getByRole('button', { name: 'Send Answers' }).click()
  await expect(answers.getByLabel('What is the notice period?')).toHaveCount(0)
  await expect(answers.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expect(answers.getByLabel('Is there loan repayment?')).toHaveValue('Up to $100,000')
  await clickForToast(answers.getByRole('button', { name: 'Send Answers' }), 'Reply sent')
  expect(await postingOf(page.request, id)).toMatchObject({
    notice: '90 days',
    loanRepayment: 'Up to $100,000',
  })
})
