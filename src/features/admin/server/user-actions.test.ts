import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mailNewJobs } from '#features/alerts/server/tasks.ts'
import { holdReasonTexts } from '#features/postings/model.ts'
import { posting } from '#test/posting-forms.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { accountHolders, isSignedIn, login } from '#test/account-holders.ts'
import { lastAudit } from '#test/audit-log.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import { tracesOf } from '#test/traces.ts'
import {
  act,
  admin,
  app,
  errorOf,
  markSuspended,
  setRole,
  urlOf,
  usersForFile,
} from '#test/user-actions.ts'

usersForFile()

const mark = (person: SignedIn, verified: boolean) =>
  act('PUT /verified-hospital', person, { verified })

async function postingOf(owner: SignedIn, overrides = {}) {
  const job = jobRow({
    owner_id: owner.user.id,
    channel: 'account',
    contact_email: owner.user.email,
    ...overrides,
  })
  await addJobs(app.db, [job])
  return job
}
const isLive = async ({ id }: { id?: string } = {}) =>
  (await app.get(`/api/jobs/${id}`)).statusCode === 200
const lastEvent = async ({ id }: { id: string }) =>
  (
    await sql`select action, actor, actor_id from posting_events where job_id = ${id} order by id desc limit 1`.execute(
      app.db,
    )
  ).rows[0]

/** Each names a revision and a reason that is one. */
test.each([
  ['PUT /role', [{ role: 'king' }, { role: null }, {}, { role: 'admin', revision: undefined }]],
  [
    'POST /suspend',
    [
      {},
      { reason: 'whim' },
      { reason: 'content', note: 'x'.repeat(501) },
      { reason: 'content', revision: undefined },
    ],
  ],
  ['DELETE', [{}, { requestedBy: 'the cat' }, { requestedBy: 'person', revision: undefined }]],
])('%s is refused without what it needs', async (call, bodies) => {
  const person = await signIn(app, 'physician')
  for (const body of bodies) expect((await act(call, person, body)).statusCode).toBe(400)
  expect((await person.get('/api/auth/user')).statusCode).toBe(200)
})

test('a verified hospital is marked on all current and later postings of the employer, and unmarked again', async () => {
  const shown = async (id: string) =>
    (await app.get(`/api/jobs/${id}`)).json<{ isVerifiedHospital: boolean }>().isVerifiedHospital
  const employer = await signIn(app, 'employer', { companyName: 'Lakeside Clinic' })
  const foreign = jobRow()
  await addJobs(app.db, [foreign])
  const { id: own } = await postingOf(employer)
  await postingOf(employer, { status: 'expired' })
  expect(await shown(own)).toBe(false)

  expect((await mark(employer, true)).statusCode).toBe(200)
  await expect.poll(() => shown(own)).toBe(true)
  expect(await shown(foreign.id)).toBe(false)
  expect((await app.get(`/jobs/${own}`)).body).toContain('Verified hospital')
  const { rows } =
    await sql`select from jobs where owner_id = ${employer.user.id} and not is_verified_hospital`.execute(
      app.db,
    )
  expect(rows).toEqual([])
  const posted = await employer.post('/api/job-postings', posting({ company: 'Lakeside Clinic' }))
  expect(posted.statusCode, posted.body).toBe(200)
  expect(await shown(posted.json<{ id: string }>().id)).toBe(true)

  expect((await mark(employer, false)).statusCode).toBe(200)
  await expect.poll(() => shown(own)).toBe(false)
  expect(await lastAudit(app)).toMatchObject({
    action: 'accounts.hospital-unverified',
    actor_id: admin.user.id,
  })

  // Another role removes the mark.
  await mark(employer, true)
  await expect.poll(() => shown(own)).toBe(true)
  await setRole(employer, 'recruiter')
  await expect.poll(() => shown(own)).toBe(false)
  const detail = {
    before: { verifiedHospital: true },
    after: { role: 'recruiter', verifiedHospital: false },
  }
  expect(await lastAudit(app)).toMatchObject({ detail })
  expect((await mark(employer, true)).statusCode).toBe(409)
})

test('a password reset goes to the owner’s mailbox, and the administrator never sees the link', async () => {
  const person = await signIn(app, 'physician')
  const to = person.user.email
  // Somebody else has asked for as many links as there are in an hour.
  for (let n = 0; n < 5; n++)
    await enqueueMail(app.db, {
      cause: `a:${n}`,
      to,
      class: 'sign-in',
      content: { subject: 'A link', blocks: [] },
    })
  const reset = (of: SignedIn) => admin.post(`${urlOf(of)}/password-reset`)
  expect((await reset(person)).json()).toEqual({ success: true })
  await runTasks(app)
  expect((await mailsTo(app, to)).map((mail) => mail.subject)).toContain(
    'Set a new password for Whitecoat',
  )
  const entry = { action: 'accounts.reset-sent', subject: `user:${person.user.id}` }
  expect(await lastAudit(app)).toMatchObject(entry)
  const { rows } = await sql<{
    all: string
  }>`select string_agg(detail::text, '') as all from audit_log`.execute(app.db)
  expect(rows[0]?.all).not.toContain('token')
  // Accounts that cannot sign in get none.
  const [none, suspended] = [await signIn(app, 'physician'), await signIn(app, 'physician')]
  await sql`update users set email = null where id = ${none.user.id}`.execute(app.db)
  await markSuspended(suspended)
  for (const account of [none, suspended]) expect((await reset(account)).statusCode).toBe(409)
})

const suspend = (person: SignedIn, more: object = {}) =>
  act('POST /suspend', person, { reason: 'content', ...more })
const approve = ({ id = '' }: { id?: string } = {}) =>
  admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve' })

describe('a suspended account', () => {
  test('is signed out, and gets the reason at sign-in', async () => {
    const { browser, email, id } = await accountHolders(app).signUp()
    const url = `/api/admin/users/${id}`
    const suspension = { reason: 'spam', note: 'Wrote to forty employers within an hour.' }
    expect((await admin.post(`${url}/suspend`, { ...suspension, revision: 0 })).json()).toEqual({
      success: true,
    })
    expect(await isSignedIn(browser)).toBe(false)
    expect(errorOf(await login(browser, email))).toEqual([
      403,
      'This account is suspended. Please write to us.',
    ])
    expect((await login(browser, email, 'wrong password')).statusCode).toBe(401)
    expect((await admin.get(url)).json()).toMatchObject({ suspension, sessions: { count: 0 } })

    expect((await admin.post(`${url}/reinstate`, { revision: 1 })).statusCode).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await login(browser, email)).statusCode).toBe(200)
  })

  test('shows no postings, and none can go live; reinstated, it shows the same ones again', async () => {
    const employer = await signIn(app, 'employer')
    const [live, hidden] = [await postingOf(employer), await postingOf(employer)]
    const [own, over, pending] = await Promise.all(
      ['inactive', 'expired', 'pending'].map((status) => postingOf(employer, { status })),
    )
    expect(await isLive(live)).toBe(true)

    await suspend(employer)
    await expect.poll(() => isLive(live)).toBe(false)
    const detail = {
      before: { suspended: false },
      after: { suspended: true },
      reason: 'content',
      postingsHidden: 2,
    }
    expect(await lastAudit(app)).toMatchObject({ action: 'accounts.suspended', detail })
    expect(await lastEvent(live)).toEqual({
      action: 'suspend',
      actor: 'administrator',
      actor_id: admin.user.id,
    })
    for (const answer of [
      await approve(pending),
      await admin.put(`/api/job-postings/${live.id}`, { isActive: true }),
    ])
      expect(errorOf(answer)).toEqual([409, holdReasonTexts['suspended-account']])
    // Meanwhile one of them is deleted.
    expect((await admin.delete(`/api/job-postings/${hidden.id}`)).statusCode).toBe(200)

    await act('POST /reinstate', employer)
    await expect.poll(() => isLive(live)).toBe(true)
    expect(await Promise.all([own, over, hidden].map(isLive))).toEqual([false, false, false])
    expect(await lastAudit(app)).toMatchObject({
      action: 'accounts.reinstated',
      detail: { postingsShown: 1 },
    })
    expect((await approve(pending)).statusCode).toBe(200)
  })

  test('gets no digests, and is told of its suspension and its end, unless it is a sample', async () => {
    const [resting, awake] = [await signIn(app, 'physician'), await signIn(app, 'physician')]
    const sample = await signIn(app, 'physician')
    await sql`update users set is_demo = true where id = ${sample.user.id}`.execute(app.db)
    await suspend(sample)
    const alert = {
      search: { specialty: 'Psychiatry' },
      frequency: 'daily',
      timeZone: 'America/Chicago',
    }
    for (const person of [resting, awake])
      expect((await person.post('/api/alerts', alert)).statusCode).toBe(200)
    await suspend(resting)
    await addJobs(app.db, [jobRow({ specialty: 'Psychiatry' })])
    await mailNewJobs(app.db, new Date(Date.now() + 3 * 24 * 60 * 60 * 1000))
    await runTasks(app)
    expect(await mailsTo(app, awake.user.email)).toHaveLength(1)
    expect(await mailsTo(app, sample.user.email)).toEqual([])
    const [told, ...more] = await mailsTo(app, resting.user.email)
    expect([told?.subject, more]).toEqual(['Your Whitecoat account is suspended', []])
    expect(told?.text).toContain('The reason: ')
    expect((await act('POST /reinstate', resting)).statusCode).toBe(200)
    await runTasks(app)
    expect((await mailsTo(app, resting.user.email)).at(-1)?.subject).toBe(
      'Your Whitecoat account is open again',
    )
  })

  test('is not suspended twice, or by itself', async () => {
    expect((await suspend(admin)).json()).toMatchObject({
      error: 'You cannot suspend your own account.',
    })
    const person = await signIn(app, 'physician')
    expect((await act('POST /reinstate', person)).statusCode).toBe(409)
    expect([(await suspend(person)).statusCode, (await suspend(person)).statusCode]).toEqual([
      200, 409,
    ])
    expect((await suspend(person, { revision: 0 })).json()).toMatchObject({
      current: { revision: 1 },
    })
  })
})

describe('erasing', () => {
  /** The mail that tells of it is the last trace; a demo would keep its text. */
  const deliver = () => runTasks({ ...app, settings: { ...app.settings, appMode: 'production' } })
  const erase = (person: SignedIn, body: object = {}) =>
    act('DELETE', person, { requestedBy: 'person', ...body })

  test('deletes every trace of a person except the record of the erasure', async () => {
    const person = await signIn(app, 'physician', {
      firstName: 'Unmistakable',
      lastName: 'Surname',
    })
    const { id: jobId } = await postingOf(await signIn(app, 'employer'))
    const inquiry = {
      name: 'Unmistakable Surname',
      email: person.user.email,
      message: 'A question.',
      jobId,
    }
    await person.post('/api/job-inquiry', inquiry)
    await person.post('/api/favorites', { jobId })
    await asVisitor(app).post('/api/subscribe', { email: person.user.email })
    await suspend(person, { note: 'Unmistakable Surname wrote to us.' })

    expect((await erase(person, { requestedBy: 'authority' })).json()).toEqual({ success: true })

    await deliver()
    expect(await tracesOf(app, person.user.email)).toEqual([])
    expect(await tracesOf(app, 'Unmistakable')).toEqual([])
    const detail = { requestedBy: 'authority', before: { role: 'physician' }, after: null }
    const entry = {
      action: 'accounts.erased',
      actor_id: admin.user.id,
      subject: `user:${person.user.id}`,
      detail,
    }
    expect(await lastAudit(app)).toEqual(entry)
    expect((await admin.get(urlOf(person))).statusCode).toBe(404)
    expect((await person.get('/api/auth/user')).statusCode).toBe(401)
  })

  test('removes an employer’s postings, as the administrator', async () => {
    const employer = await signIn(app, 'employer')
    const job = await postingOf(employer)
    expect((await erase(employer)).statusCode).toBe(200)
    await expect.poll(() => isLive(job)).toBe(false)
    expect(await lastEvent(job)).toMatchObject({ actor: 'administrator', actor_id: admin.user.id })
    await deliver()
    expect(await tracesOf(app, employer.user.email)).toEqual([])
  })

  test('is refused with a stale revision, and for one’s own or a sample account', async () => {
    const person = await signIn(app, 'physician')
    expect((await erase(person, { revision: 3 })).json()).toMatchObject({
      current: { id: person.user.id },
    })
    await sql`update users set is_demo = true where id = ${person.user.id}`.execute(app.db)
    for (const spared of [admin, person]) expect((await erase(spared)).statusCode).toBe(409)
    expect((await person.get('/api/auth/user')).statusCode).toBe(200)
  })
})
