import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailNewJobs } from '#features/alerts/server/tasks.ts'
import { posting } from '#features/postings/postings.fixture.ts'
import { appForFile, testApp } from '#test/app.ts'
import { production } from '#test/production.ts'
import { atOnce } from '#test/at-once.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import { tracesOf } from '#test/traces.ts'
import type { UserDetail } from '../contract.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
let admin: SignedIn
beforeEach(async () => {
  await sql`update users set role = 'physician' where role = 'admin'`.execute(app.db)
  admin = await signIn(app, 'admin')
})

const urlOf = (person: SignedIn): string => `/api/admin/users/${person.user.id}`
const seen = async (person: SignedIn) =>
  (await sql<{ role: string; revision: number }>`select role, revision from users where id = ${person.user.id}`.execute(app.db))
    .rows[0] ?? { role: 'gone', revision: 0 }
const setRole = async (by: SignedIn, person: SignedIn, role: string, revision?: number) =>
  by.put(`${urlOf(person)}/role`, { role, revision: revision ?? (await seen(person)).revision })
const mark = async (person: SignedIn, verified: boolean) =>
  admin.put(`${urlOf(person)}/verified-hospital`, { verified, revision: (await seen(person)).revision })
const lastAudit = async () =>
  (await sql`select action, actor_id, subject, detail from audit_log order by id desc limit 1`.execute(app.db)).rows[0]
const statuses = (answers: { statusCode: number }[]) => answers.map((it) => it.statusCode).toSorted((a, b) => a - b)

describe('roles', () => {
  test('are changed; the person is signed out, and the change is recorded', async () => {
    const person = await signIn(app, 'physician')
    expect((await setRole(admin, person, 'recruiter')).json()).toEqual({ success: true })
    expect((await seen(person)).role).toBe('recruiter')
    expect((await person.get('/api/auth/user')).statusCode).toBe(401)
    expect(await lastAudit()).toEqual({
      action: 'accounts.role-changed',
      actor_id: admin.user.id,
      subject: `user:${person.user.id}`,
      detail: { before: { role: 'physician' }, after: { role: 'recruiter' } },
    })
    const { history } = (await admin.get(urlOf(person))).json<UserDetail>()
    expect(history).toMatchObject([
      { action: 'accounts.role-changed', actor: { id: admin.user.id, name: 'Alex Example', email: admin.user.email } },
    ])
  })

  test('the last administrator stays one', async () => {
    const refused = await setRole(admin, admin, 'employer')
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      409,
      'This is the last administrator. Make someone else an administrator first.',
    ])
    const other = await signIn(app, 'physician')
    expect((await setRole(admin, other, 'admin')).statusCode).toBe(200)
    expect((await setRole(admin, admin, 'employer')).statusCode).toBe(200)
    expect((await admin.get('/api/auth/user')).statusCode).toBe(401)
  })

  test('suspended accounts and, in production, sample accounts do not count as administrators', async () => {
    const suspended = await signIn(app, 'admin')
    await sql`update users set suspended_at = now() where id = ${suspended.user.id}`.execute(app.db)
    expect((await setRole(admin, admin, 'employer')).statusCode).toBe(409)
    const sample = await signIn(app, 'admin')
    await sql`update users set is_demo = true where id = ${sample.user.id}`.execute(app.db)
    const other = await testApp({ env: { ...production, RATE_LIMITS: 'off', ADMIN_SECOND_STEP: 'off' } })
    const [real, example] = [await signIn(other, 'admin'), await signIn(other, 'admin')]
    await sql`update users set is_demo = true where id = ${example.user.id}`.execute(other.db)
    expect((await setRole(real, real, 'employer', 0)).statusCode).toBe(409)
    await other.close()
    expect((await setRole(admin, admin, 'employer')).statusCode).toBe(200)
  })

  test('of two administrators who demote each other at once, one remains', async () => {
    const other = await signIn(app, 'admin')
    const answers = await atOnce(app, [() => setRole(admin, other, 'employer', 0), () => setRole(other, admin, 'employer', 0)])
    // The second is no administrator any more, or signed out.
    expect(statuses(answers)[0]).toBe(200)
    expect([401, 403]).toContain(statuses(answers)[1])
    expect([(await seen(admin)).role, (await seen(other)).role].toSorted()).toEqual(['admin', 'employer'])
  })

  test('an action on a stale revision is refused, and the answer has the current account', async () => {
    const person = await signIn(app, 'physician')
    const other = await signIn(app, 'admin')
    const answers = await atOnce(app, [() => setRole(admin, person, 'employer', 0), () => setRole(other, person, 'recruiter', 0)])
    expect(statuses(answers)).toEqual([200, 409])
    const refused = answers.find((it) => it.statusCode === 409)
    expect(refused?.json()).toMatchObject({
      error: 'Someone else changed this account in the meantime. Please look at it again.',
      current: { id: person.user.id, revision: 1, role: (await seen(person)).role },
    })
  })

  test('an unconfirmed address or a suspended account cannot become administrator', async () => {
    const stranger = await signIn(app, 'physician', { emailVerified: false })
    expect((await setRole(admin, stranger, 'admin')).statusCode).toBe(409)
    const suspended = await signIn(app, 'physician')
    await sql`update users set suspended_at = now() where id = ${suspended.user.id}`.execute(app.db)
    expect((await setRole(admin, suspended, 'admin')).statusCode).toBe(409)
  })

  test('an invalid change is refused, and an unknown account is not found', async () => {
    for (const body of [{ role: 'king', revision: 0 }, { role: null, revision: 0 }, { role: 'admin' }, {}])
      expect((await admin.put(`${urlOf(admin)}/role`, body)).statusCode).toBe(400)
    const body = { role: 'employer', revision: 0 }
    expect((await admin.put('/api/admin/users/01900000-0000-7000-8000-000000000000/role', body)).statusCode).toBe(404)
  })
})

describe('verified hospitals', () => {
  const shown = async (id: string) =>
    (await app.get(`/api/jobs/${id}`)).json<{ isVerifiedHospital: boolean }>().isVerifiedHospital

  test('are marked on all current and later postings of the employer, and unmarked again', async () => {
    const employer = await signIn(app, 'employer', { companyName: 'Lakeside Clinic' })
    const jobs = [jobRow({ owner_id: employer.user.id }), jobRow({ owner_id: employer.user.id, status: 'expired' }), jobRow()]
    await addJobs(app.db, jobs)
    const [own, , foreign] = jobs.map((it) => it.id) as [string, string, string]
    expect(await shown(own)).toBe(false)

    expect((await mark(employer, true)).statusCode).toBe(200)
    await expect.poll(() => shown(own)).toBe(true)
    expect(await shown(foreign)).toBe(false)
    expect((await app.get(`/jobs/${own}`)).body).toContain('Verified hospital')
    const { rows } = await sql`select from jobs where owner_id = ${employer.user.id} and not is_verified_hospital`.execute(app.db)
    expect(rows).toEqual([])
    const posted = await employer.post('/api/job-postings', posting())
    expect(posted.statusCode, posted.body).toBe(200)
    expect(await shown(posted.json<{ id: string }>().id)).toBe(true)

    expect((await mark(employer, false)).statusCode).toBe(200)
    await expect.poll(() => shown(own)).toBe(false)
    expect(await lastAudit()).toMatchObject({ action: 'accounts.hospital-unverified', actor_id: admin.user.id })
  })

  test('are employers; another role removes the mark', async () => {
    expect((await mark(await signIn(app, 'recruiter'), true)).statusCode).toBe(409)
    const employer = await signIn(app, 'employer')
    const job = jobRow({ owner_id: employer.user.id })
    await addJobs(app.db, [job])
    await mark(employer, true)
    await expect.poll(() => shown(job.id)).toBe(true)
    await setRole(admin, employer, 'recruiter')
    await expect.poll(() => shown(job.id)).toBe(false)
    expect(await lastAudit()).toMatchObject({
      detail: { before: { role: 'employer', verifiedHospital: true }, after: { role: 'recruiter', verifiedHospital: false } },
    })
  })
})

describe('a password reset', () => {
  test('goes to the owner’s mailbox, and the administrator never sees the link', async () => {
    const person = await signIn(app, 'physician')
    const answer = await admin.post(`${urlOf(person)}/password-reset`)
    expect(answer.json()).toEqual({ success: true })
    await runTasks(app)
    const [mail] = await mailsTo(app, person.user.email)
    expect(mail?.subject).toBe('Set a new password for Whitecoat')
    const { rows } = await sql<{ all: string }>`select string_agg(detail::text, '') as all from audit_log`.execute(app.db)
    expect(rows[0]?.all).not.toContain('token')
    expect(await lastAudit()).toMatchObject({ action: 'accounts.reset-sent', subject: `user:${person.user.id}` })
  })

  test('is not sent to accounts that cannot sign in', async () => {
    const [none, suspended] = [await signIn(app, 'physician'), await signIn(app, 'physician')]
    await sql`update users set email = null where id = ${none.user.id}`.execute(app.db)
    await sql`update users set suspended_at = now() where id = ${suspended.user.id}`.execute(app.db)
    for (const person of [none, suspended]) {
      expect((await admin.post(`${urlOf(person)}/password-reset`)).statusCode).toBe(409)
    }
  })
})

const userOf = async (person: SignedIn) => (await admin.get(urlOf(person))).json<UserDetail>()
const suspend = async (person: SignedIn, more: object = {}, by = admin) =>
  by.post(`${urlOf(person)}/suspend`, { reason: 'content', revision: (await userOf(person)).revision, ...more })
const reinstate = async (person: SignedIn) =>
  admin.post(`${urlOf(person)}/reinstate`, { revision: (await userOf(person)).revision })
const isLive = async (id: string) => (await app.get(`/api/jobs/${id}`)).statusCode === 200
async function postingOf(owner: SignedIn, overrides = {}) {
  const job = jobRow({ owner_id: owner.user.id, channel: 'account', ...overrides })
  await addJobs(app.db, [job])
  return job
}

describe('a suspended account', () => {
  test('is signed out, and gets the reason at sign-in', async () => {
    const form = { firstName: 'Alex', lastName: 'Example', email: 'out@mail.test', password: 'correct horse battery staple' }
    const visitor = asVisitor(app)
    const registered = await visitor.post('/api/auth/register', form)
    const cookie = registered.cookies.map((it) => `${it.name}=${it.value}`).join('; ')
    const asThem = (url: string) => visitor.call({ method: 'GET', url, headers: { cookie } })
    const { id } = (await asThem('/api/auth/user')).json<{ id: string }>()

    const body = { reason: 'spam', note: 'Wrote to forty employers within an hour.', revision: 0 }
    expect((await admin.post(`/api/admin/users/${id}/suspend`, body)).json()).toEqual({ success: true })

    expect((await asThem('/api/auth/user')).statusCode).toBe(401)
    const refused = await visitor.post('/api/auth/login', form)
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      403,
      'This account is suspended. Please write to us.',
    ])
    expect((await visitor.post('/api/auth/login', { ...form, password: 'wrong password' })).statusCode).toBe(401)
    expect((await admin.get(`/api/admin/users/${id}`)).json()).toMatchObject({
      suspension: { reason: 'spam', note: body.note },
      sessions: { count: 0 },
    })

    expect((await admin.post(`/api/admin/users/${id}/reinstate`, { revision: 1 })).statusCode).toBe(200)
    expect((await asThem('/api/auth/user')).statusCode).toBe(401)
    expect((await visitor.post('/api/auth/login', form)).statusCode).toBe(200)
  })

  test('shows no postings; reinstated, it shows the same ones again', async () => {
    const employer = await signIn(app, 'employer')
    const live = await postingOf(employer)
    const own = await postingOf(employer, { status: 'inactive' })
    const over = await postingOf(employer, { status: 'expired' })
    const hidden = await postingOf(employer)
    expect(await isLive(live.id)).toBe(true)

    await suspend(employer)
    await expect.poll(() => isLive(live.id)).toBe(false)
    expect(await lastAudit()).toMatchObject({
      action: 'accounts.suspended',
      detail: { before: { suspended: false }, after: { suspended: true }, reason: 'content', postingsHidden: 2 },
    })
    const { rows } =
      await sql`select action, actor, actor_id from posting_events where job_id = ${live.id} order by id desc limit 1`.execute(
        app.db,
      )
    expect(rows).toEqual([{ action: 'suspend', actor: 'administrator', actor_id: admin.user.id }])
    // Meanwhile one of them is deleted.
    expect((await admin.delete(`/api/job-postings/${hidden.id}`)).statusCode).toBe(200)

    await reinstate(employer)
    await expect.poll(() => isLive(live.id)).toBe(true)
    expect(await Promise.all([own.id, over.id, hidden.id].map((id) => isLive(id)))).toEqual([false, false, false])
    expect(await lastAudit()).toMatchObject({ action: 'accounts.reinstated', detail: { postingsShown: 1 } })
  })

  test('cannot make anything live', async () => {
    const employer = await signIn(app, 'employer')
    const [pending, live] = [await postingOf(employer, { status: 'pending' }), await postingOf(employer)]
    await suspend(employer)
    const told = 'The account of this posting is suspended.'
    const approved = await admin.post(`/api/admin/postings/${pending.id}/decision`, { action: 'approve' })
    const shown = await admin.put(`/api/job-postings/${live.id}`, { isActive: true })
    for (const answer of [approved, shown]) {
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([409, told])
    }
    await reinstate(employer)
    expect((await admin.post(`/api/admin/postings/${pending.id}/decision`, { action: 'approve' })).statusCode).toBe(200)
  })

  test('gets no digests', async () => {
    const [resting, awake] = [await signIn(app, 'physician'), await signIn(app, 'physician')]
    for (const person of [resting, awake]) {
      const alert = { search: { specialty: 'Psychiatry' }, frequency: 'daily', timeZone: 'America/Chicago' }
      const made = await person.post('/api/alerts', alert)
      expect(made.statusCode, made.body).toBe(200)
    }
    await suspend(resting)
    await addJobs(app.db, [jobRow({ specialty: 'Psychiatry' })])
    await mailNewJobs(app.db, new Date(Date.now() + 3 * 24 * 60 * 60 * 1000))
    await runTasks(app)
    expect(await mailsTo(app, awake.user.email)).toHaveLength(1)
    expect(await mailsTo(app, resting.user.email)).toEqual([])
  })

  test('is not suspended twice, without a reason, or by itself', async () => {
    expect((await suspend(admin)).json()).toMatchObject({ error: 'You cannot suspend your own account.' })
    const person = await signIn(app, 'physician')
    for (const more of [{ reason: undefined }, { reason: 'whim' }, { note: 'x'.repeat(501) }, { revision: undefined }]) {
      expect((await suspend(person, more)).statusCode).toBe(400)
    }
    expect((await reinstate(person)).statusCode).toBe(409)
    expect((await suspend(person)).statusCode).toBe(200)
    expect((await suspend(person)).statusCode).toBe(409)
    expect((await suspend(person, { revision: 0 })).json()).toMatchObject({ current: { revision: 1 } })
  })
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
