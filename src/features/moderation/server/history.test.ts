import { referenceCode } from '#features/jobs/model.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { signIn } from '#test/sign-in.ts'
import { historyPageSize } from '../model.ts'
import { openBoard } from '#test/moderation.ts'
import type { Board } from '#test/moderation.ts'
import { movePosting } from '#test/factories.ts'

let board: Board
beforeAll(async () => {
  board = await openBoard()
})
afterAll(() => board.app.close())

const decided = async (id: string, action: string, body?: object) => {
  const answer = await board.decide(id, action, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ decisionId: string }>().decisionId
}
const status = async (id: string) => (await board.admin.get(`/api/job-postings/${id}`)).json<{ status: string }>().status
const isWaiting = async (id: string, query = '') => (await board.queue(query)).items.some((it) => it.posting.id === id)
const history = async (query = '') =>
  (await board.admin.get(`/api/admin/decisions${query}`)).json<ResponseOf<'GET /api/admin/decisions'>>()

test.each([
  ['approve', undefined],
  ['reject', { reason: 'By mistake.' }],
])('%s, taken back within the minute, puts the posting back into the queue, and nobody hears of it', async (action, body) => {
  const job = await board.posting('pending')
  const id = await decided(job.id, action, body)
  expect((await board.undo(id)).json()).toEqual({ success: true, subject: job.title })
  expect([await status(job.id), await isWaiting(job.id)]).toEqual(['pending', true])
  expect(await board.mails(job.poster)).toEqual([])
  expect((await board.undo(id)).statusCode).toBe(409)
})

test('a decision is mailed after a minute; undone later, a second mail follows', async () => {
  const job = await board.posting('pending')
  const id = await decided(job.id, 'approve')
  expect(await board.mails(job.poster, { aMinuteLater: false })).toEqual([])
  expect(await board.mails(job.poster)).toHaveLength(1)
  expect((await board.undo(id)).statusCode).toBe(200)
  await decided(job.id, 'approve')
  expect((await board.mails(job.poster)).map((it) => it.subject)).toEqual([
    'Your job posting is live: Cardiologist',
    'Your job posting is in review again: Cardiologist',
    'Your job posting is live: Cardiologist',
  ])
})

test('undo reopens an accepted report and restores the posting', async () => {
  const job = await board.posting('inactive')
  await sql`update jobs set status = 'active' where id = ${job.id}`.execute(board.app.db)
  const reporter = await board.report(job.id)
  await sql`update jobs set status = 'inactive' where id = ${job.id}`.execute(board.app.db)
  const id = await decided(job.id, 'accept', { reason: 'A fraud.' })
  expect(await status(job.id)).toBe('removed')
  expect(await board.mails(reporter)).toHaveLength(2)
  expect((await board.undo(id)).statusCode).toBe(200)
  expect([await status(job.id), await isWaiting(job.id, '?kind=report')]).toEqual(['inactive', true])
  expect((await board.mails(reporter)).at(-1)?.subject).toBe('We are reviewing your report again')
  expect((await board.mails(job.poster)).map((it) => it.subject)).toEqual([
    `Your job posting was removed: ${referenceCode(job.id)}`,
    `Your job posting is back: ${referenceCode(job.id)}`,
  ])
})

test('undo reopens a dismissed report, which can then be accepted', async () => {
  const job = await board.posting('active')
  const reporter = await board.report(job.id)
  await board.undo(await decided(job.id, 'dismiss', { answer: 'All is well.' }))
  expect(await isWaiting(job.id, '?kind=report')).toBe(true)
  await decided(job.id, 'accept', { reason: 'After all.' })
  expect((await board.mails(reporter)).map((it) => it.subject)).toEqual(['We received your report', 'We reviewed your report'])
})

test('undo returns a read posting to the queue', async () => {
  const job = await board.posting('active')
  await sql`insert into unread_postings (job_id) values (${job.id})`.execute(board.app.db)
  const id = await decided(job.id, 'read')
  expect(await isWaiting(job.id)).toBe(false)
  expect((await board.undo(id)).statusCode).toBe(200)
  expect(await isWaiting(job.id, '?kind=unread')).toBe(true)
})

test('undo is refused after a day, after a later decision, and after a change by the owner', async () => {
  const [old, later, moved] = [await board.posting('pending'), await board.posting('pending'), await board.posting('pending')]
  const oldId = await decided(old.id, 'approve')
  await sql`update moderation_decisions set at = now() - interval '25 hours' where id = ${oldId}`.execute(board.app.db)
  expect((await board.undo(oldId)).json()).toMatchObject({ error: 'You can undo a decision for 24 hours.' })
  const laterId = await decided(later.id, 'approve')
  await decided(later.id, 'read')
  expect((await board.undo(laterId)).json()).toMatchObject({ error: 'There is a newer decision about this posting.' })
  expect((await history()).items.find((it) => it.id === laterId)).toMatchObject({ canUndo: false })
  const movedId = await decided(moved.id, 'approve')
  await movePosting(board.app.db, moved.id, 'deactivate', 'owner')
  expect((await board.undo(movedId)).json()).toMatchObject({ error: 'This posting has changed since.' })
  for (const nothing of ['999999', 'nonsense']) expect((await board.undo(nothing)).statusCode).toBe(404)
})

test('the history lists who decided what and why, filtered by moderator and action, in pages', async () => {
  const job = await board.posting('pending', { title: 'Told in the history' })
  const id = await decided(job.id, 'reject', { reason: 'Too short.' })
  const [latest] = (await history()).items
  expect(latest).toMatchObject({
    id,
    action: 'reject',
    subject: 'Told in the history',
    reason: 'Too short.',
    moderator: { name: 'Alex Example' },
    canUndo: true,
    undone: null,
  })
  await board.undo(id)
  expect((await history()).items[0]).toMatchObject({ canUndo: false, undone: { by: 'Alex Example' } })

  const other = await signIn(board.app, 'admin', { firstName: 'Sam' })
  const others = Array.from({ length: historyPageSize + 1 }, () => board.posting('pending'))
  const ids = (await Promise.all(others)).map((it) => it.id)
  await other.post('/api/admin/decisions', { action: 'approve', ids })
  const first = await history('?action=approve')
  expect(first.items.map((it) => it.moderator?.name)).toEqual(Array.from({ length: historyPageSize }, () => 'Sam Example'))
  const second = await history(`?action=approve&before=${first.next}`)
  expect(second.items.filter((it) => it.moderator?.name === 'Sam Example')).toHaveLength(1)
  expect(second.next).toBeNull()
  expect(new Set((await history('?action=reject')).items.map((it) => it.action))).toEqual(new Set(['reject']))
})
