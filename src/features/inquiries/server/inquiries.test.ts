import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  applied,
  appliedBy,
  apply,
  inboxOf,
  mailed,
  mailedTo,
  mailedToken,
  pressPlain,
} from '#test/applications.ts'
import { statusesOf } from '#test/at-once.ts'
import {
  anotherJob,
  app,
  employer,
  erase,
  hiringForFile,
  job,
  physician,
  visitor,
} from '#test/hiring.ts'
import { answered, signIn, type Caller } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'
import { readSignedToken, signedToken } from '#platform/server/secret.ts'
import { pdfFile } from '#test/cv-files.ts'
import { publicPost } from '#test/posting-forms.ts'

hiringForFile({ SECRET: `${'x'.repeat(32)},${'y'.repeat(32)}` })

const another = { message: 'Another question altogether.' }
const readInboxOf = async (id: string) => (await employer.get(`/api/inbox/${id}`)).json<object>()

describe('an inquiry', () => {
  test('is mailed to the poster with the sender as reply address, and stands in the inbox', async () => {
    const id = await appliedBy('alex', { name: 'Alex Example' })
    const [mail, ...more] = await mailed(employer)
    expect(more).toEqual([])
    const replyTo = { name: 'Alex Example', address: 'alex@mail.test' }
    expect(mail).toMatchObject({ subject: `Inquiry from Alex Example: ${job.title}`, replyTo })
    expect(mail?.text).toContain('may I visit?')
    expect(mail?.text).toContain(`/employer/inbox/${id}`)
    expect(await inboxOf()).toMatchObject({
      inquiries: [{ id, stage: 'new', name: 'Alex Example' }],
      unread: 1,
    })
  })

  test.each([
    ['pending', 'Job not found'],
    ['removed', 'Job not found'],
    ['inactive', 'This job has closed in the meantime. Nothing was sent.'],
    ['expired', 'This job has closed in the meantime. Nothing was sent.'],
  ] as const)('about a job that is %s is refused', async (status, error) => {
    expect(await answered(apply({ jobId: (await anotherJob({ status })).id }))).toMatchObject([
      404,
      { error },
    ])
  })

  test('for a posting without a mail address goes to the site’s team', async () => {
    for (const contact_email of [null, 'call us'])
      await applied({ jobId: (await anotherJob({ owner_id: null, contact_email })).id })
    const mails = await mailedTo('postings@whitecoat.example')
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toMatch(
      /View the posting:\nhttps:\S+[^]+Pass the inquiry on to the employer/,
    )
  })

  test('says whether the sender has proved the address, and nobody signed in as a physician writes from another’s', async () => {
    const unproven = await signIn(app, 'physician', { emailVerified: false })
    const senders: [Caller, string, boolean][] = [
      [physician, physician.user.email, true],
      [visitor, physician.user.email, false],
      [unproven, unproven.user.email, false],
    ]
    for (const [index, [sender, email, emailConfirmed]] of senders.entries()) {
      const message = `Question number ${index} about this job`
      const id = await applied({ email, message }, sender)
      // Nobody joins another's application by typing their address.
      const shown = {
        email: sender === visitor ? email : null,
        replies: [],
        emailConfirmed,
        message,
      }
      expect(await readInboxOf(id)).toMatchObject(shown)
    }
    expect((await inboxOf()).total).toBe(3)
    expect(await answered(apply({ email: 'colleague@mail.test' }))).toMatchObject([
      400,
      { details: [{ field: 'email' }] },
    ])
    const lines = (await mailed(employer)).map(
      (mail) => /\((not )?confirmed\)/.exec(mail.text)?.[0],
    )
    // Two accounts write to each other on the pages.
    expect(lines).toEqual([undefined, '(not confirmed)', undefined])
  })

  test('of many is found, filtered and paged in the inbox, and exported without formulas', async () => {
    const name = '=HYPERLINK("http://evil.test")'
    for (let n = 0; n < 21; n++)
      await appliedBy(`guest-${n}`, { name, message: `Question number ${n} about this job` })
    const first = await inboxOf()
    const second = await inboxOf(`?after=${first.next}`)
    expect([first.inquiries.length, first.total, second.total, second.next]).toEqual([
      20,
      21,
      21,
      null,
    ])
    expect(
      new Set([...first.inquiries, ...second.inquiries].map((inquiry) => inquiry.id)).size,
    ).toBe(21)
    expect((await inboxOf('?stage=offer')).inquiries).toEqual([])
    expect((await inboxOf('?stage=nonsense&after=x&jobId=x')).inquiries).toHaveLength(20)
    expect(await inboxOf('?q=number%2017%20about')).toMatchObject({
      total: 1,
      inquiries: [{ stage: 'new' }],
    })
    expect((await inboxOf('?q=100%25')).total).toBe(0)
    const file = await employer.get('/api/inbox.csv')
    expect(file.headers['content-disposition']).toContain('inquiries.csv')
    expect(file.body.split('\r\n').filter((line) => line.includes('Question number'))).toHaveLength(
      21,
    )
    expect(file.body).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  })
})

describe('an attached CV', () => {
  const cv = pdfFile()
  const openings = async () =>
    (await physician.get('/api/profile/cv/openings')).json<{ total: number }>()

  async function sendWithCv(jobId: string = job.id) {
    expect((await upload(physician, cv, 'cv.pdf')).statusCode).toBe(200)
    return applied({ attachCv: true, jobId })
  }

  test('is opened by the poster, which the physician sees, and not by a link elsewhere', async () => {
    const id = await sendWithCv()
    const url = `/api/inbox/${id}/cv`
    expect((await inboxOf()).inquiries).toMatchObject([{ id, cvFileName: 'cv.pdf' }])
    const sites = ['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site }))
    for (const headers of [...sites, { referer: 'https://evil.test/' }, {}]) {
      const answer = await app.app.inject({ url, headers: { cookie: employer.cookie, ...headers } })
      expect([headers, answer.statusCode]).toEqual([headers, 403])
    }
    expect(await openings()).toMatchObject({ total: 0 })
    const opened = await employer.get(url)
    expect(opened.rawPayload).toEqual(cv)
    expect(opened.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(await openings()).toMatchObject({ total: 1 })
  })

  test('is that of a physician with one on file; nobody gets or opens it whose address is not confirmed', async () => {
    for (const [by, refused] of [
      [visitor, 401],
      [employer, 403],
    ] as const)
      expect((await apply({ attachCv: true }, by)).statusCode).toBe(refused)
    expect((await apply({ attachCv: true })).statusCode).toBe(400)
    const id = await sendWithCv()
    expect((await inboxOf()).total).toBe(1)
    await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(
      app.db,
    )
    const error = expect.stringContaining('has not confirmed')
    expect(await answered(apply({ ...another, attachCv: true }))).toMatchObject([409, { error }])
    await applied(another)
    expect((await employer.get(`/api/inbox/${id}/cv`)).statusCode).toBe(403)
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  test('for a poster without an account is opened once through the mail’s link, within 30 days, while its sender and the moderators let them', async () => {
    const contactEmail = `author-${job.id}@mail.test`
    const { job: posted } = (
      await visitor.post('/employers/post', publicPost({ contactEmail }))
    ).json<{ job: { id: string } }>()
    const admin = await signIn(app, 'admin')
    const decide = async (action: string, reason?: string) =>
      (await admin.post(`/api/admin/postings/${posted.id}/decision`, { action, reason })).json<{
        decisionId: string
      }>()
    await decide('approve')
    const manage = await mailedToken(contactEmail, 'manage')
    // Opening the link confirms nothing: mail scanners do that.
    expect((await visitor.get(`/api/manage-posting?token=${manage}`)).json()).toMatchObject({
      contactConfirmed: false,
    })
    expect((await upload(physician, cv, 'cv.pdf')).statusCode).toBe(200)
    expect((await apply({ jobId: posted.id, attachCv: true })).statusCode).toBe(409)
    const confirmed = await visitor.post(`/api/manage-posting/confirmation?token=${manage}`)
    expect(confirmed.json()).toMatchObject({ contactConfirmed: true })

    const id = await applied({ jobId: posted.id, attachCv: true })
    const token = await mailedToken(contactEmail, '/inquiry-cv')
    const pressed = async (path: string, value: string) =>
      (await pressPlain(path, value)).headers['location']
    const page = (state: string, value = token) => `/inquiry-cv?token=${value}&state=${state}`
    // What a mail scanner does opens nothing and is counted nowhere.
    const scanned = await visitor.get(`/inquiry-cv?token=${token}`)
    expect([scanned.statusCode, scanned.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
    expect(await openings()).toMatchObject({ total: 0 })

    const open = (value: string) => visitor.post('/api/inquiry-cv', { token: value })
    expect(await statusesOf([open(token), open(token), open(token)])).toEqual([200, 409, 409])
    expect(await openings()).toMatchObject({
      total: 1,
      openings: [{ openedBy: 'Lakeside Clinic' }],
    })
    expect(await pressed('/api/inquiry-cv', token)).toBe(page('used'))
    expect((await open(token.slice(0, -3))).statusCode).toBe(404)
    // The same subject, signed before SECRET was changed.
    const subject = readSignedToken(app.settings.secrets, 'attached-cv', token) ?? ''
    expect((await open(signedToken(['y'.repeat(32)], 'attached-cv', subject))).statusCode).toBe(409)
    expect(await openings()).toMatchObject({ total: 1 })

    const renewal = () => visitor.post(`/api/manage-posting/inquiries/${id}/cv`, { token: manage })
    expect((await renewal()).statusCode).toBe(200)
    const renewed = await mailedToken(contactEmail, '/inquiry-cv')
    expect(renewed).not.toBe(token)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
    expect(await pressed('/api/inquiry-cv', renewed)).toBe(page('dead', renewed))
    vi.setSystemTime(Date.now() - 2 * 86_400_000)
    expect((await pressPlain('/api/inquiry-cv', renewed)).rawPayload).toEqual(cv)
    vi.useRealTimers()
    const expectDead = async () => {
      expect((await renewal()).statusCode).toBe(404)
      expect(await pressed('/api/inquiry-cv', renewed)).toBe(page('dead', renewed))
    }
    const block = (blocked: boolean) => physician.put(`/api/threads/${id}`, { blocked })
    await block(true)
    await expectDead()
    await block(false)
    const { decisionId } = await decide('remove', 'A fraud.')
    await expectDead()
    await admin.post(`/api/admin/decisions/${decisionId}/undo`)
    expect(await pressed('/api/inquiry-cv', renewed)).toBe(page('used', renewed))
    await physician.post(`/api/applications/${id}/withdrawal`)
    await expectDead()
  })
})

const report = (more = {}) => {
  const reason = 'The link leads to something else.'
  return visitor.post('/api/job-report', {
    name: 'Alex',
    email: 'alex@mail.test',
    reason,
    jobId: job.id,
    jobTitle: job.title,
    ...more,
  })
}

test('a report is stored once, and the confirmation repeats none of it', async () => {
  const email = `reporter-${job.id}@mail.test`
  const answers = await Promise.all([1, 2].map(() => report({ email })))
  expect(answers.map((answer) => answer.json<unknown>())).toEqual([
    { success: true },
    { success: true },
  ])
  const { rows } =
    await sql`select reason, outcome from job_reports where job_id = ${job.id}`.execute(app.db)
  expect(rows).toEqual([{ reason: 'The link leads to something else.', outcome: null }])
  const [mail, ...more] = await mailedTo(email)
  expect(more).toEqual([])
  expect(mail?.text).not.toContain('something else')
})

test('a stranger’s report with the address and words of an account does not keep the account’s away', async () => {
  const { email } = physician.user
  await report({ email })
  const own = {
    name: 'Alex Example',
    email,
    reason: 'The link leads to something else.',
    jobId: job.id,
  }
  for (let n = 0; n < 2; n++)
    expect((await physician.post('/api/job-report', own)).statusCode).toBe(200)
  const { rows } =
    await sql`select reporter_id from job_reports where job_id = ${job.id} order by created_at`.execute(
      app.db,
    )
  expect(rows).toEqual([{ reporter_id: null }, { reporter_id: physician.user.id }])
  const erased = await signIn(app, 'physician')
  await erased.post('/api/job-report', { ...own, email: erased.user.email })
  for (const person of [physician, erased]) await erase(person)
})

test.each([
  ['inquiry', 'name', '', 'Name is required'],
  ['inquiry', 'name', 'x'.repeat(101), 'Name is too long'],
  ['inquiry', 'name', 'Eve\r\nBcc: all@mail.test', 'Name must be one line'],
  ['inquiry', 'email', 'nobody', 'Please enter a valid email address'],
  ['inquiry', 'email', 'eve@mail.test\r\nBcc: all@mail.test', 'Please enter a valid email address'],
  ['inquiry', 'message', 'too short', 'Message must be at least 10 characters'],
  ['inquiry', 'message', ' '.repeat(20), 'Message must be at least 10 characters'],
  ['inquiry', 'message', 'x'.repeat(1001), 'Message is too long (max 1000 characters)'],
  ['inquiry', 'message', 7, 'Message must be at least 10 characters'],
  ['inquiry', 'jobId', 'no id', 'Job not found'],
  ['report', 'reason', 'short', 'Reason must be at least 10 characters'],
  ['report', 'reason', 'x'.repeat(1001), 'Reason is too long (max 1000 characters)'],
  ['report', 'email', '', 'Please enter a valid email address'],
] as const)('%s: one whose %s is %j is refused by name', async (kind, field, value, text) => {
  const call = kind === 'report' ? report({ [field]: value }) : apply({ [field]: value }, visitor)
  expect(await answered(call)).toMatchObject([
    400,
    { error: text, details: [{ field, message: text }] },
  ])
})
