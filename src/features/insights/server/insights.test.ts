import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { dayAgo, nothing, watchedBoard } from '#test/insights.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn, type Caller } from '#test/sign-in.ts'
import { totalOf } from '../model.ts'
import { forgetVisitorsTask } from './service.ts'

const { board, employer, addJob, see, insightsOf, totalsOf } = await watchedBoard()
afterAll(() => board.close())
afterEach(() => {
  vi.useRealTimers()
})

const tables = () =>
  board.db.withTables<{
    insight_salts: { day: string }
    insight_visitors: { day: string; subject_id: string; visitor: Buffer }
  }>()

describe('days', () => {
  test('begin and end in UTC, and a visitor counts anew on each', async () => {
    const job = await addJob()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(`${dayAgo(3)}T23:59:59.900Z`)
    await see(job)
    vi.setSystemTime(Date.now() + 200)
    await see(job)
    await see(job)
    vi.useRealTimers()
    const { days } = await insightsOf(job)
    expect(days.filter((it) => it.views > 0)).toEqual([
      { ...nothing, day: dayAgo(3), views: 1, visitors: 1 },
      { ...nothing, day: dayAgo(2), views: 2, visitors: 1 },
    ])
    expect(totalOf((await insightsOf(job, employer, 3)).days)).toMatchObject({ views: 2 })
    expect((await insightsOf(job, employer, 3)).days).toHaveLength(3)
  })

  test('after a day, nothing identifies its visitors', async () => {
    const job = await addJob()
    await see(job)
    const today = dayAgo(0)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(`${dayAgo(2)}T12:00:00Z`)
    await see(job)
    vi.useRealTimers()
    expect(await totalsOf(job)).toMatchObject({ views: 2, visitors: 2 })

    await enqueueTask(board.db, forgetVisitorsTask, {})
    await runTasks(board)
    for (const table of ['insight_salts', 'insight_visitors'] as const) {
      const left = await tables().selectFrom(table).select('day').distinct().where('day', '<', today).execute()
      expect(left).toEqual([])
    }
    // Today's hashes stay, so that nobody is counted twice. The numbers stay.
    await see(job)
    expect(await totalsOf(job)).toMatchObject({ views: 3, visitors: 2 })
  })

  test('a visitor has another hash for each posting', async () => {
    const jobs = [await addJob(), await addJob()]
    for (const job of jobs) {
      await see(job)
      await insightsOf(job)
    }
    const ids = jobs.map((it) => it.id)
    const seen = await tables().selectFrom('insight_visitors').select('visitor').where('subject_id', 'in', ids).execute()
    expect(seen).toHaveLength(2)
    expect(new Set(seen.map((it) => it.visitor.toString('hex'))).size).toBe(2)
  })

  test('none, half of one and more than a year of them are refused', async () => {
    for (const days of ['0', '366', 'x', '1.5'])
      expect((await employer.get(`/api/insights?days=${days}`)).json()).toMatchObject({ details: [{ field: 'days' }] })
  })
})

const overall = async (caller: Caller) => (await caller.get('/api/insights')).json<ResponseOf<'GET /api/insights'>>()

describe('over all postings', () => {
  test('a visitor of two postings counts once; the most viewed posting comes first', async () => {
    const owner = await signIn(board, 'recruiter')
    const mine = { owner_id: owner.user.id }
    const [quiet, busy, removed] = [await addJob(mine), await addJob(mine), await addJob(mine)]
    await addJob()
    for (const job of [quiet, busy, busy, removed]) await see(job)
    await see(busy, { address: '203.0.113.77' })
    await overall(owner)
    await board.db
      .withTables<{ jobs: { id: string; status: string } }>()
      .updateTable('jobs')
      .set({ status: 'removed' })
      .where('id', '=', removed.id)
      .execute()

    const { days, postings, isCut } = await overall(owner)
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ ...nothing, day: dayAgo(0), views: 5, visitors: 2 })
    expect(postings).toEqual([
      { id: busy.id, title: busy.title, status: 'active', total: { ...nothing, views: 3, visitors: 2 } },
      { id: quiet.id, title: quiet.title, status: 'active', total: { ...nothing, views: 1, visitors: 1 } },
    ])
    expect(isCut).toBe(false)
  })
})

test('another employer finds nothing, and an administrator everything', async () => {
  const job = await addJob()
  await see(job)
  const other = await signIn(board, 'employer')
  const empty = await overall(other)
  expect([totalOf(empty.days), empty.postings]).toEqual([nothing, []])
  expect(totalOf((await insightsOf(job, await signIn(board, 'admin'))).days)).toMatchObject({ views: 1 })
  expect((await other.get(`/api/insights?id=${job.id}`)).statusCode).toBe(404)
  for (const id of ['no-id', randomUUID()]) expect((await employer.get(`/api/insights?id=${id}`)).statusCode).toBe(404)
})
