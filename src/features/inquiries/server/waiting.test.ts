import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountHooks } from '#app/server/account-hooks.ts'
import { pdfFile } from '#test/cv-files.ts'
import {
  applicationsOf,
  applied,
  applyByForm,
  inboxOf,
  mailed,
  mailedToken,
  pressPlain,
} from '#test/applications.ts'
import { statusesOf } from '#test/at-once.ts'
import { app, employer, erase, hiringForFile, job, visitor } from '#test/hiring.ts'
import { mailsTo, runLaterTasks, runTasks } from '#test/mailbox.ts'
import { signIn, type Caller } from '#test/sign-in.ts'
import { storedKeys, type FormPart } from '#test/upload-cv.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { eraseDeleted, putBackDeleted } from '#platform/server/retention.ts'
import { inquiryRetention } from './public.ts'
import { deleteWaitingTask } from './waiting.ts'

hiringForFile()

let email: string
let count = 0

beforeEach(() => {
  count += 1
  email = `guest-${count}@mail.test`
})

const cv = pdfFile()
const script = '/OpenAction << /S /JavaScript /JS (a()) >>'
const scripted = Buffer.from(
  cv.toString('latin1').replace('/Catalog', `/Catalog ${script}`),
  'latin1',
)
const cvNamed = (name: string, content = cv): FormPart => ({ name, content })

const sendForm = (
  more: Record<string, string> = {},
  file = cvNamed('cv.pdf'),
  sender?: Caller,
  accept?: string,
) => applyByForm({ email, ...more }, file, sender, accept)

async function tokenOfForm(...form: Parameters<typeof sendForm>): Promise<string> {
  expect((await sendForm(...form)).statusCode).toBe(200)
  return tokenFor(form[0]?.['email'])
}
const tokenFor = (address = email) => mailedToken(address, '/inquiry/confirm')

const press = (token: string) => visitor.post('/api/waiting-inquiry', { token })
const received = async () => (await inboxOf()).inquiries
const another = { message: 'Another question altogether.' }

describe('a visitor’s inquiry with a CV', () => {
  test('reaches the poster when the link is opened and pressed, once; the sender gets a receipt', async () => {
    const answer = await sendForm({ mark: 'assistant' })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { isWaiting: true }])
    const token = await tokenFor()
    const [mail] = await mailsTo(app, email)
    // Anyone can type any address.
    expect(mail?.text).not.toMatch(/may I visit|Alex/)
    expect(await mailsTo(app, employer.user.email)).toEqual([])
    expect(
      (await visitor.get(`/inquiry/confirm?token=${encodeURIComponent(token)}`)).body,
    ).toContain('Send my inquiry and CV')
    expect(await received()).toEqual([])
    const origins = async () =>
      (await employer.get('/api/insights')).json<{ origins: object[] }>().origins
    expect(await origins()).toEqual([])

    expect(await statusesOf([press(token), press(token), press(token)])).toEqual([200, 409, 409])
    expect(await origins()).toMatchObject([{ origin: 'assistant', inquiries: 1 }])
    const [inquiry, ...more] = await received()
    expect(more).toEqual([])
    expect(inquiry).toMatchObject({ cvFileName: 'cv.pdf', emailConfirmed: true })
    expect(await mailed(employer)).toHaveLength(1)
    expect((await mailsTo(app, email)).at(-1)?.text).toContain('may I visit')
    // The deletion of what waited leaves what was sent.
    await runLaterTasks(app)
    expect((await employer.get(`/api/inbox/${inquiry?.id}/cv`)).rawPayload).toEqual(cv)
  })

  test('is not sent later than 48 hours, when it is deleted, and comes back if a clock was wrong', async () => {
    const token = await tokenOfForm()
    const age = (hours: number) =>
      sql`update waiting_inquiries set created_at = now() - ${hours} * interval '1 hour' where email = ${email}`
    await age(49).execute(app.db)
    expect((await press(token)).statusCode).toBe(410)
    await enqueueTask(app.db, deleteWaitingTask, {})
    await runTasks(app)
    expect((await press(token)).statusCode).toBe(410)
    expect(await received()).toEqual([])
    expect(await putBackDeleted(app.db, '2000-01-01')).toEqual({ back: 2, left: 0 })
    await age(0).execute(app.db)
    expect((await press(token)).statusCode).toBe(200)
    expect(await received()).toHaveLength(1)
  })

  test('is neither taken nor sent once its poster may get no CV, or the job has closed', async () => {
    const recipient = () => visitor.get(`/api/jobs/${job.id}/recipient`)
    expect((await recipient()).json()).toEqual({ acceptsCv: true, questions: [], keptMonths: null })
    const token = await tokenOfForm()
    await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(
      app.db,
    )
    expect((await recipient()).json()).toMatchObject({ acceptsCv: false })
    expect((await press(token)).statusCode).toBe(403)
    expect((await sendForm(another)).statusCode).toBe(409)
    await sql`update jobs set status = 'inactive' where id = ${job.id}`.execute(app.db)
    expect((await recipient()).statusCode).toBe(404)
    expect((await press(token)).statusCode).toBe(410)
    expect((await sendForm(another)).statusCode).toBe(404)
  })

  test.each<[string, Record<string, string>, FormPart | undefined, number, string]>([
    ['a program', {}, cvNamed('cv.pdf', Buffer.from('MZ\u0090')), 400, 'cv'],
    ['a script in its PDF', {}, cvNamed('cv.pdf', scripted), 400, 'cv'],
    [
      'too large a file',
      {},
      cvNamed('cv.pdf', Buffer.concat([cv, Buffer.alloc(5 * 1024 * 1024)])),
      413,
      'cv',
    ],
    ['a short message', { message: 'short' }, undefined, 400, 'message'],
    ['a job that is none', { jobId: 'x' }, undefined, 400, 'jobId'],
  ])('a form with %s is refused, and leaves no file', async (_, fields, file, status, field) => {
    const before = await storedKeys(app)
    const answer = await sendForm(fields, file)
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { details: [{ field }] }])
    expect(await storedKeys(app)).toEqual(before)
  })

  test('zero bytes, and a file of somebody who is signed in, are refused', async () => {
    expect((await sendForm({ message: 'Is the position still open?\0' })).statusCode).toBe(400)
    const physician = await signIn(app, 'physician')
    expect((await sendForm({ email: physician.user.email }, undefined, physician)).statusCode).toBe(
      403,
    )
  })
})

describe('without scripts', () => {
  test('the form leads to a page that says what happens next', async () => {
    const send = (more = {}, file?: FormPart) => sendForm(more, file, visitor, 'text/html')
    const sent = await send({}, cvNamed('', Buffer.alloc(0)))
    expect([sent.statusCode, sent.headers['location']]).toEqual([
      303,
      `/jobs/${job.id}/inquiry?state=sent`,
    ])
    expect((await send(another)).headers['location']).toBe(`/jobs/${job.id}/inquiry?state=waiting`)
    const refused = await send({ message: 'short' })
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.body).toContain('Message must be at least 10 characters')

    const token = await tokenFor()
    const page = `/inquiry/confirm?token=${encodeURIComponent(token)}`
    const texts = {
      done: 'Inquiry sent successfully!',
      used: 'This link was used before',
      gone: 'We delete your',
      refused: 'no longer get a CV',
    }
    for (const [state, text] of Object.entries(texts)) {
      expect((await visitor.get(`${page}&state=${state}`)).body).toContain(text)
      expect((await pressPlain('/api/waiting-inquiry', token)).headers['location']).toBe(
        `${page}&state=${state === 'done' ? state : 'used'}`,
      )
    }
  })

  test('its page begins with a draft from the address, as text, bounded', async () => {
    const draft = encodeURIComponent(`<script>alert(1)</script>${'x'.repeat(2000)}`)
    const page = await visitor.get(`/jobs/${job.id}/inquiry?message=${draft}`)
    const typed = /<textarea[^>]*>([^<]*)/.exec(page.body)?.[1] ?? ''
    expect(typed).toMatch(/^&lt;script&gt;alert\(1\)&lt;\/script&gt;x+$/)
    expect(typed.replaceAll(/&..;/g, '<')).toHaveLength(1000)
    expect(page.headers['x-robots-tag'] ?? page.body).toContain('noindex')
    expect(await received()).toEqual([])
  })
})

describe('the account that proves the address', () => {
  test('has what was sent from it before, its CVs, and may withdraw it', async () => {
    await applied({ email, message: 'Without a CV, from the same address.' }, visitor)
    await press(await tokenOfForm())
    const physician = await signIn(app, 'physician', { email })
    expect(await applicationsOf(physician)).toEqual([])
    await app.db
      .transaction()
      .execute((trx) => accountHooks.emailConfirmed(trx, { userId: physician.user.id, email }))
    expect(await applicationsOf(physician)).toMatchObject([
      { cvFileName: 'cv.pdf' },
      { cvFileName: null },
    ])
    const [inquiry] = await received()
    await employer.get(`/api/inbox/${inquiry?.id}/cv`)
    expect((await physician.get('/api/profile/cv/openings')).json()).toMatchObject({
      total: 1,
      attachedTo: 1,
    })
    await physician.post(`/api/applications/${inquiry?.id}/withdrawal`)
    expect((await employer.get(`/api/inbox/${inquiry?.id}/cv`)).statusCode).toBe(404)
  })

  test('is not told apart by the answer, and gets what is confirmed later at once', async () => {
    const physician = await signIn(app, 'physician', { email })
    const [known, unknown] = [
      await sendForm(),
      await sendForm({ email: `nobody-${count}@mail.test` }),
    ]
    const shapeOf = (answer: typeof known) => [
      answer.statusCode,
      Object.keys(answer.json<object>()),
    ]
    expect(shapeOf(known)).toEqual(shapeOf(unknown))
    await press(await tokenFor())
    expect(await applicationsOf(physician)).toMatchObject([
      { message: expect.stringContaining('may I visit'), cvFileName: 'cv.pdf' },
    ])
  })

  test('erases what waits and what was sent, with the files', async () => {
    const before = await storedKeys(app)
    const physician = await signIn(app, 'physician', { email })
    await press(await tokenOfForm())
    await sendForm({ message: 'This one still waits for its link.' })
    expect((await physician.get('/api/account/export')).body).toContain('This one still waits')
    await erase(physician)
    await runTasks(app)
    expect(await storedKeys(app)).toEqual(before)
    expect(await received()).toEqual([])
    expect(
      (await sql`select 1 from waiting_inquiries where email = ${email}`.execute(app.db)).rows,
    ).toEqual([])
  })

  test('without one, what an administrator’s retention deletes takes the file along, later', async () => {
    const before = await storedKeys(app)
    await press(await tokenOfForm())
    expect(await inquiryRetention.enforce(app.db, new Date(Date.now() + 1000))).toBeGreaterThan(0)
    await runTasks(app)
    const left = async () => (await storedKeys(app)).filter((key) => !before.includes(key))
    // The sweep removes it a week later, or the night after an erasure.
    expect(await left()).toHaveLength(1)
    expect(await eraseDeleted(app.db, email)).toBeGreaterThan(1)
    const { rows } =
      await sql`select from deleted_rows where 'cv/' || (row ->> 'id') = any(${await left()})`.execute(
        app.db,
      )
    expect(rows).toEqual([])
  })
})
