import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { publicPost } from '#test/posting-forms.ts'
import { applied, applyByForm } from '#test/applications.ts'
import { lastAudit } from '#test/audit-log.ts'
import { app, employer, hiringForFile, job, makeTeam, visitor } from '#test/hiring.ts'
import { runLaterTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { tracesOf } from '#test/traces.ts'
import { storedKeys } from '#test/upload-cv.ts'

/** An administrator erases a person without an account, by their address. */

hiringForFile()

let admin: SignedIn
beforeEach(async () => {
  admin = await signIn(app, 'admin')
})

const erase = (email: string, by = admin) =>
  by.post('/api/admin/erasures', { email, requestedBy: 'person' })

test('every trace of the address goes, except the record of the erasure, which does not name it', async () => {
  const [email, name] = ['unmistakable@mail.test', 'Una Unmistakable']
  await makeTeam()
  const made = await visitor.post(
    '/employers/post',
    publicPost({ contactEmail: email, contactName: name }),
  )
  const { id } = made.json<{ job: { id: string } }>().job
  await admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve' })
  await sql`update jobs set status = 'removed' where id = ${id}`.execute(app.db)
  await visitor.post(
    '/employers/post',
    publicPost({ contactEmail: email, contactName: name, title: 'Second' }),
  )
  await applied({ email, name }, visitor)
  const before = await storedKeys(app)
  expect(
    (
      await applyByForm(
        { email, name, message: 'Here is my CV.' },
        { name: 'cv.pdf', content: pdfFile() },
      )
    ).statusCode,
  ).toBe(200)
  const calls: [url: string, body: object][] = [
    ['/api/job-report', { email, name, jobId: job.id, reason: 'They ask for money.' }],
    ['/api/contact', { email, name, message: 'Please call me.' }],
    ['/api/subscribe', { email }],
    [
      '/api/alerts',
      { email, search: { state: 'TX' }, frequency: 'daily', timeZone: 'America/Chicago' },
    ],
  ]
  for (const [url, body] of calls) expect((await visitor.post(url, body)).statusCode, url).toBe(200)
  await employer.post('/api/organization/invitations', { email, seat: 'reader' })
  await sql`insert into mail_suppressions (id, address, kind, scope, reason, mail_id)
    values (gen_random_uuid(), ${email}, 'hard', 'all', 'gone', gen_random_uuid())`.execute(app.db)
  await sql`insert into blocks (id, employer, person, blocked_by) values (gen_random_uuid(), ${email}, 'somebody', 'employer')`.execute(
    app.db,
  )
  expect(await tracesOf(app, email)).toHaveLength(11)

  const { erased } = (await erase(email.toUpperCase())).json<{ erased: Record<string, number> }>()
  const one = { alerts: 1, newsletter: 1, contactMessages: 1, organization: 1 }
  expect(erased).toEqual({ ...one, inquiries: 3, postings: 2, mails: expect.any(Number) })
  for (const trace of [email, 'Unmistakable']) expect(await tracesOf(app, trace)).toEqual([])
  const detail = { requestedBy: 'person', erased }
  expect(await lastAudit(app)).toMatchObject({
    action: 'accounts.address-erased',
    actor_id: admin.user.id,
    detail,
  })
  await runLaterTasks(app)
  expect(await storedKeys(app)).toEqual(before)
  expect((await erase(email)).json()).toEqual({ erased: {} })
})

test('an address of an account is refused, with its id; and so is who is no administrator', async () => {
  const person = await signIn(app, 'physician', { emailVerified: false })
  const answer = await erase(person.user.email)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    409,
    { current: { id: person.user.id } },
  ])
  expect((await person.get('/api/auth/user')).json()).toMatchObject({ id: person.user.id })
  expect((await erase('nobody@mail.test', employer)).statusCode).toBe(403)
})
