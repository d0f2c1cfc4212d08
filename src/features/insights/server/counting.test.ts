import { fileURLToPath } from 'node:url'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { openBuiltSite } from '#platform/server/ssr/built-site.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { testApp } from '#test/app.ts'
import { dayAgo, nothing, sendEvent, watchedBoard } from '#test/insights.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import { formOf } from '#test/upload-cv.ts'
import { totalOf } from '../model.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const { board, employer, addJob, see, insightsOf, totalsOf } = await watchedBoard()
afterAll(() => board.close())

const tables = () =>
  board.db.withTables<{
    posting_insights: { job_id: string; views: number }
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
  test('today’s views, visitors and apply clicks', async () => {
    const job = await addJob({ title: 'Counted' })
    await see(job)
    await see(job)
    await see(job, { address: '203.0.113.2' })
    await see(job, { userAgent: firefox })
    await sendEvent(asVisitor(board), job, 'apply')

    const insights = await insightsOf(job)
    expect(insights.postings).toMatchObject([{ id: job.id, title: 'Counted', status: 'active' }])
    expect(insights.days.map((it) => it.day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(dayAgo))
    expect(insights.days.at(-1)).toEqual({ ...nothing, day: dayAgo(0), views: 4, visitors: 3, applyClicks: 1 })
    expect(totalOf(insights.days.slice(0, -1))).toEqual(nothing)
    // Later events are added.
    await see(job)
    expect(await totalsOf(job)).toMatchObject({ views: 5, visitors: 3 })
  })

  test('saves and inquiries, without those withdrawn', async () => {
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

  test('no robots, no clients without a user agent, and no views by the owner, but those of other signed-in people', async () => {
    const job = await addJob()
    for (const userAgent of [googlebot, 'curl/8.5.0', '']) await see(job, { userAgent, mark: 'feed' })
    for (const kind of ['view', 'apply'] as const) await sendEvent(employer, job, kind, { mark: 'feed' })
    const { days, origins } = await insightsOf(job)
    expect([totalOf(days), origins]).toEqual([nothing, []])
    await sendEvent(await signIn(board, 'employer'), job)
    expect(await totalsOf(job)).toMatchObject({ views: 1, visitors: 1 })
  })

  test('not what is hidden, closed or no job, and nothing is told of it', async () => {
    const hidden = await Promise.all(
      (['pending', 'inactive', 'expired', 'rejected'] as const).map((status) => addJob({ status })),
    )
    for (const job of [...hidden, { id: randomUUID() }]) {
      const answer = await sendEvent(asVisitor(board), job, 'view', { mark: 'feed' })
      expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
    }
    for (const job of hidden) {
      const { days, origins } = await insightsOf(job)
      expect([totalOf(days), origins]).toEqual([nothing, []])
    }
  })

  test('no body of another shape', async () => {
    const jobId = randomUUID()
    const from = [{ mark: 'a'.repeat(10_240) }, { referrer: 'a'.repeat(10_240) }, { mark: 7 }, { referrer: ['google.com'] }]
    const lies = from.map((it) => ({ jobId, kind: 'view', ...it }))
    for (const body of [{}, { jobId: 'no-id', kind: 'view' }, { jobId, kind: 'stare' }, [], ...lies])
      expect((await asVisitor(board).post('/api/insights/events', body)).statusCode).toBe(400)
  })

  test('a limited number of events per address', async () => {
    const limited = await testApp()
    const id = randomUUID()
    const statuses: number[] = []
    for (let at = 0; at < 121; at++) statuses.push((await sendEvent(asVisitor(limited), { id })).statusCode)
    await limited.close()
    expect(statuses.indexOf(429)).toBe(120)
  })
})

describe('origins', () => {
  const originsOf = async (job: { id: string }) => (await insightsOf(job)).origins
  const none = { views: 0, applyClicks: 0, inquiries: 0 }

  test('each event counts for what brought its visitor, and no visitor is told apart by it', async () => {
    const job = await addJob()
    await see(job, { mark: 'alert' })
    await sendEvent(asVisitor(board), job, 'apply', { mark: 'alert' })
    for (const referrer of ['www.google.com', 'duckduckgo.com']) await see(job, { referrer })
    await see(job, { mark: 'search', referrer: 'bing.com' })
    await see(job)
    expect(await originsOf(job)).toEqual([
      { ...none, origin: 'engine', views: 2 },
      { ...none, origin: 'alert', views: 1, applyClicks: 1 },
      { ...none, origin: 'search', views: 1 },
      { ...none, origin: 'unknown', views: 1 },
    ])
    expect(await totalsOf(job)).toEqual({ ...nothing, views: 5, visitors: 1, applyClicks: 1 })
  })

  test('an inquiry counts once when it is stored, with or without JavaScript, and nobody reports one that was not sent', async () => {
    const job = await addJob({ contact_email: 'desk@mail.test' })
    const payload = { jobId: job.id, kind: 'inquiry', mark: 'assistant' }
    expect((await asVisitor(board).post('/api/insights/events', payload)).statusCode).toBe(400)
    const inquiry = { jobId: job.id, name: 'Ada', email: 'ada@mail.test', message: 'Is the position open?' }
    expect((await asVisitor(board).post('/api/job-inquiry', { ...inquiry, message: 'Short' })).statusCode).toBe(400)
    for (let times = 0; times < 2; times++)
      expect((await asVisitor(board).post('/api/job-inquiry', { ...inquiry, mark: 'assistant' })).statusCode).toBe(200)
    const plain = { ...inquiry, email: 'bea@mail.test' }
    const form = await formOf(Object.entries(plain).map(([field, content]) => ({ field, content })))
    const url = '/api/job-inquiry/form'
    expect((await asVisitor(board).call({ method: 'POST', url, ...form })).statusCode).toBe(200)
    expect(await originsOf(job)).toEqual([
      { ...none, origin: 'assistant', inquiries: 1 },
      { ...none, origin: 'unknown', inquiries: 1 },
    ])
    expect(await totalsOf(job)).toMatchObject({ inquiries: 2 })
  })

  test('a forged mark and a lying referrer count as not known, and nothing of them is stored', async () => {
    const job = await addJob()
    for (const lie of ['vip', 'engine', '__proto__', '<script>']) await see(job, { mark: lie, referrer: `${lie}.secret.test` })
    expect(await originsOf(job)).toEqual([{ ...none, origin: 'unknown', views: 4 }])
    const { rows } = await sql<{ dump: string }>`select json_agg(o)::text as dump from posting_origins o`.execute(board.db)
    expect(rows[0]?.dump).not.toMatch(/vip|secret|script/)
  })

  test('an employer sees the sum of own postings, an administrator that of the board', async () => {
    const owner = await signIn(board, 'employer')
    const jobs = [await addJob({ owner_id: owner.user.id }), await addJob({ owner_id: owner.user.id })]
    for (const job of [...jobs, await addJob()]) await see(job, { mark: 'aggregator' })
    const own = (await owner.get('/api/insights?days=7')).json<ResponseOf<'GET /api/insights'>>().origins
    expect(own).toEqual([{ ...none, origin: 'aggregator', views: 2 }])
    const admin = await signIn(board, 'admin')
    const all = (await admin.get('/api/insights/origins')).json<ResponseOf<'GET /api/insights/origins'>>()
    expect(all.find((it) => it.origin === 'aggregator')).toEqual({ ...none, origin: 'aggregator', views: 3 })
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

  test('a node writes its counts when it stops', async () => {
    const job = await addJob()
    const node = await startNode()
    for (const address of ['203.0.113.8', '203.0.113.9'])
      await sendEvent(asVisitor({ ...board, app: node }), job, 'view', { address })
    expect(await viewsOf(job)).toBeUndefined()
    await node.close()
    expect(await viewsOf(job)).toBe(2)
  })

  test('their counts add up, and share visitors', async () => {
    const job = await addJob()
    const nodes = await Promise.all([startNode(), startNode(), startNode()])
    for (const app of nodes) {
      const visitor = asVisitor({ ...board, app })
      for (let at = 0; at < 40; at++) await sendEvent(visitor, job, 'view', { address: `198.51.100.${at}` })
    }
    await Promise.all(nodes.map((it) => it.close()))
    expect(await totalsOf(job)).toMatchObject({ views: 120, visitors: 40 })
  })
})

describe('a database that fails for a while', () => {
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
