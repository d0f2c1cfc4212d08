import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import type { APIRequestContext } from '@playwright/test'
import { confirmAddress, linkInMail, signUp, somebody, toast } from './people.ts'
import { answerDialog, fromOurPages, post, signUpPoster, signUpTrusted } from './posters.ts'
import { hydrated } from './results.ts'

test.use({ expectedComplaints: /status of (400|401|404|409)|answer: (400|401|404|409)/ })

const phone = { width: 360, height: 780 }
const message = 'Is the position still open, and may I visit your clinic?'

test('on a phone a posting asks two questions, and a guest answers them, with and without scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await page.setViewportSize(phone)
  await signUpPoster(page)
  const job = await post(page.request, 'Cardiologist who is asked')
  await page.goto(`/employer/jobs/${job.id}`)
  await page.getByRole('link', { name: 'Questions to applicants' }).click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Add a question' }).click()
  const first = page.getByRole('group', { name: 'Question 1' })
  await first.getByRole('textbox', { name: 'Question 1' }).fill('Why us?')
  await page.getByRole('button', { name: 'Add a question' }).click()
  const second = page.getByRole('group', { name: 'Question 2' })
  await second.getByRole('textbox', { name: 'Question 2' }).fill('Which shift?')
  await second.getByLabel('Answer', { exact: true }).selectOption('One of several')
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect(second.getByText('Please enter two choices or more')).toBeVisible()
  await second.getByLabel('Choices', { exact: true }).fill('Days\nNights')
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect(toast(page)).toContainText('Questions saved')

  // Somebody else saves others meanwhile: the form says so, and loses nothing.
  const url = `/api/job-postings/${job.id}/questions`
  type Saved = { version: string; questions: { id: string; kind: string; label: string; isRequired: boolean }[] }
  const saveElsewhere = async (change: (questions: Saved['questions']) => Saved['questions']) => {
    const { version, questions } = (await (await page.request.get(url)).json()) as Saved
    const data = { version, questions: change(questions) }
    expect((await page.request.put(url, { headers: fromOurPages, data })).status()).toBe(200)
  }
  await saveElsewhere(([one, ...more]) => (one ? [{ ...one, label: 'Why this clinic?' }, ...more] : []))
  const label = first.getByRole('textbox', { name: 'Question 1' })
  await label.fill('Why here?')
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect(page.getByText('Somebody else saved these questions in the meantime', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Why this clinic?' })).toBeVisible()
  await expect(label).toHaveValue('Why here?')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(label).toHaveValue('Why this clinic?')
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect(toast(page)).toContainText('Questions saved')

  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled, viewport: phone })
    const guest = await context.newPage()
    await guest.goto(`/jobs/${job.id}/inquiry`)
    if (javaScriptEnabled) await hydrated(guest)
    await guest.getByLabel('Name').fill('Ada Sample')
    await guest.getByLabel('Email').fill(somebody().email)
    await guest.getByLabel('Message').fill(message)
    if (javaScriptEnabled) {
      await guest.getByRole('button', { name: 'Send Inquiry' }).click()
      await expect(guest.getByText('Please answer: Which shift?').first()).toBeVisible()
    }
    await guest.getByLabel('Why this clinic?').fill('It is near the sea.')
    await guest.getByLabel('Which shift?').selectOption('Nights')
    if (javaScriptEnabled) {
      // The posting asks one more meanwhile.
      const one = { id: crypto.randomUUID(), kind: 'text', label: 'Why now?', isRequired: true }
      await saveElsewhere((questions) => [...questions, one])
      await guest.getByRole('button', { name: 'Send Inquiry' }).click()
      await expect(guest.getByText('Please answer: Why now?').first()).toBeVisible()
    }
    await guest.getByLabel('Why now?').fill('We have moved here.')
    await guest.getByRole('button', { name: 'Send Inquiry' }).click()
    await expect(guest.getByText('Inquiry sent successfully!').first()).toBeVisible()
    await context.close()
  }
  await page.goto('/employer/inbox')
  await page
    .getByRole('link', { name: /^Ada Sample about/ })
    .first()
    .click()
  await expect(page.getByRole('main')).toContainText('It is near the sea.')
  await expect(page.getByRole('main')).toContainText('Nights')
})

for (const width of [360, 1280]) {
  test(`at ${width} pixels applications move over the board, and a rejection is taken back`, async ({
    page,
    playwright,
    baseURL,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 780 })
    await signUpPoster(page)
    const job = await post(page.request, `Cardiologist for a board at ${width}`)
    const physician = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const { email } = await signUp(physician)
    const call = { headers: fromOurPages }
    await physician.post('/api/job-inquiry', { ...call, data: { name: 'Ada Sample', email, message, jobId: job.id } })
    const progress = async () => {
      const { applications } = (await (await physician.get('/api/applications')).json()) as {
        applications: { progress: string }[]
      }
      return applications[0]?.progress
    }

    await page.goto('/employer/inbox')
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await hydrated(page)
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
    const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: 'Ada Sample' })
    const stage = page.getByLabel('Stage of Ada Sample')
    await expect(card('New')).toBeVisible()
    if (width === 360) await expectAccessibleEverywhere(page)
    await page.setViewportSize({ width, height: 780 })
    // By its select on a phone, and by dragging where the columns stand side by side.
    if (width < 1024) await stage.selectOption('Interview')
    else await card('New').dragTo(column('Interview'), { sourcePosition: { x: 8, y: 8 }, targetPosition: { x: 40, y: 60 } })
    await expect(card('Interview')).toBeVisible()
    await stage.focus()
    await stage.selectOption('Offer')
    await expect(card('Offer')).toBeVisible()
    await expect(stage).toBeFocused()
    expect(await progress()).toBe('review')

    await stage.selectOption('Closed')
    await page.getByRole('dialog').getByLabel('Reason').selectOption('The position has been filled.')
    await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click()
    await expect(card('Closed')).toBeVisible()
    expect(await progress()).toBe('review')
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(card('Offer')).toBeVisible()

    // Somebody else moves it meanwhile.
    const { inquiries } = (await (await page.request.get('/api/inbox')).json()) as {
      inquiries: { id: string; version: number }[]
    }
    const { id, version } = inquiries[0] ?? { id: '', version: 0 }
    await page.request.put(`/api/inbox/${id}/stage`, { ...call, data: { stage: 'interview', version } })
    await stage.selectOption('Hired')
    await expect(toast(page)).toContainText('Somebody else moved this application to Interview in the meantime.')
    await expect(card('Interview')).toBeVisible()

    await card('Interview').getByRole('link', { name: 'Ada Sample' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Strong letters.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('paragraph').filter({ hasText: 'Strong letters.' })).toBeVisible()
    await stage.selectOption('Hired')
    await expect(page.getByText('Ada Sample has not confirmed it yet.')).toBeVisible()
    if (width === 360) await expectAccessibleEverywhere(page)
    expect(await progress()).toBe('decided')

    await page.goto('/employer/inbox')
    await hydrated(page)
    await page.getByRole('checkbox', { name: 'Select Ada Sample' }).check()
    await page.getByRole('button', { name: 'Reply to 1' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reply' }).fill('Welcome to our group!')
    await page.getByRole('dialog').getByRole('button', { name: 'Send Reply' }).click()
    await expect(toast(page)).toContainText('1 reply sent')
    if (width === 360) await expectAccessibleEverywhere(page)
    await physician.dispose()
  })
}

test('a note and a saved reply are deleted only once asked', async ({ page, playwright, baseURL }) => {
  await signUpPoster(page)
  const job = await post(page.request, 'Cardiologist with a note')
  const call = { headers: fromOurPages }
  const physician = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { email } = await signUp(physician)
  await physician.post('/api/job-inquiry', { ...call, data: { name: 'Ada Sample', email, message, jobId: job.id } })
  await physician.dispose()
  await page.request.post('/api/saved-replies', { ...call, data: { title: 'Thanks', message: 'Thank you for writing.' } })
  await page.goto('/employer/inbox')
  await hydrated(page)
  await page.getByRole('link', { name: /^Ada Sample about/ }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Strong letters.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'Strong letters.' })
  for (const accept of [false, true]) {
    const question = answerDialog(page, accept)
    await note.getByRole('button', { name: 'Delete this note' }).click()
    expect(await question).toBe('Delete this note?')
  }
  await expect(toast(page)).toContainText('Note deleted')
  await expect(note).toHaveCount(0)

  await page.getByLabel('Saved replies').selectOption('Thanks')
  const question = answerDialog(page, true)
  await page.getByRole('button', { name: 'Delete this saved reply' }).click()
  expect(await question).toContain('Thanks')
  await expect(toast(page)).toContainText('Saved reply deleted')
  await expect(page.getByLabel('Saved replies')).toHaveCount(0)
})

test('on a phone both sides write in one thread, with a file, and one blocks the other', async ({ page, browser, baseURL }) => {
  test.slow()
  await page.setViewportSize(phone)
  await signUpPoster(page)
  const job = await post(page.request, 'Cardiologist in a thread')
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: phone })
  const physician = await context.newPage()
  const { email } = await signUp(physician.request)
  const call = { headers: fromOurPages }
  await physician.request.post('/api/job-inquiry', { ...call, data: { name: 'Ada Sample', email, message, jobId: job.id } })

  await page.goto('/employer/inbox')
  await page.getByRole('link', { name: /^Ada Sample about/ }).click()
  await expect(page.getByText('Email address not shown')).toBeVisible()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes. Please come by on Monday.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(toast(page)).toContainText('Reply sent')

  await physician.goto('/applications')
  await expect(physician.getByRole('article')).toContainText('New')
  await physician.getByRole('link', { name: 'Messages' }).click()
  await expect(physician.getByText('Yes. Please come by on Monday.')).toBeVisible()
  await hydrated(physician)
  await physician.getByRole('textbox', { name: 'Message' }).fill('Monday is fine. My license is attached.')
  await physician.getByLabel(/^File/).setInputFiles({ name: 'license.pdf', mimeType: 'application/pdf', buffer: pdfFile() })
  await physician.getByRole('button', { name: 'Send Message' }).click()
  await expect(physician.getByRole('link', { name: 'license.pdf' })).toBeVisible()
  await physician.getByRole('checkbox', { name: 'Show my email address' }).check()
  await expect(toast(physician)).toContainText('Message sent')
  await expectAccessibleEverywhere(physician)

  await page.reload()
  await expect(page.getByRole('link', { name: 'license.pdf' })).toBeVisible()
  await expect(page.getByRole('link', { name: email })).toBeVisible()
  await expectAccessibleEverywhere(page)
  physician.once('dialog', (asked) => void asked.accept())
  await physician.getByRole('button', { name: /^Block/ }).click()
  await expect(physician.getByText(/^You have blocked/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Ada Sample takes no messages from you.')).toBeVisible()
  await expect(page.getByText('Email address not shown')).toBeVisible()
  await context.close()
})

const nextYear = new Date().getFullYear() + 1

test('a guest with a CV becomes a colleague, and nobody else sees any of it', async ({ page, browser, playwright, baseURL }) => {
  test.setTimeout(150_000)
  await signUpPoster(page)
  const job = await post(page.request, 'Cardiologist who is hired')
  const hires = { role: 'recruiter', companyName: 'Elsewhere' }
  const newContext = () => playwright.request.newContext({ baseURL: baseURL ?? '' })
  const [outsider, rival, removed, blocked] = await Promise.all([newContext(), newContext(), newContext(), newContext()])
  await signUp(outsider)
  await signUpTrusted(rival, hires)
  await signUpTrusted(blocked, hires)
  const elsewhere = await post(blocked, 'Cardiologist who is asked for in vain')
  const member = await signUpTrusted(removed, hires)

  // A member is invited, and joins.
  await page.goto('/employer/team')
  await page.getByLabel('Work email').fill(member.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page)).toContainText('Invitation sent')
  const invitation = new URLSearchParams((await linkInMail(page.request, member.email, '/invitation')).split('?')[1])
  const call = { headers: fromOurPages }
  const joined = await removed.post('/api/invitation', { ...call, data: { token: invitation.get('token') } })
  expect(joined.status()).toBe(200)

  // A guest applies with a CV, and signs up later.
  const person = somebody()
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const guest = await context.newPage()
  await guest.goto(`/jobs/${job.id}/inquiry`)
  await hydrated(guest)
  await guest.getByLabel('Name').fill('Ada Sample')
  await guest.getByLabel('Email').fill(person.email)
  await guest.getByLabel('Message').fill(message)
  await guest.getByLabel(/^CV/).setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdfFile() })
  await guest.getByRole('button', { name: 'Send Inquiry' }).click()
  await guest.goto(await linkInMail(page.request, person.email, '/inquiry/confirm'))
  await guest.getByRole('button', { name: 'Send my inquiry and CV' }).click()
  await expect(guest.getByText('Inquiry sent successfully!').first()).toBeVisible()
  const account = await guest.request.post('/api/auth/register', { data: { ...person, role: 'physician' } })
  expect(account.status()).toBe(200)
  await confirmAddress(guest.request, person.email)

  await page.goto('/employer/inbox')
  await page.getByRole('link', { name: /^Ada Sample about/ }).click()
  await page.waitForURL(/inbox\/[\da-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect((await removed.get(`/api/inbox/${id}`)).status()).toBe(200)
  const inquiry = page.url()

  // The member is removed while looking at it; another employer is blocked.
  await page.goto('/employer/team')
  const question = answerDialog(page, true)
  const members = page.getByRole('list', { name: 'Members' })
  await members.getByRole('listitem').filter({ hasText: member.email }).getByRole('button').click()
  expect(await question).toContain('Remove Ada Sample?')
  await expect(members).not.toContainText(member.email)
  const data = { name: 'Ada Sample', email: person.email, message, jobId: elsewhere.id }
  const { id: blockedId } = (await (await guest.request.post('/api/job-inquiry', { ...call, data })).json()) as { id: string }
  await guest.goto(`/applications/${blockedId}`)
  await hydrated(guest)
  guest.once('dialog', (asked) => void asked.accept())
  await guest.getByRole('button', { name: /^Block/ }).click()
  await expect(guest.getByText(/^You have blocked/)).toBeVisible()
  const nothing = async () => {
    await expectNothing({ outsider, rival, removed, blocked }, id)
    await expectNoWay(blocked, blockedId)
  }
  await nothing()
  await page.goto(inquiry)

  // Stage, note, reply.
  await page.getByLabel('Stage of Ada Sample').selectOption('Reviewing')
  await page.getByLabel('Assigned to').selectOption({ label: 'Ada Sample' })
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Assigned to Ada Sample')
  await page.getByRole('textbox', { name: 'Note' }).fill('Strong letters.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'Strong letters.' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Thank you. When could we talk?')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(toast(page)).toContainText('Reply sent')

  // Interview.
  await page.getByRole('button', { name: 'Propose times' }).click()
  await page.getByRole('button', { name: 'Send times' }).click()
  await expect(page.getByText('Please enter a time').first()).toBeVisible()
  await page.getByLabel('Time 1').fill(`${nextYear}-01-11T09:30`)
  await page.getByLabel('Time 2').fill(`${nextYear}-01-12T15:00`)
  await page.getByLabel('Where or how').fill('We call you.')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Send times' }).click()
  await expect(page.getByText('You proposed these times.')).toBeVisible()
  await nothing()
  await guest.goto(`/applications/${id}`)
  await hydrated(guest)
  await expect(guest.getByRole('list', { name: 'Times' })).toContainText(`Jan 12, ${nextYear}, 3:00 PM CST`)
  await expectAccessibleEverywhere(guest)
  await guest.getByRole('button', { name: /^Accept .*3:00 PM CST$/ }).click()
  await expect(guest.getByText('It is at this time.')).toBeVisible()
  const [file] = await Promise.all([guest.waitForEvent('download'), guest.getByRole('link', { name: 'Add to calendar' }).click()])
  expect(file.suggestedFilename()).toBe('interview.ics')
  await page.reload()
  await expect(page.getByText('It is at this time.')).toBeVisible()

  // Offer, hired.
  await page.getByLabel('Stage of Ada Sample').selectOption('Offer')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Offer')
  await page.getByLabel('Stage of Ada Sample').selectOption('Hired')
  await expect(page.getByText('Ada Sample has not confirmed it yet.')).toBeVisible()
  await guest.reload()
  await hydrated(guest)
  await guest.getByRole('button', { name: 'Confirm it' }).click()
  await expect(guest.getByText('You were hired, and have confirmed it.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Ada Sample has confirmed it.')).toBeVisible()
  await nothing()
  await Promise.all([outsider, rival, removed, blocked].map((it) => it.dispose()))
  await context.close()
})

const interview = { times: [`${nextYear}-01-11T09:30`], timeZone: 'America/Chicago', minutes: 30, place: 'x', sequence: null }

/** A blocked employer reaches nobody, and sees neither address, CV nor calendar. */
async function expectNoWay(blocked: APIRequestContext, id: string): Promise<void> {
  const call = { headers: fromOurPages }
  expect(await (await blocked.get(`/api/inbox/${id}`)).json()).toMatchObject({
    email: null,
    cvFileName: null,
    blockedBy: 'sender',
  })
  const answers = await Promise.all([
    blocked.get(`/api/inbox/${id}/cv`, call),
    blocked.get(`/api/threads/${id}/interview.ics`, call),
    blocked.post(`/api/threads/${id}/messages`, { ...call, multipart: { message: 'Please answer.' } }),
    blocked.put(`/api/inbox/${id}/interview`, { ...call, data: interview }),
  ])
  expect(answers.map((it) => it.status())).toEqual([404, 404, 403, 409])
}

/** Whatever they call: as if it were not there. */
async function expectNothing(
  others: Record<'outsider' | 'rival' | 'removed' | 'blocked', APIRequestContext>,
  id: string,
): Promise<void> {
  const call = { headers: fromOurPages }
  for (const [who, context] of Object.entries(others)) {
    const mine = who === 'outsider' ? 'applications' : 'inbox'
    const answers = await Promise.all([
      context.get(`/api/${mine}/${id}`),
      context.get(`/api/threads/${id}/interview.ics`, call),
      context.put(`/api/threads/${id}`, { ...call, data: { blocked: true } }),
      context.post(`/api/threads/${id}/interview/cancellation`, { ...call, data: { sequence: 0 } }),
      ...(who === 'outsider'
        ? [context.post(`/api/applications/${id}/interview`, { ...call, data: { sequence: 0, time: null } })]
        : [
            context.get(`/api/inbox/${id}/cv`, call),
            context.put(`/api/inbox/${id}/stage`, { ...call, data: { stage: 'offer', version: 0 } }),
            context.post(`/api/inbox/${id}/notes`, { ...call, data: { note: 'Mine.' } }),
            context.put(`/api/inbox/${id}/interview`, { ...call, data: interview }),
            context.put(`/api/inbox/${id}/assignee`, { ...call, data: { userId: null } }),
          ]),
    ])
    expect(new Set(answers.map((it) => it.status())), who).toEqual(new Set([404]))
  }
}
