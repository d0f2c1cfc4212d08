import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { posting } from '#features/postings/postings.fixture.ts'
import { appForFile, testApp } from '#test/app.ts'
import { production } from '#test/production.ts'
import { atOnce } from '#test/at-once.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
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

  test('of two administrators who resign at once, one remains', async () => {
    const other = await signIn(app, 'admin')
    const answers = await atOnce(app, [() => setRole(admin, admin, 'employer', 0), () => setRole(other, other, 'employer', 0)])
    expect(statuses(answers)).toEqual([200, 409])
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

  test.each([{ role: 'king', revision: 0 }, { role: null, revision: 0 }, { role: 'admin' }, {}])(
    '%j is refused',
    async (body) => {
      expect((await admin.put(`${urlOf(admin)}/role`, body)).statusCode).toBe(400)
    },
  )

  test('an unknown account is not found', async () => {
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

test('needs an address', async () => {
  const person = await signIn(app, 'physician')
  await sql`update users set email = null where id = ${person.user.id}`.execute(app.db)
  expect((await person.put('/api/auth/password', { newPassword: 'an unusual sentence' })).statusCode).toBe(409)
  expect((await asVisitor(app).get('/api/admin/users')).statusCode).toBe(401)
})
