import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { dayAgo, nothing, watchedBoard } from '#test/insights.ts'
import { runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type Caller } from '#test/sign-in.ts'
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

  test.each(['0', '366', 'x', '1.5'])('%s of them are refused', async (days) => {
    const answer = await employer.get(`/api/insights?days=${days}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ details: [{ field: 'days' }] })
  })
})

describe('over all postings', () => {
  const overall = async (caller: Caller) => (await caller.get('/api/insights')).json<ResponseOf<'GET /api/insights'>>()

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

  test('without postings there are only zeros', async () => {
    const { days, postings } = await overall(await signIn(board, 'employer'))
    expect(totalOf(days)).toEqual(nothing)
    expect(postings).toEqual([])
  })
})

describe('others', () => {
  test('another employer finds nothing, and an administrator everything', async () => {
    const job = await addJob()
    await see(job)
    const other = await signIn(board, 'employer')
    expect((await other.get(`/api/insights/postings/${job.id}`)).statusCode).toBe(404)
    expect((await other.get('/api/insights')).body).not.toContain(job.id)
    expect(totalOf((await insightsOf(job, await signIn(board, 'admin'))).days)).toMatchObject({ views: 1 })
  })

  test.each(['no-id', randomUUID()])('%s is no posting', async (id) => {
    expect((await employer.get(`/api/insights/postings/${id}`)).statusCode).toBe(404)
  })

  test.each([
    ['anonymous', 401],
    ['physician', 403],
  ] as const)('%s: refused', async (who, status) => {
    const job = await addJob()
    const caller = who === 'anonymous' ? asVisitor(board) : await signIn(board, who)
    for (const url of ['/api/insights', `/api/insights/postings/${job.id}`])
      expect((await caller.get(url)).statusCode).toBe(status)
  })
})
