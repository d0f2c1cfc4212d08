import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { failedTasks, runTasks } from '#test/mailbox.ts'
import type { SourceDecision } from '../contract.ts'
import { openBoard } from '#test/moderation.ts'
import type { Board } from '#test/moderation.ts'

let board: Board
beforeAll(async () => {
  board = await openBoard()
})
afterAll(() => board.app.close())

const start = (body: object) => board.admin.post('/api/admin/source-decisions', body)
const find = async (id: string) => {
  const { decisions } = (await board.admin.get('/api/admin/source-decisions')).json<
    ResponseOf<'GET /api/admin/source-decisions'>
  >()
  return decisions.find((it) => it.id === id)
}
const statuses = async (source: string) => {
  const { rows } = await sql<{ status: string; n: string }>`
    select status, count(*) as n from jobs where source = ${source} group by status order by status
  `.execute(board.app.db)
  return Object.fromEntries(rows.map((it) => [it.status, Number(it.n)]))
}
const addPending = (source: string, count: number) =>
  addJobs(
    board.app.db,
    Array.from({ length: count }, () => jobRow({ status: 'pending', source })),
  )

test('a source is approved in batches, and postings that arrive meanwhile stay pending', async () => {
  await addPending('Large', 450)
  const decision = (await start({ action: 'approve', source: 'Large' })).json<SourceDecision>()
  expect(decision).toMatchObject({ total: 450, done: 0, state: 'running' })
  expect(await statuses('Large')).toEqual({ pending: 450 })
  await addPending('Large', 1)
  expect((await start({ action: 'approve', source: 'Large' })).statusCode).toBe(409)
  await runTasks(board.app)
  expect(await find(decision.id)).toMatchObject({ done: 450, state: 'finished' })
  expect(await statuses('Large')).toEqual({ active: 450, pending: 1 })
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from posting_events e join jobs j on j.id = e.job_id where j.source = 'Large' and action = 'approve' and actor = 'administrator'
  `.execute(board.app.db)
  expect(rows).toEqual([{ n: '450' }])
  const { items } = (await board.admin.get('/api/admin/decisions')).json<{ items: object[] }>()
  expect(items[0]).toMatchObject({ action: 'approve-source', subject: 'Large', count: 450, canUndo: false })
})

test('a source is rejected with a reason, which posters with an address get by mail', async () => {
  await addPending('Bad', 2)
  const posted = await board.posting('pending', { source: 'Bad' })
  expect((await start({ action: 'reject', source: 'Bad' })).json()).toMatchObject({ error: 'Please give a reason' })
  expect((await start({ action: 'reject', source: 'Bad', reason: 'Not for physicians.' })).statusCode).toBe(200)
  await runTasks(board.app)
  expect(await statuses('Bad')).toEqual({ rejected: 3 })
  expect((await board.mails(posted.poster)).at(-1)?.text).toContain('Not for physicians.')
  const { rows } = await sql<{
    n: string
  }>`select count(*) as n from mails where subject like 'Your job posting was not%'`.execute(board.app.db)
  expect(rows).toEqual([{ n: '1' }])
})

test('it resumes after its node has stopped', async () => {
  await addPending('Interrupted', 450)
  const { id } = (await start({ action: 'approve', source: 'Interrupted' })).json<SourceDecision>()
  await runTasks(board.app, { stopping: AbortSignal.abort() })
  expect(await find(id)).toMatchObject({ done: 200, state: 'running' })
  expect(await failedTasks(board.app)).toEqual([])
  await runTasks(board.app)
  expect(await find(id)).toMatchObject({ done: 450, state: 'finished' })
})

test('it stops on request, and decided postings stay as decided', async () => {
  await addPending('Stopped', 3)
  const { id } = (await start({ action: 'approve', source: 'Stopped' })).json<SourceDecision>()
  expect((await board.admin.post(`/api/admin/source-decisions/${id}/stop`)).statusCode).toBe(200)
  await runTasks(board.app)
  expect(await find(id)).toMatchObject({ state: 'stopped', done: 0 })
  expect(await statuses('Stopped')).toEqual({ pending: 3 })
  expect((await board.admin.post(`/api/admin/source-decisions/${id}/stop`)).statusCode).toBe(409)
  expect((await start({ action: 'approve', source: 'Stopped' })).statusCode).toBe(200)
})

test.each([
  [{ action: 'approve' }, 400],
  [{ action: 'forget', source: 'Large' }, 400],
  [{ action: 'approve', source: 'Nothing of it waits' }, 404],
])('%j is refused', async (body, statusCode) => {
  expect((await start(body)).statusCode).toBe(statusCode)
})
