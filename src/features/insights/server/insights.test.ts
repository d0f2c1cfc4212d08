import { fileURLToPath } from 'node:url'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { NewJob } from '#features/jobs/server/public.ts'
import { buildApp } from '#server/app.ts'
import { openBuiltSite } from '#server/lib/ssr/built-site.ts'
import { enqueueTask } from '#server/lib/tasks/enqueue.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { TestApp } from '#test/app.ts'
import { testApp } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import type { Caller, SignedIn } from '#test/sign-in.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import type { GetInsights, GetPostingInsights } from '../contract.ts'
import { totalOf } from '../model.ts'
import type { EventKind, Figures } from '../model.ts'
import { forgetVisitorsTask } from './tasks.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const nothing: Figures = { views: 0, visitors: 0, applyClicks: 0, saves: 0, inquiries: 0 }

let board: TestApp
let employer: SignedIn
beforeAll(async () => {
  board = await testApp({ env: { RATE_LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1' } })
  employer = await signIn(board, 'employer')
})
afterAll(() => board.close())
afterEach(() => {
  vi.useRealTimers()
})

type OwnJob = NewJob & { id: string }

async function addJob(overrides: Partial<NewJob> = {}): Promise<OwnJob> {
  const job = { ...jobRow(), owner_id: employer.user.id, channel: 'account', ...overrides } as OwnJob
  await addJobs(board.db, [job])
  return job
}

/** A browser's address and name. */
type Browser = { address?: string; userAgent?: string }

const tell = (
  caller: Caller,
  { id: jobId }: { id: string },
  kind: EventKind = 'view',
  { address = '203.0.113.1', userAgent = chrome }: Browser = {},
) =>
  caller.call({
    method: 'POST',
    url: '/api/insights/events',
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
    payload: { jobId, kind },
  })

const see = async (job: { id: string }, browser?: Browser) => {
  const answer = await tell(asVisitor(board), job, 'view', browser)
  expect(answer.statusCode).toBe(200)
}

const insightsOf = async ({ id }: { id: string }, caller: Caller = employer, days = 7) =>
  (await caller.get(`/api/insights/postings/${id}?days=${days}`)).json<ResponseOf<GetPostingInsights>>()

const totalsOf = async (job: { id: string }) => totalOf((await insightsOf(job)).days)

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const tables = () =>
  board.db.withTables<{
    posting_insights: { job_id: string; views: number }
    owner_insights: { owner_id: string }
    insight_salts: { day: string; salt: Buffer }
    insight_visitors: { day: string; subject_id: string; visitor: Buffer }
    inquiries: {
      id: string
      job_id: string
      job_title: string
      name: string
      email: string
      message: string
      withdrawn_at: Date | null
    }
  }>()

describe('counting', () => {
  test('views, visitors and apply clicks of today', async () => {
    const job = await addJob({ title: 'Counted' })
    await see(job)
    await see(job)
    await see(job, { address: '203.0.113.2' })
    await see(job, { userAgent: firefox })
    await tell(asVisitor(board), job, 'apply')

    const insights = await insightsOf(job)
    expect(insights.posting).toEqual({ id: job.id, title: 'Counted', status: 'active' })
    expect(insights.days.map((it) => it.day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(dayAgo))
    expect(insights.days.at(-1)).toEqual({ ...nothing, day: dayAgo(0), views: 4, visitors: 3, applyClicks: 1 })
    expect(totalOf(insights.days.slice(0, -1))).toEqual(nothing)
    // What came together before is added to.
    await see(job)
    expect(await totalsOf(job)).toMatchObject({ views: 5, visitors: 3 })
  })

  test('saves and inquiries, without those taken back', async () => {
    const job = await addJob()
    const [one, other] = [await signIn(board, 'physician'), await signIn(board, 'physician')]
    for (const physician of [one, other]) await physician.post('/api/favorites', { jobId: job.id })
    await other.delete(`/api/favorites/${job.id}`)
    for (const withdrawn_at of [null, null, new Date()]) {
      const id = randomUUIDv7()
      const inquiry = { id, job_id: job.id, job_title: job.title, name: 'Ada', email: `${id}@mail.test`, message: 'Is it open?' }
      await tables()
        .insertInto('inquiries')
        .values({ ...inquiry, withdrawn_at })
        .execute()
    }
    expect(await totalsOf(job)).toEqual({ ...nothing, saves: 1, inquiries: 2 })
  })

  test('neither robots nor programs without a name', async () => {
    const job = await addJob()
    for (const userAgent of [googlebot, 'curl/8.5.0', '']) await see(job, { userAgent })
    expect(await totalsOf(job)).toEqual(nothing)
  })

  test('not the owner, but everybody else who is signed in', async () => {
    const job = await addJob()
    await tell(employer, job)
    await tell(employer, job, 'apply')
    expect(await totalsOf(job)).toEqual(nothing)
    await tell(await signIn(board, 'employer'), job)
    expect(await totalsOf(job)).toMatchObject({ views: 1, visitors: 1 })
  })

  test.each(['pending', 'inactive', 'expired', 'rejected'] as const)(
    'not what is %s, and nothing is told of it',
    async (status) => {
      const job = await addJob({ status })
      const answer = await tell(asVisitor(board), job)
      expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
      expect(await totalsOf(job)).toEqual(nothing)
    },
  )

  test('a job that nobody knows is ignored', async () => {
    const job = await addJob()
    const answer = await tell(asVisitor(board), { id: randomUUID() })
    expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
    await see(job)
    expect(await totalsOf(job)).toMatchObject({ views: 1 })
  })

  test.each([[{}], [{ jobId: 'no-id', kind: 'view' }], [{ jobId: randomUUID(), kind: 'stare' }], [[]]])(
    '%j is refused',
    async (body) => {
      expect((await asVisitor(board).post('/api/insights/events', body)).statusCode).toBe(400)
    },
  )

  test('nobody counts endlessly from one address', async () => {
    const limited = await testApp()
    const id = randomUUID()
    const statuses: number[] = []
    for (let at = 0; at < 121; at++) statuses.push((await tell(asVisitor(limited), { id })).statusCode)
    await limited.close()
    expect(statuses.indexOf(429)).toBe(120)
  })
})

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

  test('once one is over, nothing is left that stands for a visitor', async () => {
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
    // Today's are kept: whoever was counted is not counted again. The numbers stay.
    await see(job)
    expect(await totalsOf(job)).toMatchObject({ views: 3, visitors: 2 })
  })

  test('visitors are stored under another name for each posting', async () => {
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

describe('several nodes', () => {
  const startNode = async (): Promise<FastifyInstance> => {
    const node = await buildApp({
      ...board,
      site: await openBuiltSite(fileURLToPath(new URL('../../../../dist', import.meta.url))),
    })
    await node.ready()
    return node
  }
  const viewsOf = async ({ id }: { id: string }) =>
    (await tables().selectFrom('posting_insights').select('views').where('job_id', '=', id).executeTakeFirst())?.views

  test('what was counted is written down when a node stops', async () => {
    const job = await addJob()
    const node = await startNode()
    for (const address of ['203.0.113.8', '203.0.113.9']) await tell(asVisitor({ ...board, app: node }), job, 'view', { address })
    expect(await viewsOf(job)).toBeUndefined()
    await node.close()
    expect(await viewsOf(job)).toBe(2)
  })

  test('they add up, and know each other’s visitors', async () => {
    const job = await addJob()
    const nodes = await Promise.all([startNode(), startNode(), startNode()])
    for (const app of nodes) {
      const visitor = asVisitor({ ...board, app })
      for (let at = 0; at < 40; at++) await tell(visitor, job, 'view', { address: `198.51.100.${at}` })
    }
    await Promise.all(nodes.map((it) => it.close()))
    expect(await totalsOf(job)).toMatchObject({ views: 120, visitors: 40 })
  })
})

describe('a database that refuses for a while', () => {
  test('loses nothing', async () => {
    const job = await addJob()
    const rename = (from: string, to: string) => board.db.schema.alterTable(from).renameTo(to).execute()
    await rename('insight_salts', 'away')
    await see(job)
    expect(await totalsOf(job)).toEqual(nothing)
    await rename('away', 'insight_salts')
    await see(job)
    expect(await totalsOf(job)).toMatchObject({ views: 2, visitors: 1 })
  })
})

describe('over all postings', () => {
  const overall = async (caller: Caller) => (await caller.get('/api/insights')).json<ResponseOf<GetInsights>>()

  test('a visitor of two postings is one; the most viewed posting comes first', async () => {
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
  test('another employer finds nothing, an administrator everything', async () => {
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
