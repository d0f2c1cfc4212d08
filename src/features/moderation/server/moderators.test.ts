import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'

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
const approve = (by: SignedIn, id: string) => by.post(`/api/admin/postings/${id}/approval`)
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

test('a moderator does not decide about their own posting', async () => {
  const moderator = await signIn(board, 'moderator')
  const id = await pending({ channel: 'account', owner_id: moderator.user.id })
  expect((await approve(moderator, id)).statusCode).toBe(409)
  expect((await approve(admin, id)).statusCode).toBe(200)
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
