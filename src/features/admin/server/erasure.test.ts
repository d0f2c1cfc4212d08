import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { atOnce } from '#test/at-once.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import { tracesOf } from '#test/traces.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
let admin: SignedIn

beforeAll(async () => {
  admin = await signIn(app, 'admin')
})

/** The mail that tells of it is the last trace; a demo would keep its text. */
const deliver = () => runTasks({ ...app, settings: { ...app.settings, appMode: 'production' } })
const erase = (person: SignedIn, body: object = {}, by = admin) =>
  by.delete(`/api/admin/users/${person.user.id}`, { requestedBy: 'person', revision: 0, ...body })

test('erasing deletes every trace of a person except the record of the erasure', async () => {
  const employer = await signIn(app, 'employer')
  const person = await signIn(app, 'physician', { firstName: 'Unmistakable', lastName: 'Surname' })
  const job = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email })
  await addJobs(app.db, [job])
  const inquiry = { name: 'Unmistakable Surname', email: person.user.email, message: 'A question.', jobId: job.id }
  await person.post('/api/job-inquiry', inquiry)
  await person.post('/api/favorites', { jobId: job.id })
  await asVisitor(app).post('/api/subscribe', { email: person.user.email })
  const note = { reason: 'asked', note: 'Unmistakable Surname wrote to us.', revision: 0 }
  await admin.post(`/api/admin/users/${person.user.id}/suspend`, note)

  expect((await erase(person, { requestedBy: 'authority', revision: 1 })).json()).toEqual({ success: true })

  await deliver()
  expect(await tracesOf(app, person.user.email)).toEqual([])
  expect(await tracesOf(app, 'Unmistakable')).toEqual([])
  const { rows } = await sql`select action, actor_id, subject, detail from audit_log order by id desc limit 1`.execute(app.db)
  expect(rows).toEqual([
    {
      action: 'accounts.erased',
      actor_id: admin.user.id,
      subject: `user:${person.user.id}`,
      detail: { requestedBy: 'authority', before: { role: 'physician' }, after: null },
    },
  ])
  expect((await admin.get(`/api/admin/users/${person.user.id}`)).statusCode).toBe(404)
  expect((await person.get('/api/auth/user')).statusCode).toBe(401)
})

test('erasing removes an employer’s postings, as the administrator', async () => {
  const employer = await signIn(app, 'employer')
  const job = jobRow({ owner_id: employer.user.id })
  await addJobs(app.db, [job])
  expect((await erase(employer)).statusCode).toBe(200)
  await expect.poll(async () => (await app.get(`/api/jobs/${job.id}`)).statusCode).toBe(404)
  const { rows } =
    await sql`select actor, actor_id from posting_events where job_id = ${job.id} order by id desc limit 1`.execute(app.db)
  expect(rows).toEqual([{ actor: 'administrator', actor_id: admin.user.id }])
  await deliver()
  expect(await tracesOf(app, employer.user.email)).toEqual([])
})

test('erasing is refused without a requester, with a stale revision, and for one’s own or a sample account', async () => {
  const person = await signIn(app, 'physician')
  for (const body of [{ requestedBy: undefined }, { requestedBy: 'the cat' }, { revision: undefined }]) {
    expect((await erase(person, body)).statusCode).toBe(400)
  }
  expect((await erase(person, { revision: 3 })).json()).toMatchObject({ current: { id: person.user.id } })
  expect((await erase(admin)).statusCode).toBe(409)
  await sql`update users set is_demo = true where id = ${person.user.id}`.execute(app.db)
  expect((await erase(person)).statusCode).toBe(409)
  expect((await person.get('/api/auth/user')).statusCode).toBe(200)
})

test('of two administrators who erase each other at once, one remains', async () => {
  const other = await signIn(app, 'admin')
  const answers = await atOnce(app, [() => erase(other), () => erase(admin, {}, other)])
  expect(answers.filter((it) => it.statusCode === 200)).toHaveLength(1)
  const { rows } = await sql`select from users where role = 'admin'`.execute(app.db)
  expect(rows).toHaveLength(1)
})
