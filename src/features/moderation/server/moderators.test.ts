import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { findDuplicates } from '#features/duplicates/server/service.ts'
import { untilLocked } from '#test/at-once.ts'
import { addJobs, addTeam, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import * as board from '#test/moderation.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'

board.openForFile()

const appointed = () => signIn(board.app, 'moderator')
const pending = async (columns: object = {}) =>
  (await board.posting('pending', { channel: 'import', contact_email: null, ...columns })).id
const statusOf = async (id: string) => (await board.stored(id)).status
const approve = (by: SignedIn, id: string) =>
  by.post(`/api/admin/postings/${id}/decision`, { action: 'approve' })
const setRole = async ({ user }: SignedIn, role: string) => {
  const url = `/api/admin/users/${user.id}`
  const { revision } = (await board.admin.get(url)).json<{ revision: number }>()
  return board.admin.put(`${url}/role`, { role, revision })
}

/** Each is a moderator with what makes a posting theirs. */
const owns: Record<string, (moderator: SignedIn) => object | Promise<object>> = {
  'of their account': ({ user }) => ({ channel: 'account', owner_id: user.id }),
  'posted with their address': ({ user }) => ({
    channel: 'public',
    contact_email: user.email.toUpperCase(),
  }),
  'of a colleague': async (moderator) => {
    const colleague = await signIn(board.app, 'employer')
    await addTeam(board.app.db, [moderator, 'owner'], [colleague, 'owner'])
    return { channel: 'account', owner_id: colleague.user.id }
  },
}

test.each(Object.entries(owns))(
  'a posting %s is decided about by somebody else',
  async (_, own) => {
    const moderator = await appointed()
    const source = `Board ${crypto.randomUUID()}`
    const columns = { source, ...(await own(moderator)) }
    /** Refused to the moderator, and not to others. */
    const isClosed = async (act: (by: SignedIn) => Promise<{ statusCode: number }>) =>
      expect([(await act(moderator)).statusCode, (await act(board.admin)).statusCode]).toEqual([
        409, 200,
      ])

    const [waits, other] = [await pending(columns), await pending({ source })]
    const start = () => moderator.post('/api/admin/source-decisions', { action: 'approve', source })
    expect((await start()).json()).toMatchObject({ total: 1 })
    await runTasks(board.app)
    expect([await statusOf(waits), await statusOf(other)]).toEqual(['pending', 'active'])
    expect((await start()).statusCode).toBe(404)
    await isClosed((by) => approve(by, waits))

    await sql`
    insert into waiting_edits (job_id, fields, changed, updated_at) values (${waits}, '{"title":"Surgeon"}', '{title}', now())
  `.execute(board.app.db)
    const version = (await board.queue('?kind=edit')).items.find(
      (item) => item.posting.id === waits,
    )?.edit?.version
    const decide = (action: string) => (by: SignedIn) =>
      by.post(`/api/admin/postings/${waits}/decision`, { action, version, reason: 'No.' })
    expect((await decide('approve-edit')(moderator)).statusCode).toBe(409)
    await isClosed(decide('reject-edit'))

    await board.report(waits)
    await isClosed(decide('dismiss'))

    const alike = { city: source, source: `${source} twice` }
    await addJobs(board.app.db, [
      jobRow({ ...columns, ...alike }),
      jobRow({ ...alike, channel: 'import' }),
    ])
    await findDuplicates(board.app.db)
    const { pairs } = (
      await board.admin.get(`/api/admin/duplicates?source=${encodeURIComponent(alike.source)}`)
    ).json<{
      pairs: LikelyDuplicate[]
    }>()
    const pair = `/api/admin/duplicates/${pairs[0]?.id}`
    expect((await moderator.post(`${pair}/merge`, {})).statusCode).toBe(409)
    await isClosed((by) => by.post(`${pair}/dismissal`))
  },
)

test('an account that hires becomes no moderator while it has open postings or a seat', async () => {
  const withPosting = await signIn(board.app, 'physician')
  const id = await pending({ channel: 'account', owner_id: withPosting.user.id })
  expect((await setRole(withPosting, 'moderator')).json()).toMatchObject({
    error: expect.stringContaining('open postings'),
  })
  expect((await board.decide(id, 'reject', { reason: 'Not a job.' })).statusCode).toBe(200)
  expect((await setRole(withPosting, 'moderator')).statusCode).toBe(200)
  const withSeat = await signIn(board.app, 'employer')
  await addTeam(board.app.db, [withSeat, 'owner'])
  expect((await setRole(withSeat, 'moderator')).statusCode).toBe(409)
})

test('a decision about a source stops when its moderator is dismissed', async () => {
  const moderator = await appointed()
  const id = await pending({ source: 'Left behind' })
  const body = { action: 'approve', source: 'Left behind' }
  expect((await moderator.post('/api/admin/source-decisions', body)).statusCode).toBe(200)
  expect((await setRole(moderator, 'physician')).statusCode).toBe(200)
  await runTasks(board.app)
  expect(await statusOf(id)).toBe('pending')
})

test('a decision that meets a dismissal under way is refused', async () => {
  const moderator = await appointed()
  const id = await pending()
  const decided = await board.app.db.transaction().execute(async (dismissal) => {
    await sql`update users set role = 'physician' where id = ${moderator.user.id}`.execute(
      dismissal,
    )
    const answer = approve(moderator, id).then((answer) => answer.statusCode)
    await untilLocked(board.app)
    return { answer }
  })
  expect(await decided.answer).toBe(403)
  expect(await statusOf(id)).toBe('pending')
})

test('a dismissal waits for the decision under way', async () => {
  const moderator = await appointed()
  const id = await pending()
  const under = await board.app.db.transaction().execute(async (other) => {
    await sql`select from jobs where id = ${id} for update`.execute(other)
    const decision = approve(moderator, id).then((answer) => answer.statusCode)
    await untilLocked(board.app)
    return {
      decision,
      dismissal: setRole(moderator, 'physician').then((answer) => answer.statusCode),
    }
  })
  expect([await under.decision, await under.dismissal]).toEqual([200, 200])
  expect(await statusOf(id)).toBe('active')
  expect((await approve(moderator, await pending())).statusCode).toBe(401)
})
