import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { findDuplicates } from '#features/duplicates/server/service.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let admin: SignedIn
beforeAll(async () => {
  admin = await signIn(board, 'admin')
})

const pending = async (columns: object = {}): Promise<string> => {
  const job = jobRow({ status: 'pending', ...columns })
  await addJobs(board.db, [job])
  return job.id
}
const statusOf = async (id: string) =>
  (await sql<{ status: string }>`select status from jobs where id = ${id}`.execute(board.db)).rows[0]?.status
const approve = (by: SignedIn, id: string) => by.post(`/api/admin/postings/${id}/decision`, { action: 'approve' })
const setRole = async (person: SignedIn, role: string) => {
  const { rows } = await sql<{ revision: number }>`select revision from users where id = ${person.user.id}`.execute(board.db)
  return admin.put(`/api/admin/users/${person.user.id}/role`, { role, revision: rows[0]?.revision })
}
const countWaiting = async () =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(board.db)).rows
    .length
const waitsForLock = async () => {
  await expect.poll(countWaiting).toBeGreaterThan(0)
}

test('an administrator appoints and dismisses moderators; both are recorded and end their sessions', async () => {
  const person = await signIn(board, 'physician')
  expect((await setRole(person, 'moderator')).statusCode).toBe(200)
  expect((await person.get('/api/admin/queue')).statusCode).toBe(401)
  const moderator = await signIn(board, 'moderator')
  expect((await moderator.get('/api/admin/queue')).statusCode).toBe(200)
  expect((await setRole(moderator, 'physician')).statusCode).toBe(200)
  expect((await moderator.get('/api/admin/queue')).statusCode).toBe(401)
  const { rows } = await sql<{ detail: object }>`
    select detail from audit_log where action = 'accounts.role-changed' order by id desc limit 2
  `.execute(board.db)
  expect(rows.map((it) => it.detail)).toEqual([
    { before: { role: 'moderator' }, after: { role: 'physician' } },
    { before: { role: 'physician' }, after: { role: 'moderator' } },
  ])
})

test('nobody with an unconfirmed address becomes one, and no moderator appoints another', async () => {
  const stranger = await signIn(board, 'physician', { emailVerified: false })
  expect((await setRole(stranger, 'moderator')).statusCode).toBe(409)
  const [moderator, other] = [await signIn(board, 'moderator'), await signIn(board, 'physician')]
  const answer = await moderator.put(`/api/admin/users/${other.user.id}/role`, { role: 'moderator', revision: 0 })
  expect(answer.statusCode).toBe(403)
})

test('a moderator decides, undoes and reads the history, and nothing else of the administration', async () => {
  const moderator = await signIn(board, 'moderator')
  const id = await pending()
  const { decisionId } = (await approve(moderator, id)).json()
  expect(await statusOf(id)).toBe('active')
  expect((await moderator.get('/api/admin/decisions')).json().items[0]).toMatchObject({ id: decisionId, action: 'approve' })
  expect((await moderator.post(`/api/admin/decisions/${decisionId}/undo`)).statusCode).toBe(200)
  expect(await statusOf(id)).toBe('pending')
  for (const path of [
    '/api/admin/users',
    '/api/admin/audit',
    '/api/admin/imports',
    '/admin/subscribers.csv',
    '/api/job-postings',
  ])
    expect((await moderator.get(path)).statusCode).toBe(403)
})

/** Each is a moderator with what makes a posting theirs. */
const owns: Record<string, (moderator: SignedIn) => object | Promise<object>> = {
  'of their account': ({ user }) => ({ channel: 'account', owner_id: user.id }),
  'posted with their address': ({ user }) => ({ channel: 'public', contact_email: user.email.toUpperCase() }),
  'of a colleague': async ({ user }) => {
    const colleague = await signIn(board, 'employer')
    await sql`
      with made as (insert into organizations (id, name) values (gen_random_uuid(), 'Lakeside Clinic') returning id)
      insert into organization_members (user_id, organization_id, seat)
      select person, id, 'assigned' from made, unnest(${[user.id, colleague.user.id]}::uuid[]) person
    `.execute(board.db)
    return { channel: 'account', owner_id: colleague.user.id }
  },
}

test.each(Object.entries(owns))('a posting %s is decided about by somebody else', async (_, own) => {
  const moderator = await signIn(board, 'moderator')
  const source = `Board ${crypto.randomUUID()}`
  const columns = { source, ...(await own(moderator)) }
  /** Refused to the moderator, and not to others. */
  const isClosed = async (act: (by: SignedIn) => Promise<{ statusCode: number }>) =>
    expect([(await act(moderator)).statusCode, (await act(admin)).statusCode]).toEqual([409, 200])

  const [waits, other] = [await pending(columns), await pending({ source })]
  const start = (by: SignedIn) => by.post('/api/admin/source-decisions', { action: 'approve', source })
  expect((await start(moderator)).json()).toMatchObject({ total: 1 })
  await runTasks(board)
  expect([await statusOf(waits), await statusOf(other)]).toEqual(['pending', 'active'])
  expect((await start(moderator)).statusCode).toBe(404)
  await isClosed((by) => approve(by, waits))

  await sql`
    insert into waiting_edits (job_id, fields, changed, updated_at) values (${waits}, '{"title":"Surgeon"}', '{title}', now())
  `.execute(board.db)
  const { items } = (await admin.get('/api/admin/queue?kind=edit')).json<ResponseOf<'GET /api/admin/queue'>>()
  const version = items.find((it) => it.posting.id === waits)?.edit?.version
  const decide = (action: string) => (by: SignedIn) =>
    by.post(`/api/admin/postings/${waits}/decision`, { action, version, reason: 'No.' })
  expect((await decide('approve-edit')(moderator)).statusCode).toBe(409)
  await isClosed(decide('reject-edit'))

  const report = { name: 'Alex Example', email: 'reader@mail.test', reason: 'This hospital does not exist.', jobId: waits }
  expect((await asVisitor(board).post('/api/job-report', report)).statusCode).toBe(200)
  await isClosed(decide('dismiss'))

  const alike = { city: source, source: `${source} twice` }
  await addJobs(board.db, [jobRow({ ...columns, ...alike }), jobRow({ ...alike, channel: 'import' })])
  await findDuplicates(board.db)
  const { pairs } = (await admin.get(`/api/admin/duplicates?source=${encodeURIComponent(alike.source)}`)).json<{
    pairs: LikelyDuplicate[]
  }>()
  const pair = `/api/admin/duplicates/${pairs[0]?.id}`
  expect((await moderator.post(`${pair}/merge`, {})).statusCode).toBe(409)
  await isClosed((by) => by.post(`${pair}/dismissal`))
})

test('an account that hires becomes no moderator while it has open postings or a seat', async () => {
  const withPosting = await signIn(board, 'physician')
  const id = await pending({ channel: 'account', owner_id: withPosting.user.id })
  expect((await setRole(withPosting, 'moderator')).json()).toMatchObject({ error: expect.stringContaining('open postings') })
  expect((await admin.post(`/api/admin/postings/${id}/decision`, { action: 'reject', reason: 'Not a job.' })).statusCode).toBe(
    200,
  )
  expect((await setRole(withPosting, 'moderator')).statusCode).toBe(200)
  const withSeat = await signIn(board, 'employer')
  await sql`
    with made as (insert into organizations (id, name) values (gen_random_uuid(), 'Hillside Clinic') returning id)
    insert into organization_members (user_id, organization_id, seat) select ${withSeat.user.id}, id, 'owner' from made
  `.execute(board.db)
  expect((await setRole(withSeat, 'moderator')).statusCode).toBe(409)
})

test('a decision about a source stops when its moderator is dismissed', async () => {
  const moderator = await signIn(board, 'moderator')
  const id = await pending({ source: 'Left behind' })
  const body = { action: 'approve', source: 'Left behind' }
  expect((await moderator.post('/api/admin/source-decisions', body)).statusCode).toBe(200)
  expect((await setRole(moderator, 'physician')).statusCode).toBe(200)
  await runTasks(board)
  expect(await statusOf(id)).toBe('pending')
  const { decisions } = (await admin.get('/api/admin/queue/sources')).json<ResponseOf<'GET /api/admin/queue/sources'>>()
  expect(decisions[0]).toMatchObject({ source: 'Left behind', state: 'stopped' })
})

test('a decision that meets a dismissal under way is refused', async () => {
  const moderator = await signIn(board, 'moderator')
  const id = await pending()
  const decided = await board.db.transaction().execute(async (dismissal) => {
    await sql`update users set role = 'physician' where id = ${moderator.user.id}`.execute(dismissal)
    const answer = approve(moderator, id).then((it) => it.statusCode)
    await waitsForLock()
    return { answer }
  })
  expect(await decided.answer).toBe(403)
  expect(await statusOf(id)).toBe('pending')
})

test('a dismissal waits for the decision under way', async () => {
  const moderator = await signIn(board, 'moderator')
  const id = await pending()
  const under = await board.db.transaction().execute(async (other) => {
    await sql`select from jobs where id = ${id} for update`.execute(other)
    const decision = approve(moderator, id).then((it) => it.statusCode)
    await waitsForLock()
    return { decision, dismissal: setRole(moderator, 'physician').then((it) => it.statusCode) }
  })
  expect([await under.decision, await under.dismissal]).toEqual([200, 200])
  expect(await statusOf(id)).toBe('active')
  expect((await approve(moderator, await pending())).statusCode).toBe(401)
})
