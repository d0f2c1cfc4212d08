import type { APIRequestContext, Page } from '@playwright/test'
import { employerPostingPath, questionsPath } from '#shared/paths.ts'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { callApi, hold } from './api.ts'
import { runSql } from './database.ts'
import { expect, test } from './fixtures.ts'
import { fillIn, pdf } from './forms.ts'
import { clickForToast, signUp, somebody, toast } from './people.ts'
import { inboxOf, inquire, message, post, postAsEmployer, pressAndAnswer } from './posters.ts'
import { hydrated } from './results.ts'

test.use({ expectedComplaints: /status of (400|409|503)|answer: (400|409|503)/ })

const phone = { width: 360, height: 780 }

/**
 * The page's employer has a posting, and a physician has applied to it; the physician's address.
 */
async function applyTo(page: Page, physician: APIRequestContext, title: string): Promise<string> {
  const { id: jobId } = await postAsEmployer(page.request, title)
  const { email } = await signUp(physician)
  await inquire(physician, jobId, email)
  return email
}

const progressOf = async (physician: APIRequestContext) =>
  (await callApi(physician, 'GET /api/applications')).applications[0]?.progress

test('on a phone a posting asks two questions, and a guest answers them', async ({
  page,
  otherPage: guest,
}) => {
  test.slow()
  for (const side of [page, guest]) await side.setViewportSize(phone)
  const job = await postAsEmployer(page.request, 'Cardiologist who is asked')
  await page.goto(`/employer/jobs/${job.id}`)
  await page.getByRole('link', { name: 'Questions to applicants' }).click()
  const save = page.getByRole('button', { name: 'Save questions' })
  const question = (number: number) => page.getByRole('group', { name: `Question ${number}` })
  const label = (number: number) =>
    question(number).getByRole('textbox', { name: `Question ${number}` })
  await page.getByRole('button', { name: 'Add a question' }).click()
  await label(1).fill('Why us?')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await label(2).fill('Which shift?')
  await question(2).getByLabel('Answer', { exact: true }).selectOption('One of several')
  await save.click()
  await expect(question(2).getByText('Please enter two choices or more')).toBeVisible()
  await question(2).getByLabel('Choices', { exact: true }).fill('Days\nNights')
  await clickForToast(save, 'Questions saved')

  // Somebody else saves others meanwhile: the form says so, and loses nothing.
  const params = { id: job.id }
  const theirs = await callApi(page.request, 'GET /api/job-postings/:id/questions', { params })
  const body = {
    ...theirs,
    questions: theirs.questions.map((it, at) => ({
      ...it,
      ...(at === 0 && { label: 'Why this clinic?' }),
    })),
  }
  await callApi(page.request, 'PUT /api/job-postings/:id/questions', { params, body })
  await label(1).fill('Why here?')
  await save.click()
  await expect(
    page.getByText('Somebody else saved other questions in the meantime.').first(),
  ).toBeVisible()
  await expect(label(1)).toHaveValue('Why here?')
  await expectAccessibleEverywhere(page)
  await clickForToast(save, 'Questions saved')

  await guest.goto(`/jobs/${job.id}/inquiry`)
  const form = guest.getByRole('main')
  await fillIn(form, { Name: 'Ada Sample', Email: somebody().email, Message: message })
  await guest.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(guest.getByText('Please answer: Which shift?').first()).toBeVisible()
  await fillIn(form, { 'Why here?': 'It is near the sea.', 'Which shift?': 'Nights' })
  await guest.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(guest.getByText('Inquiry sent successfully!').first()).toBeVisible()
  const [application] = await inboxOf(page.request)
  const shown = await (await page.request.get(`/employer/inbox/${application?.id}`)).text()
  for (const answer of ['It is near the sea.', 'Nights']) expect(shown).toContain(answer)
})

test('applications move over the board, and notes are deleted only once asked', async ({
  page,
  request,
}) => {
  test.slow()
  await applyTo(page, request, 'Cardiologist for a board')
  await callApi(page.request, 'POST /api/saved-replies', {
    body: { title: 'Thanks', message: 'Thank you for writing.' },
  })
  await page.goto('/employer/inbox')
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await hydrated(page)
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const card = (name: string) =>
    column(name).getByRole('listitem').filter({ hasText: 'Ada Sample' })
  const stage = page.getByLabel('Stage of Ada Sample')
  await expect(card('New')).toBeVisible()
  // By dragging where the columns stand side by side, and by a select everywhere.
  await card('New').dragTo(column('Interview'), {
    sourcePosition: { x: 8, y: 8 },
    targetPosition: { x: 40, y: 60 },
  })
  await expect(card('Interview')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await stage.focus()
  await stage.selectOption('Offer')
  await expect(card('Offer')).toBeVisible()
  await expect(stage).toBeFocused()
  expect(await progressOf(request)).toBe('review')

  await stage.selectOption('Closed')
  await page.getByRole('dialog').getByLabel('Reason').selectOption('The position has been filled.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click()
  await expect(card('Closed')).toBeVisible()
  expect(await progressOf(request)).toBe('review')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(card('Offer')).toBeVisible()

  // Somebody else moves it meanwhile.
  const [{ id, version } = { id: '', version: 0 }] = await inboxOf(page.request)
  await callApi(page.request, 'PUT /api/inbox/:id/stage', {
    params: { id },
    body: { stage: 'interview', version },
  })
  await stage.selectOption('Hired')
  await expect(toast(page)).toContainText(
    'Somebody else moved this application to Interview in the meantime.',
  )
  await expect(card('Interview')).toBeVisible()

  await card('Interview').getByRole('link', { name: 'Ada Sample' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Strong letters.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'Strong letters.' })
  for (const accept of [false, true])
    expect(
      await pressAndAnswer(note.getByRole('button', { name: 'Delete this note' }), accept),
    ).toBe('Delete this note?')
  await expect(toast(page)).toContainText('Note deleted')
  await expect(note).toHaveCount(0)
  await page.getByLabel('Saved replies').selectOption('Thanks')
  expect(
    await pressAndAnswer(page.getByRole('button', { name: 'Delete this saved reply' })),
  ).toContain('Thanks')
  await expect(toast(page)).toContainText('Saved reply deleted')
  await expect(page.getByLabel('Saved replies')).toHaveCount(0)

  // Without the server the page keeps what it shows, and what is typed.
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Thank you.')
  await page.route('**/api/inbox/**', (route) => route.fulfill({ status: 503, body: 'no words' }))
  const asked = page.waitForResponse((answer) => answer.request().method() === 'GET')
  await page.getByLabel('Assigned to').selectOption({ label: 'Ada Sample' })
  await expect(toast(page)).toContainText('Not assigned')
  expect((await asked).status()).toBe(503)
  await page.unrouteAll()
  await expect(reply).toHaveValue('Thank you.')

  await page.goto('/employer/inbox')
  await page.getByRole('checkbox', { name: 'Select Ada Sample' }).check()
  await page.getByRole('button', { name: 'Reply to 1' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Reply' })
    .fill('Welcome to our group!')
  await clickForToast(
    page.getByRole('dialog').getByRole('button', { name: 'Send Reply' }),
    '1 answered',
  )
})

test('of sixty applicants forty are closed in six clicks, and five of them undone', async ({
  page,
}) => {
  test.slow()
  const { id: jobId } = await postAsEmployer(page.request, 'Cardiologist whom sixty want')
  await runSql(
    `insert into inquiries (id, job_id, job_title, name, email, message, stage, proof)
     select gen_random_uuid(), $1::uuid, 'Cardiologist whom sixty want', 'Applicant ' || n + 100,
       'sixty' || n || '@' || $1::text || '.test', $2, case when n > 40 then 'interview' else 'new' end,
       'link'
     from generate_series(1, 60) n`,
    [jobId, message],
  )
  const dialog = page.getByRole('dialog')
  const choice = (name: RegExp) =>
    page.getByRole('list', { name: 'Filter by stage' }).getByRole('link', { name })
  const button = (name: string) => page.getByRole('button', { name })
  await page.goto('/employer/inbox')
  await hydrated(page)
  await test.step('what was chosen in one search is not chosen in another', async () => {
    const links = page.getByRole('link', { name: /^Applicant/ })
    const [first = ''] = await links.allTextContents()
    await page.getByRole('searchbox').fill(/\d+/.exec(first)?.[0] ?? '')
    await button('Search').click()
    await expect(links).toHaveCount(1)
    await page.goBack()
    await button('Select all 20').click()
    await button('Choose all 60 on every page').click()
    await expect(button('Close 60')).toBeVisible()
    await page.goForward()
    await expect(button('Close 1')).toBeVisible()
    await page.goBack()
  })
  await choice(/^New/).click()
  await button('Select all 20').click()
  await button('Choose all 40 on every page').click()
  await button('Close 40').click()
  await dialog.getByLabel('Reason').selectOption('The position has been filled.')
  await expectAccessibleEverywhere(page)
  await clickForToast(dialog.getByRole('button', { name: 'Close 40 applications' }), '40 moved')
  await expect(choice(/^Closed/)).toContainText('40')
  const waiting = () =>
    runSql(`select from mails where to_address like '%@' || $1 || '.test'`, [jobId])
  expect(await waiting()).toHaveLength(40)

  await choice(/^Closed/).click()
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await expect(boxes).toHaveCount(20)
  for (const n of [0, 1, 2, 3, 4]) await boxes.nth(n).check()
  await button('Move 5').click()
  await clickForToast(dialog.getByRole('button', { name: 'Move 5 applications' }), '5 moved')
  await expect(choice(/^Closed/)).toContainText('35')
  expect(await waiting()).toHaveLength(35)

  await callApi(page.request, 'PUT /api/job-postings/:id', {
    params: { id: jobId },
    body: { isActive: false },
  })
  await page.goto(employerPostingPath(jobId))
  const outcome = page.getByRole('form', { name: 'Outcome' })
  await expect(outcome.getByLabel('What became of this posting?')).toHaveValue('')
  await expect(outcome.getByLabel('Close the 25 open applications, and say why')).not.toBeChecked()
})

test('both sides write in one thread, meet, and one blocks the other', async ({
  page,
  otherPage,
}) => {
  test.slow()
  const [physician, year] = [otherPage, new Date().getFullYear() + 1]
  for (const side of [page, physician]) await side.setViewportSize(phone)
  const email = await applyTo(page, physician.request, 'Cardiologist in a thread')

  await test.step('they write, with a file', async () => {
    await page.goto('/employer/inbox')
    await page.getByRole('link', { name: /^Ada Sample about/ }).click()
    await expect(page.getByText('Email address not shown')).toBeVisible()
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('Yes. Please come by on Monday.')
    // What is typed before the answer comes stays for the next one.
    const release = await hold(page, '**/api/threads/*/messages')
    await page.getByRole('button', { name: 'Send Reply' }).click()
    await reply.fill('Bring your license.')
    release()
    await expect(toast(page)).toContainText('Reply sent')
    await expect(reply).toHaveValue('Bring your license.')
    await page.reload()
    await expect(reply).toHaveValue('Bring your license.')
    await reply.fill('')

    await physician.goto('/applications')
    await expect(physician.getByRole('article')).toContainText('New')
    await physician.getByRole('link', { name: 'Messages' }).click()
    await expect(physician.getByText('Yes. Please come by on Monday.')).toBeVisible()
    await hydrated(physician)
    await physician
      .getByRole('textbox', { name: 'Message' })
      .fill('Monday is fine. My license is attached.')
    await physician.getByLabel(/^File/).setInputFiles(pdf('license.pdf'))
    await physician.getByRole('button', { name: 'Send Message' }).click()
    await expect(physician.getByRole('link', { name: 'license.pdf' })).toBeVisible()
    await physician.getByRole('checkbox', { name: 'Show my email address' }).check()
    await expect(toast(physician)).toContainText('Message sent')
    await page.reload()
    await expect(page.getByRole('link', { name: 'license.pdf' })).toBeVisible()
    await expect(page.getByRole('link', { name: email })).toBeVisible()
  })

  await test.step('they find a time', async () => {
    await page.getByLabel('Assigned to').selectOption({ label: 'Ada Sample' })
    await expect(page.getByRole('region', { name: 'History' })).toContainText(
      'Assigned to Ada Sample',
    )
    await page.getByRole('button', { name: 'Propose times' }).click()
    await page.getByRole('button', { name: 'Send times' }).click()
    await expect(page.getByText('Please enter a time').first()).toBeVisible()
    const times = { 'Time 1': `${year}-01-11T09:30`, 'Time 2': `${year}-01-12T15:00` }
    await fillIn(page.getByRole('main'), { ...times, 'Where or how': 'We call you.' })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send times' }).click()
    await expect(page.getByText('You proposed these times.')).toBeVisible()
    await physician.reload()
    const choice = physician.getByRole('button', { name: /^Accept .*, 3:00 PM/ })
    await expect(choice).toHaveAccessibleName(new RegExp(`January 12, ${year}, 3:00 PM`))
    await expectAccessibleEverywhere(physician)
    await choice.click()
    await expect(physician.getByText('The interview is at this time.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('The interview is at this time.')).toBeVisible()
    const file = physician.waitForEvent('download')
    await physician.getByRole('link', { name: 'Add to calendar' }).click()
    expect((await file).suggestedFilename()).toBe('interview.ics')
  })

  await test.step('the physician blocks the employer', async () => {
    await pressAndAnswer(physician.getByRole('button', { name: /^Block/ }))
    await expect(physician.getByText(/^You have blocked/)).toBeVisible()
    await page.goto('/employer/inbox')
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Ada Sample about/ })).toBeHidden()
  })
})

test('two postings ask one set, and an answer marks the application in list and board', async ({
  page,
  request,
}) => {
  test.slow()
  const first = await postAsEmployer(page.request, 'Cardiologist for a set')
  const second = await post(page.request, 'Cardiologist for the same set')
  const save = page.getByRole('button', { name: 'Save questions' })
  await page.goto(questionsPath(first.id))
  await page.getByRole('button', { name: 'Add a question' }).click()
  const question = page.getByRole('group', { name: 'Question 1' })
  await question.getByRole('textbox', { name: 'Question 1' }).fill('A Texas license?')
  await question.getByLabel('Answer', { exact: true }).selectOption('Yes or no')
  await question.getByLabel('Answer that marks the application').selectOption('No')
  await page.getByLabel('Name of the set').fill('Texas')
  await clickForToast(save, 'Questions saved')

  await page.goto(questionsPath(second.id))
  await page.getByLabel('Which questions').selectOption('Texas')
  await expect(page.getByText('Another posting asks this set.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await clickForToast(save, 'Questions saved')

  const params = { id: second.id }
  const { questions } = await callApi(request, 'GET /api/jobs/:id/recipient', { params })
  const answers = { [questions[0]?.id ?? '']: 'No' }
  const body = { jobId: second.id, name: 'Ada Sample', email: somebody().email, message, answers }
  await callApi(request, 'POST /api/job-inquiry', { body })

  await page.goto('/employer/inbox')
  const mark = page.getByText('No: A Texas license?')
  const filter = page.getByLabel('Marked by an answer')
  await expect(mark).toBeVisible()
  await filter.selectOption('Not marked')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('No inquiry fits your choice.')).toBeVisible()
  await filter.selectOption('Marked')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(mark).toBeVisible()
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await expect(mark).toBeVisible()
  await page.setViewportSize(phone)
  await expectAccessibleEverywhere(page)
})
