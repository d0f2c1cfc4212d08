import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { mailNewJobs } from '#features/alerts/server/tasks.ts'
import { appForFile } from '#test/app.ts'
import { atOnce } from '#test/at-once.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import type { UserDetail } from '../contract.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
let admin: SignedIn

beforeAll(async () => {
  admin = await signIn(app, 'admin')
})

const urlOf = (person: SignedIn): string => `/api/admin/users/${person.user.id}`
const userOf = async (person: SignedIn) => (await admin.get(urlOf(person))).json<UserDetail>()
const suspend = async (person: SignedIn, more: object = {}, by = admin) =>
  by.post(`${urlOf(person)}/suspend`, { reason: 'content', revision: (await userOf(person)).revision, ...more })
const reinstate = async (person: SignedIn) =>
  admin.post(`${urlOf(person)}/reinstate`, { revision: (await userOf(person)).revision })
const isLive = async (id: string) => (await app.get(`/api/jobs/${id}`)).statusCode === 200
const lastAudit = async () => (await sql`select action, detail from audit_log order by id desc limit 1`.execute(app.db)).rows[0]

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
    expect(await lastAudit()).toEqual({
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
})

describe('it is refused', () => {
  test('to oneself, twice, and without a reason', async () => {
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

  test('to the second of two administrators who suspend each other', async () => {
    const other = await signIn(app, 'admin')
    const answers = await atOnce(app, [
      () => admin.post(`${urlOf(other)}/suspend`, { reason: 'other', revision: 0 }),
      () => other.post(`${urlOf(admin)}/suspend`, { reason: 'other', revision: 0 }),
    ])
    expect(answers.filter((it) => it.statusCode === 200)).toHaveLength(1)
    const { rows } = await sql`select from users where role = 'admin' and suspended_at is null`.execute(app.db)
    expect(rows).toHaveLength(1)
    await sql`update users set suspended_at = null, suspension_reason = null where id = ${admin.user.id}`.execute(app.db)
    admin = await signIn(app, 'admin')
  })
})
