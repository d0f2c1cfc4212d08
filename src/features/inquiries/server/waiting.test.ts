import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountHooks } from '#app/server/account-hooks.ts'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { app, employer, erase, hiringForFile, job, message as words, visitor } from '#test/hiring.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import { tokenSpellings } from '#test/token-spellings.ts'
import { formOf, storedKeys, type FormPart } from '#test/upload-cv.ts'

hiringForFile()

let email: string
let count = 0

beforeEach(() => {
  count += 1
  email = `guest-${count}@mail.test`
})

const cv = pdfFile()

async function sendForm(
  more: Record<string, string> = {},
  file: FormPart = { name: 'cv.pdf', content: cv },
  sender: Caller = visitor,
  plain = false,
) {
  const fields = { name: 'Alex Example', email, message: words, jobId: job.id, ...more }
  const parts = Object.entries(fields).map(([field, content]) => ({ field, content }))
  const { headers, payload } = await formOf([...parts, file])
  return sender.call({
    method: 'POST',
    url: '/api/job-inquiry/form',
    headers: { ...headers, ...(plain && { accept: 'text/html' }) },
    payload,
  })
}

/** The token of the latest mail. */
async function tokenFor(address = email): Promise<string> {
  await runTasks(app)
  const texts = (await mailsTo(app, address)).map((it) => /\/inquiry\/confirm\?token=([\w.%-]+)/.exec(it.text)?.[1])
  return decodeURIComponent(texts.findLast((it) => it !== undefined) ?? '')
}

const press = (token: string) => visitor.post('/api/waiting-inquiry', { token })
const inbox = async () =>
  (await employer.get('/api/inbox')).json<{ inquiries: { id: string; cvFileName: string | null }[] }>().inquiries
const age = (hours: number) =>
  sql`update waiting_inquiries set created_at = created_at - ${hours} * interval '1 hour' where email = ${email}`.execute(app.db)

describe('a visitor’s inquiry with a CV', () => {
  test('reaches the poster when the link is opened and pressed, once; the sender gets a receipt', async () => {
    const answer = await sendForm({ mark: 'assistant' })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { isWaiting: true }])
    const token = await tokenFor()
    const [mail] = await mailsTo(app, email)
    // Anyone can type any address.
    expect(mail?.text).not.toContain('may I visit')
    expect(mail?.text).not.toContain('Alex')
    expect(await mailsTo(app, employer.user.email)).toEqual([])
    expect(await inbox()).toEqual([])

    expect((await visitor.get(`/inquiry/confirm?token=${encodeURIComponent(token)}`)).body).toContain('Send my inquiry and CV')
    expect(await inbox()).toEqual([])
    const origins = async () => (await employer.get('/api/insights')).json<{ origins: object[] }>().origins
    expect(await origins()).toEqual([])

    const answers = await Promise.all([press(token), press(token), press(token)])
    expect(answers.map((it) => it.statusCode).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect(await origins()).toMatchObject([{ origin: 'assistant', inquiries: 1 }])
    const [received, ...more] = await inbox()
    expect(more).toEqual([])
    expect(received).toMatchObject({ cvFileName: 'cv.pdf', emailConfirmed: true })
    expect((await employer.get(`/api/inbox/${received?.id}/cv`)).rawPayload).toEqual(cv)
    await runTasks(app)
    expect(await mailsTo(app, employer.user.email)).toHaveLength(1)
    expect((await mailsTo(app, email)).at(-1)?.text).toContain('may I visit')
    for (const spelling of tokenSpellings(token)) expect((await press(spelling)).statusCode).toBe(404)
    // The deletion of what waited leaves what was sent.
    await makeTasksDue(app)
    await runTasks(app)
    expect((await employer.get(`/api/inbox/${received?.id}/cv`)).rawPayload).toEqual(cv)
  })

  test('is deleted with its file after 48 hours', async () => {
    const before = await storedKeys(app)
    await sendForm()
    const token = await tokenFor()
    expect(await storedKeys(app)).toHaveLength(before.length + 1)
    await makeTasksDue(app)
    await runTasks(app)
    expect(await storedKeys(app)).toEqual(before)
    expect((await press(token)).statusCode).toBe(410)
    expect(await inbox()).toEqual([])
  })

  test('is not sent late, even if nothing has deleted it yet', async () => {
    await sendForm()
    const token = await tokenFor()
    await age(49)
    expect((await press(token)).statusCode).toBe(410)
  })

  test('is not sent once the job has closed, or its poster may get no CV', async () => {
    await sendForm()
    const token = await tokenFor()
    await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(app.db)
    expect((await press(token)).statusCode).toBe(403)
    await sql`update jobs set status = 'inactive' where id = ${job.id}`.execute(app.db)
    expect((await press(token)).statusCode).toBe(410)
    expect((await sendForm({ message: 'Another question altogether.' })).statusCode).toBe(404)
  })

  test('the same words with another file replace the one before; an address has three waiting', async () => {
    await sendForm()
    const first = await tokenFor()
    await sendForm({}, { name: 'newer.pdf', content: cv })
    const second = await tokenFor()
    expect((await press(first)).statusCode).toBe(410)
    const more = [1, 2, 3].map((n) => ({ message: `Question number ${n} about this job` }))
    const statuses = []
    for (const it of more) statuses.push((await sendForm(it)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    await press(second)
    expect(await inbox()).toMatchObject([{ cvFileName: 'newer.pdf' }])
  })

  test('goes with the CV although the same words went without one', async () => {
    expect((await visitor.post('/api/job-inquiry', { name: 'Alex', email, message: words, jobId: job.id })).statusCode).toBe(200)
    await sendForm()
    const token = await tokenFor()
    expect((await press(token)).statusCode).toBe(200)
    expect(await inbox()).toMatchObject([{ cvFileName: 'cv.pdf' }])
  })

  test('a form that is not as it should be is refused, and leaves no file', async () => {
    const forms: [what: string, Record<string, string>, FormPart | undefined, number, string][] = [
      ['no PDF', {}, { name: 'cv.pdf', content: Buffer.from('MZ') }, 400, 'cv'],
      ['a program', {}, { name: 'cv.exe', content: cv }, 400, 'cv'],
      ['too large', {}, { name: 'cv.pdf', content: Buffer.concat([cv, Buffer.alloc(5 * 1024 * 1024)]) }, 413, 'cv'],
      [
        'scripts',
        {},
        {
          name: 'cv.pdf',
          content: Buffer.from(cv.toString('latin1').replace('/Catalog', '/Catalog/OpenAction<</S/JavaScript/JS(x)>>'), 'latin1'),
        },
        400,
        'cv',
      ],
      ['a short message', { message: 'short' }, undefined, 400, 'message'],
      ['an address of two lines', { email: 'a@b.test\nbcc: x' }, undefined, 400, 'email'],
      ['a job that is none', { jobId: 'x' }, undefined, 400, 'jobId'],
    ]
    const before = await storedKeys(app)
    for (const [what, fields, file, status, field] of forms) {
      const answer = await sendForm(fields, file)
      expect([what, answer.statusCode, answer.json()]).toMatchObject([what, status, { details: [{ field }] }])
    }
    expect(await storedKeys(app)).toEqual(before)
  })

  test('zero bytes, and a file of somebody who is signed in, are refused', async () => {
    expect((await sendForm({ message: `${words}\0` })).statusCode).toBe(400)
    const physician = await signIn(app, 'physician')
    expect((await sendForm({ email: physician.user.email }, undefined, physician)).statusCode).toBe(403)
  })

  test('a tampered link sends nothing', async () => {
    await sendForm()
    const token = await tokenFor()
    expect((await press(token.replace(/^./, (it) => (it === 'A' ? 'B' : 'A')))).statusCode).toBe(404)
    expect(await inbox()).toEqual([])
  })
})

describe('without scripts', () => {
  test('the form leads to a page that says what happens next', async () => {
    const none = { name: '', content: Buffer.alloc(0) }
    const sent = await sendForm({}, none, visitor, true)
    expect([sent.statusCode, sent.headers['location']]).toEqual([303, `/jobs/${job.id}/inquiry?state=sent`])
    const waiting = await sendForm({ message: 'Another question altogether.' }, undefined, visitor, true)
    expect(waiting.headers['location']).toBe(`/jobs/${job.id}/inquiry?state=waiting`)
    const refused = await sendForm({ message: 'short' }, undefined, visitor, true)
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.body).toContain('Message must be at least 10 characters')

    const token = await tokenFor()
    const form = {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: `token=${encodeURIComponent(token)}`,
    }
    const pressed = () => visitor.call({ method: 'POST', url: '/api/waiting-inquiry', ...form })
    const page = `/inquiry/confirm?token=${encodeURIComponent(token)}`
    expect((await pressed()).headers['location']).toBe(`${page}&state=done`)
    expect((await visitor.get(`${page}&state=done`)).body).toContain('Inquiry sent successfully!')
    expect((await pressed()).headers['location']).toBe(`${page}&state=used`)
    for (const [state, text] of [
      ['used', 'This link was used before'],
      ['gone', 'We delete your'],
      ['refused', 'can no longer get a CV'],
    ])
      expect((await visitor.get(`${page}&state=${state}`)).body).toContain(text)
  })

  test('its page begins with a draft from the address, as text, bounded', async () => {
    const draft = encodeURIComponent(`<script>alert(1)</script>${'x'.repeat(2000)}`)
    const page = await visitor.get(`/jobs/${job.id}/inquiry?message=${draft}`)
    expect(page.statusCode).toBe(200)
    const typed = /<textarea[^>]*>([^<]*)/.exec(page.body)?.[1] ?? ''
    expect(typed).toMatch(/^&lt;script&gt;alert\(1\)&lt;\/script&gt;x+$/)
    expect(typed.replaceAll(/&..;/g, '<')).toHaveLength(1000)
    expect(page.headers['x-robots-tag'] ?? page.body).toContain('noindex')
    await runTasks(app)
    expect(await inbox()).toEqual([])
  })

  test('the job’s page has a form that leads there', async () => {
    expect((await visitor.get(`/jobs/${job.id}`)).body).toContain(`action="/jobs/${job.id}/inquiry"`)
  })
})

describe('the account that proves the address', () => {
  const applications = async (physician: SignedIn) =>
    (await physician.get('/api/applications')).json<{ applications: { message: string; cvFileName: string | null }[] }>()
      .applications

  test('has what was sent from it before, its CVs, and may withdraw it', async () => {
    await visitor.post('/api/job-inquiry', {
      name: 'Alex',
      email,
      message: 'Without a CV, from the same address.',
      jobId: job.id,
    })
    await sendForm()
    await press(await tokenFor())
    const physician = await signIn(app, 'physician', { email })
    expect(await applications(physician)).toEqual([])
    await app.db.transaction().execute((trx) => accountHooks.emailConfirmed(trx, { userId: physician.user.id, email }))
    expect(await applications(physician)).toMatchObject([{ cvFileName: 'cv.pdf' }, { cvFileName: null }])
    const [received] = await inbox()
    await employer.get(`/api/inbox/${received?.id}/cv`)
    expect((await physician.get('/api/profile/cv/openings')).json()).toMatchObject({ total: 1, attachedTo: 1 })
    await physician.post(`/api/applications/${received?.id}/withdrawal`)
    expect((await employer.get(`/api/inbox/${received?.id}/cv`)).statusCode).toBe(404)
  })

  test('is not told apart by the answer, and gets what is confirmed later at once', async () => {
    const known = await sendForm({ email: (await signIn(app, 'physician', { email })).user.email })
    const unknown = await sendForm({ email: `nobody-${count}@mail.test` })
    const shapeOf = (answer: typeof known) => Object.keys(answer.json<object>())
    expect([known.statusCode, shapeOf(known)]).toEqual([unknown.statusCode, shapeOf(unknown)])
    const physician = await signIn(app, 'physician', { email: `later-${email}` })
    await sendForm({ email: physician.user.email })
    await press(await tokenFor(physician.user.email))
    expect(await applications(physician)).toMatchObject([{ message: words, cvFileName: 'cv.pdf' }])
  })

  test('erases what waits and what was sent, with the files', async () => {
    const before = await storedKeys(app)
    const physician = await signIn(app, 'physician', { email })
    await sendForm()
    await press(await tokenFor())
    await sendForm({ message: 'This one still waits for its link.' })
    const file = (await physician.get('/api/account/export')).body
    expect(file).toContain('This one still waits')
    await erase(physician)
    await runTasks(app)
    expect(await storedKeys(app)).toEqual(before)
    expect(await inbox()).toEqual([])
    const { rows } = await sql`select 1 from waiting_inquiries where email = ${email}`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('without one, what an administrator’s retention deletes takes the file along', async () => {
    const before = await storedKeys(app)
    await sendForm()
    await press(await tokenFor())
    const { inquiryRetention } = await import('./public.ts')
    expect(await inquiryRetention.enforce(app.db, new Date(Date.now() + 1000))).toBeGreaterThan(0)
    await runTasks(app)
    expect((await storedKeys(app)).filter((it) => !before.includes(it))).toEqual([])
  })
})

test('whether a poster may get a CV is known before', async () => {
  const recipient = async () => (await visitor.get(`/api/jobs/${job.id}/recipient`)).json<object>()
  expect(await recipient()).toEqual({ acceptsCv: true, questions: [], keptMonths: null })
  await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(app.db)
  expect(await recipient()).toMatchObject({ acceptsCv: false })
  expect((await sendForm()).statusCode).toBe(409)
  await sql`update jobs set status = 'inactive' where id = ${job.id}`.execute(app.db)
  expect((await visitor.get(`/api/jobs/${job.id}/recipient`)).statusCode).toBe(404)
})
