import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addJobs, jobRow } from '#test/factories.ts'
import { app, employer, hiringForFile, job, physician, visitor } from '#test/hiring.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import { tokenSpellings } from '#test/token-spellings.ts'
import { upload } from '#test/upload-cv.ts'
import { readSignedToken, signedToken } from '#platform/server/secret.ts'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { publicPost } from '#features/postings/postings.fixture.ts'
import { attachedCvLink, inquiryOfLink } from './service.ts'

hiringForFile({ SECRET: `${'x'.repeat(32)},${'y'.repeat(32)}` })

const inquiry = (overrides: Record<string, unknown> = {}) => ({
  name: 'Alex Example',
  email: 'alex@mail.test',
  message: 'Is the position still open, and may I visit?',
  jobId: job.id,
  jobTitle: job.title,
  ...overrides,
})

const sendOne = async (sender: Caller = visitor, overrides = {}) => {
  const own = sender === physician ? { email: physician.user.email } : {}
  const answer = await sender.post('/api/job-inquiry', inquiry({ ...own, ...overrides }))
  expect(answer.statusCode).toBe(200)
  return answer.json<{ id: string }>().id
}

type Inbox = { inquiries: { id: string; stage: string; name: string }[]; next: string | null; total: number; unread: number }
const inboxOf = async (poster: SignedIn, query = '') => (await poster.get(`/api/inbox${query}`)).json<Inbox>()

describe('sending', () => {
  test('stores it, mails it to the poster with the sender as reply address, and lists it in the inbox', async () => {
    const id = await sendOne()
    await runTasks(app)
    const [mail, ...more] = await mailsTo(app, employer.user.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: `Inquiry from Alex Example: ${job.title}` })
    expect(mail?.replyTo).toEqual({ name: 'Alex Example', address: 'alex@mail.test' })
    expect(mail?.text).toContain('may I visit?')
    expect(mail?.text).toContain(`/employer/inbox/${id}`)
    expect(await inboxOf(employer)).toMatchObject({ inquiries: [{ id, stage: 'new', name: 'Alex Example' }], unread: 1 })
  })

  test('a field that is not as it should be is named', async () => {
    for (const [field, value, message] of [
      ['name', '', 'Name is required'],
      ['name', 'x'.repeat(101), 'Name is too long'],
      ['name', 'Eve\r\nBcc: all@mail.test', 'Name must be one line'],
      ['email', 'nobody', 'Please enter a valid email address'],
      ['message', 'too short', 'Message must be at least 10 characters'],
      ['message', ' '.repeat(20), 'Message must be at least 10 characters'],
      ['message', 'x'.repeat(1001), 'Message is too long (max 1000 characters)'],
      ['message', 7, 'Message must be at least 10 characters'],
      ['jobId', 'no id', 'Job not found'],
    ] as const) {
      const answer = await visitor.post('/api/job-inquiry', inquiry({ [field]: value }))
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ error: message, details: [{ field, message }] })
    }
  })

  test('the same inquiry again, also concurrently, is stored and mailed once', async () => {
    const [first, second] = await Promise.all([sendOne(), sendOne()])
    expect(second).toBe(first)
    expect(await sendOne()).toBe(first)
    expect(await sendOne(visitor, { message: 'Another question altogether.' })).toBe(first)
    await runTasks(app)
    expect(await mailsTo(app, employer.user.email)).toHaveLength(2)
  })

  test('a job that is not open is not found', async () => {
    for (const status of ['pending', 'inactive', 'expired', 'removed'] as const) {
      const hidden = jobRow({ status, owner_id: employer.user.id })
      await addJobs(app.db, [hidden])
      const answer = await visitor.post('/api/job-inquiry', inquiry({ jobId: hidden.id }))
      const hasClosed = status === 'inactive' || status === 'expired'
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
        404,
        hasClosed ? 'This job has closed in the meantime. Nothing was sent.' : 'Job not found',
      ])
    }
  })

  test('for a posting without a mail address goes to the site’s team', async () => {
    for (const contact_email of [null, 'call us']) {
      const imported = jobRow({ contact_email })
      await addJobs(app.db, [imported])
      await sendOne(visitor, { jobId: imported.id })
    }
    await runTasks(app)
    const mails = await mailsTo(app, 'postings@whitecoat.example')
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toMatch(/View the posting:\nhttps:\S+[^]+Pass the inquiry on to the employer/)
  })

  test('says whether the sender has proved the address, and nobody signed in as a physician writes from another’s', async () => {
    const unproven = await signIn(app, 'physician', { emailVerified: false })
    const senders: [Caller, string, boolean][] = [
      [visitor, physician.user.email, false],
      [unproven, unproven.user.email, false],
      [physician, physician.user.email, true],
    ]
    for (const [index, [sender, email, emailConfirmed]] of senders.entries()) {
      const id = await sendOne(sender, { email, message: `Question number ${index} about this job` })
      const shown = sender === visitor ? email : null
      expect((await employer.get(`/api/inbox/${id}`)).json()).toMatchObject({ email: shown, emailConfirmed })
    }
    const refused = await physician.post('/api/job-inquiry', inquiry({ email: 'colleague@mail.test' }))
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ details: [{ field: 'email' }] })
    await runTasks(app)
    const lines = (await mailsTo(app, employer.user.email)).map((it) => /\((not )?confirmed\)/.exec(it.text)?.[0])
    // Two accounts write to each other on the pages.
    expect(lines).toEqual(['(not confirmed)', undefined, undefined])
  })

  test('only a physician with a CV on file can attach one', async () => {
    expect((await visitor.post('/api/job-inquiry', inquiry({ attachCv: true }))).statusCode).toBe(403)
    expect((await employer.post('/api/job-inquiry', inquiry({ attachCv: true }))).statusCode).toBe(403)
    const { email } = physician.user
    expect((await physician.post('/api/job-inquiry', inquiry({ attachCv: true, email }))).statusCode).toBe(400)
    expect((await inboxOf(employer)).total).toBe(0)
  })
})

describe('its status', () => {
  test('the physician follows it: received, read, in review, answered', async () => {
    const id = await sendOne(physician)
    const status = async () =>
      (await physician.get('/api/applications')).json<{ applications: Record<string, unknown>[] }>().applications[0]
    expect(await status()).toMatchObject({ id, progress: 'received', readAt: null, jobTitle: job.title, jobStatus: 'active' })
    await employer.put(`/api/threads/${id}/read`)
    expect(await status()).toMatchObject({ progress: 'received', readAt: expect.any(String), answeredAt: null })
    const reply = await employer.post('/api/inbox/replies', { ids: [id], message: 'Yes. Please come by on Monday.' })
    expect(reply.statusCode).toBe(200)
    expect(await status()).toMatchObject({ progress: 'review', isUnread: true })
    await runTasks(app)
    const [mail] = await mailsTo(app, physician.user.email).then((mails) => mails.filter((it) => it.text.includes('on Monday')))
    expect(mail?.text).toContain(`/applications/${id}`)
  })

  test('withdrawn, the poster no longer sees it, and the same inquiry can be sent again', async () => {
    const id = await sendOne(physician)
    expect((await physician.post(`/api/applications/${id}/withdrawal`)).statusCode).toBe(200)
    expect((await inboxOf(employer)).total).toBe(0)
    expect((await employer.get(`/api/inbox/${id}`)).statusCode).toBe(404)
    expect((await employer.post('/api/inbox/replies', { ids: [id], message: 'Too late.' })).json()).toEqual({ sent: 0 })
    expect(await sendOne(physician)).not.toBe(id)
  })

  test('the inbox is filtered and paged, and exported without formulas', async () => {
    const messages = Array.from({ length: 21 }, (_, index) => `Question number ${index} about this job`)
    for (const message of messages)
      await sendOne(visitor, {
        message,
        email: `${message.slice(16, 18).trim()}@mail.test`,
        name: '=HYPERLINK("http://evil.test")',
      })
    const first = await inboxOf(employer)
    const second = await inboxOf(employer, `?after=${first.next}`)
    expect([first.inquiries.length, first.total, second.total, second.next]).toEqual([20, 21, 21, null])
    const ids = [...first.inquiries, ...second.inquiries].map((it) => it.id)
    expect(new Set(ids).size).toBe(21)
    expect((await inboxOf(employer, '?stage=offer')).inquiries).toEqual([])
    expect((await inboxOf(employer, '?stage=nonsense&after=x&jobId=x')).inquiries).toHaveLength(20)
    expect(await inboxOf(employer, '?q=number%2017%20about')).toMatchObject({ total: 1, inquiries: [{ stage: 'new' }] })
    expect((await inboxOf(employer, '?q=100%25')).total).toBe(0)
    const file = await employer.get('/api/inbox.csv')
    expect(file.headers['content-disposition']).toContain('inquiries.csv')
    expect(file.body.split('\r\n').filter((line) => line.includes('Question number'))).toHaveLength(21)
    expect(file.body).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  })
})

describe('an attached CV', () => {
  const cv = pdfFile()

  async function sendWithCv(jobId: string = job.id) {
    expect((await upload(physician, cv, 'cv.pdf')).statusCode).toBe(200)
    return sendOne(physician, { attachCv: true, jobId })
  }

  test('is opened by the poster, which the physician sees', async () => {
    const id = await sendWithCv()
    expect((await inboxOf(employer)).inquiries).toMatchObject([{ id, cvFileName: 'cv.pdf' }])
    const opened = await employer.get(`/api/inbox/${id}/cv`)
    expect(opened.rawPayload).toEqual(cv)
    expect(opened.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' })
    expect((await physician.get('/api/profile/cv/openings')).json()).toMatchObject({ total: 1 })
    expect((await (await signIn(app, 'employer')).get(`/api/inbox/${id}/cv`)).statusCode).toBe(404)
    expect((await (await signIn(app, 'admin')).get(`/api/inbox/${id}/cv`)).statusCode).toBe(404)
  })

  test('is not opened by a link elsewhere', async () => {
    const url = `/api/inbox/${await sendWithCv()}/cv`
    const sites = ['cross-site', 'same-site', 'none'].map((it) => ({ 'sec-fetch-site': it }))
    for (const headers of [...sites, { referer: 'https://evil.test/' }, {}]) {
      const answer = await app.app.inject({ url, headers: { cookie: employer.cookie, ...headers } })
      expect([headers, answer.statusCode]).toEqual([headers, 403])
    }
    expect((await physician.get('/api/profile/cv/openings')).json()).toMatchObject({ total: 0 })
  })

  test('goes to nobody, and is opened by nobody, whose address is not confirmed', async () => {
    const id = await sendWithCv()
    await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(app.db)
    const withCv = inquiry({ email: physician.user.email, attachCv: true, message: 'Another question altogether.' })
    const refused = await physician.post('/api/job-inquiry', withCv)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ error: expect.stringContaining('has not confirmed') })
    expect((await physician.post('/api/job-inquiry', { ...withCv, attachCv: false })).statusCode).toBe(200)
    expect((await employer.get(`/api/inbox/${id}/cv`)).statusCode).toBe(403)
  })

  test('is opened by a poster without an account through the mail’s link, until the withdrawal', async () => {
    const contactEmail = `author-${job.id}@mail.test`
    const { job: posted } = (await visitor.post('/employers/post', publicPost({ contactEmail }))).json<{ job: { id: string } }>()
    const admin = await signIn(app, 'admin')
    await admin.post(`/api/admin/postings/${posted.id}/decision`, { action: 'approve' })
    await runTasks(app)
    const [confirmation] = await mailsTo(app, contactEmail)
    const manage = /manage\?token=([\w-]+)/.exec(confirmation?.text ?? '')?.[1] ?? ''
    // Opening the link confirms nothing: mail scanners do that.
    expect((await visitor.get(`/api/manage-posting?token=${manage}`)).json()).toMatchObject({ contactConfirmed: false })
    expect((await upload(physician, cv, 'cv.pdf')).statusCode).toBe(200)
    const withCv = inquiry({ jobId: posted.id, email: physician.user.email, attachCv: true })
    expect((await physician.post('/api/job-inquiry', withCv)).statusCode).toBe(409)
    const confirmed = await visitor.post(`/api/manage-posting/confirmation?token=${manage}`)
    expect(confirmed.json()).toMatchObject({ contactConfirmed: true })

    const id = await sendWithCv(posted.id)
    await runTasks(app)
    const mail = (await mailsTo(app, contactEmail)).at(-1)
    const tokenOf = (text = '') => decodeURIComponent(/\/inquiry-cv\?token=([\w.%-]+)/.exec(text)?.[1] ?? '')
    const token = tokenOf(mail?.text)
    const openings = async () => (await physician.get('/api/profile/cv/openings')).json<{ total: number }>()
    const press = (path: string, value: string) =>
      visitor.call({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        payload: new URLSearchParams({ token: value }).toString(),
      })

    // What a mail scanner does opens nothing and is counted nowhere.
    const page = await visitor.get(`/inquiry-cv?token=${token}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(await openings()).toMatchObject({ total: 0 })

    const answers = await Promise.all([1, 2, 3].map(() => visitor.post('/api/inquiry-cv', { token })))
    expect(answers.map((it) => it.statusCode).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect(answers.find((it) => it.statusCode === 200)?.rawPayload).toEqual(cv)
    expect(await openings()).toMatchObject({ total: 1, openings: [{ openedBy: 'Lakeside Clinic' }] })
    expect((await press('/api/inquiry-cv', token)).headers['location']).toBe(`/inquiry-cv?token=${token}&state=used`)
    expect((await visitor.post('/api/inquiry-cv', { token: token.slice(0, -3) })).statusCode).toBe(404)
    for (const spelling of tokenSpellings(token)) {
      const again = await visitor.post('/api/inquiry-cv', { token: spelling })
      expect(again.statusCode, JSON.stringify(spelling)).toBe(404)
    }
    // The same subject, signed before SECRET was changed.
    const subject = readSignedToken(app.settings.secrets, 'attached-cv', token) ?? ''
    const older = signedToken(['y'.repeat(32)], 'attached-cv', subject)
    expect((await visitor.post('/api/inquiry-cv', { token: older })).statusCode).toBe(409)
    expect(await openings()).toMatchObject({ total: 1 })

    expect((await press('/api/inquiry-cv/renewal', token)).headers['location']).toBe(`/inquiry-cv?token=${token}&state=done`)
    await runTasks(app)
    const renewed = tokenOf((await mailsTo(app, contactEmail)).at(-1)?.text)
    expect(renewed).not.toBe(token)
    expect((await press('/api/inquiry-cv', renewed)).rawPayload).toEqual(cv)
    await physician.post(`/api/applications/${id}/withdrawal`)
    expect((await visitor.post('/api/inquiry-cv/renewal', { token })).statusCode).toBe(404)
    expect((await press('/api/inquiry-cv', renewed)).headers['location']).toBe(`/inquiry-cv?token=${renewed}&state=dead`)
  })

  test('its link expires after 30 days', () => {
    const link = attachedCvLink(['secret'], 'the-inquiry', 0)
    const token = decodeURIComponent(link.split('token=')[1] ?? '')
    const day = 24 * 60 * 60 * 1000
    expect(inquiryOfLink(['secret'], token, 29 * day)).toMatchObject({ id: 'the-inquiry', isExpired: false })
    expect(inquiryOfLink(['secret'], token, 31 * day)).toMatchObject({ id: 'the-inquiry', isExpired: true })
    expect(inquiryOfLink(['another secret'], token, 0)).toBeUndefined()
  })
})

describe('reporting', () => {
  const report = (overrides = {}) => ({
    name: 'Alex Example',
    email: 'alex@mail.test',
    reason: 'The link leads to something else.',
    jobId: job.id,
    ...overrides,
  })

  test('is stored once, and the confirmation repeats none of it', async () => {
    const address = `reporter-${job.id}@mail.test`
    const answers = await Promise.all([1, 2].map(() => visitor.post('/api/job-report', report({ email: address }))))
    expect(answers.map((it) => it.json<unknown>())).toEqual([{ success: true }, { success: true }])
    const { rows } = await sql`select reason, outcome from job_reports where job_id = ${job.id}`.execute(app.db)
    expect(rows).toEqual([{ reason: 'The link leads to something else.', outcome: null }])
    await runTasks(app)
    const [mail, ...more] = await mailsTo(app, address)
    expect(more).toEqual([])
    expect(mail?.text).not.toContain('something else')
  })

  test('names a field that is not as it should be', async () => {
    for (const [field, value, message] of [
      ['reason', 'short', 'Reason must be at least 10 characters'],
      ['reason', 'x'.repeat(1001), 'Reason is too long (max 1000 characters)'],
      ['email', '', 'Please enter a valid email address'],
    ] as const) {
      const answer = await visitor.post('/api/job-report', report({ [field]: value }))
      expect(answer.json()).toMatchObject({ details: [{ field, message }] })
    }
  })
})
