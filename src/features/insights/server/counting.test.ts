import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { appForTest } from '#test/app.ts'
import { addTeam, movePosting } from '#test/factories.ts'
import {
  addJob,
  board,
  dayAgo,
  employer,
  insightsOf,
  nothing,
  see,
  sendEvent,
  totalsOf,
  visitor,
  watchForFile,
} from '#test/insights.ts'
import { runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type Caller } from '#test/sign-in.ts'
import { formOf } from '#test/upload-cv.ts'
import { totalOf } from '../model.ts'
import { forgetVisitorsTask } from './service.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

watchForFile()
afterEach(() => {
  vi.useRealTimers()
})

const inquiry = { name: 'Ada', email: 'ada@mail.test', message: 'Is the position open?' }

describe('counting', () => {
  test('today’s views, visitors and apply clicks', async () => {
    const job = await addJob({ title: 'Counted' })
    for (const by of [{}, {}, { address: '203.0.113.2' }, { userAgent: firefox }])
      await see(job, by)
    await sendEvent(visitor, job, 'apply')

    const { postings, days } = await insightsOf(job)
    expect(postings).toMatchObject([{ id: job.id, title: 'Counted', status: 'active' }])
    expect(days.map((day) => day.day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(dayAgo))
    expect(days.at(-1)).toEqual({
      ...nothing,
      day: dayAgo(0),
      views: 4,
      visitors: 3,
      applyClicks: 1,
    })
    expect(totalOf(days.slice(0, -1))).toEqual(nothing)
    // Later events are added.
    await see(job)
    expect(await totalsOf(job)).toMatchObject({ views: 5, visitors: 3 })
  })

  test('saves and inquiries, without those withdrawn', async () => {
    const job = await addJob()
    const [one, other] = [await signIn(board, 'physician'), await signIn(board, 'physician')]
    for (const physician of [one, other]) await physician.post('/api/favorites', { jobId: job.id })
    await other.delete(`/api/favorites/${job.id}`)
    for (const n of [1, 2, 3])
      await visitor.post('/api/job-inquiry', {
        ...inquiry,
        jobId: job.id,
        email: `ada-${n}@mail.test`,
      })
    await sql`update inquiries set withdrawn_at = now() where job_id = ${job.id} and email = 'ada-3@mail.test'`.execute(
      board.db,
    )
    expect(await totalsOf(job)).toEqual({ ...nothing, saves: 1, inquiries: 2 })
  })

  test('no robots, no clients without a user agent, and no views by the owner or a colleague, but those of other signed-in people', async () => {
    const job = await addJob()
    for (const userAgent of [googlebot, 'curl/8.5.0', ''])
      await see(job, { userAgent, mark: 'feed' })
    for (const kind of ['view', 'apply'] as const)
      await sendEvent(employer, job, kind, { mark: 'feed' })
    const { days, origins } = await insightsOf(job)
    expect([totalOf(days), origins]).toEqual([nothing, []])
    const colleague = await signIn(board, 'employer')
    await sendEvent(colleague, job)
    expect(await totalsOf(job)).toMatchObject({ views: 1, visitors: 1 })
    const owner = await signIn(board, 'recruiter')
    await addTeam(board.db, [owner, 'owner'], [colleague, 'reader'])
    const ofTeam = await addJob({ owner_id: owner.user.id })
    await sendEvent(colleague, ofTeam)
    expect(totalOf((await insightsOf(ofTeam, owner)).days)).toEqual(nothing)
  })

  test('not what is hidden, closed or no job, and nothing is told of it', async () => {
    const statuses = ['pending', 'inactive', 'expired', 'rejected'] as const
    const hidden = await Promise.all(statuses.map((status) => addJob({ status })))
    for (const job of [...hidden, { id: randomUUID() }]) {
      const answer = await sendEvent(visitor, job, 'view', { mark: 'feed' })
      expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
    }
    for (const job of hidden) {
      const { days, origins } = await insightsOf(job)
      expect([totalOf(days), origins]).toEqual([nothing, []])
    }
  })

  test('no body of another shape', async () => {
    const event = { jobId: randomUUID(), kind: 'view' }
    const long = 'a'.repeat(10_240)
    const texts = [{ mark: long }, { referrer: long }, { mark: 7 }, { referrer: ['google.com'] }]
    for (const body of [
      {},
      [],
      ...[...texts, { jobId: 'x' }, { kind: 'stare' }].map((lie) => ({ ...event, ...lie })),
    ])
      expect((await visitor.post('/api/insights/events', body)).statusCode).toBe(400)
  })

  test('a limited number of events per address', async () => {
    const limited = await appForTest()
    const statuses: number[] = []
    for (let at = 0; at < 121; at++)
      statuses.push((await sendEvent(asVisitor(limited), { id: randomUUID() })).statusCode)
    expect(statuses.indexOf(429)).toBe(120)
  })
})

describe('origins', () => {
  const originsOf = async (job: { id: string }) => (await insightsOf(job)).origins
  const none = { views: 0, applyClicks: 0, inquiries: 0 }

  test('each event counts for what brought its visitor, and no visitor is told apart by it', async () => {
    const job = await addJob()
    await sendEvent(visitor, job, 'apply', { mark: 'alert' })
    const engines = [{ referrer: 'www.google.com' }, { referrer: 'duckduckgo.com' }]
    for (const from of [
      { mark: 'alert' },
      ...engines,
      { mark: 'search', referrer: 'bing.com' },
      {},
    ])
      await see(job, from)
    expect(await originsOf(job)).toEqual([
      { ...none, origin: 'engine', views: 2 },
      { ...none, origin: 'alert', views: 1, applyClicks: 1 },
      { ...none, origin: 'search', views: 1 },
      { ...none, origin: 'unknown', views: 1 },
    ])
    expect(await totalsOf(job)).toEqual({ ...nothing, views: 5, visitors: 1, applyClicks: 1 })
  })

  test('an inquiry counts once when it is stored, with or without JavaScript, and nobody reports one that was not sent', async () => {
    const { id: jobId } = await addJob({ contact_email: 'desk@mail.test' })
    const post = async (url: string, body: object) =>
      (await visitor.post(url, { jobId, mark: 'assistant', ...body })).statusCode
    expect(await post('/api/insights/events', { kind: 'inquiry' })).toBe(400)
    expect(await post('/api/job-inquiry', { ...inquiry, message: 'Short' })).toBe(400)
    for (const _ of [1, 2]) expect(await post('/api/job-inquiry', inquiry)).toBe(200)
    const plain = { ...inquiry, jobId, email: 'bea@mail.test' }
    const form = await formOf(Object.entries(plain).map(([field, content]) => ({ field, content })))
    expect(
      (await visitor.call({ method: 'POST', url: '/api/job-inquiry/form', ...form })).statusCode,
    ).toBe(200)
    expect(await originsOf({ id: jobId })).toEqual([
      { ...none, origin: 'assistant', inquiries: 1 },
      { ...none, origin: 'unknown', inquiries: 1 },
    ])
    expect(await totalsOf({ id: jobId })).toMatchObject({ inquiries: 2 })
  })

  test('a forged mark and a lying referrer count as not known, and nothing of them is stored', async () => {
    const job = await addJob()
    for (const lie of ['vip', 'engine', '__proto__', '<script>'])
      await see(job, { mark: lie, referrer: `${lie}.secret.test` })
    expect(await originsOf(job)).toEqual([{ ...none, origin: 'unknown', views: 4 }])
    const { rows } = await sql<{
      dump: string
    }>`select json_agg(o)::text as dump from posting_origins o`.execute(board.db)
    expect(rows[0]?.dump).not.toMatch(/vip|secret|script/)
  })
})

test('a node writes its counts when it stops; those of several add up, and share visitors', async () => {
  const job = await addJob()
  // None of them writes what it has counted because of the time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const nodes = await Promise.all([board.anotherNode(), board.anotherNode(), board.anotherNode()])
  await sendEvent(asVisitor(nodes[0]), job, 'view', { address: '198.51.100.0' })
  expect(
    (await sql`select from posting_insights where job_id = ${job.id}`.execute(board.db)).rows,
  ).toEqual([])
  for (const node of nodes)
    for (let at = 0; at < 40; at++)
      await sendEvent(asVisitor(node), job, 'view', { address: `198.51.100.${at}` })
  await Promise.all(nodes.map(({ app }) => app.close()))
  expect(await totalsOf(job)).toMatchObject({ views: 121, visitors: 40 })
})

test('a database that fails for a while loses nothing', async () => {
  const job = await addJob()
  const rename = (from: string, to: string) =>
    board.db.schema.alterTable(from).renameTo(to).execute()
  await rename('insight_salts', 'away')
  await see(job)
  expect(await totalsOf(job)).toEqual(nothing)
  await rename('away', 'insight_salts')
  await see(job)
  expect(await totalsOf(job)).toMatchObject({ views: 2, visitors: 1 })
})

describe('days', () => {
  const setTime = (now: string | number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })

  test('begin and end in UTC, and a visitor counts anew on each', async () => {
    const job = await addJob()
    setTime(`${dayAgo(3)}T23:59:59.900Z`)
    await see(job)
    vi.setSystemTime(Date.now() + 200)
    for (const _ of [1, 2]) await see(job)
    vi.useRealTimers()
    expect((await insightsOf(job)).days.filter((day) => day.views > 0)).toEqual([
      { ...nothing, day: dayAgo(3), views: 1, visitors: 1 },
      { ...nothing, day: dayAgo(2), views: 2, visitors: 1 },
    ])
    const { days } = await insightsOf(job, employer, 3)
    expect([days.length, totalOf(days).views]).toEqual([3, 2])
  })

  test('a visitor has another hash for each posting, and once a day is over, nothing identifies them', async () => {
    const [job, other] = [await addJob(), await addJob()]
    for (const each of [job, other]) await see(each)
    expect([await totalsOf(job), await totalsOf(other)]).toMatchObject([
      { visitors: 1 },
      { visitors: 1 },
    ])
    const { rows } =
      await sql`select distinct visitor from insight_visitors where subject_id in (${job.id}, ${other.id})`.execute(
        board.db,
      )
    expect(rows).toHaveLength(2)
    setTime(`${dayAgo(2)}T12:00:00Z`)
    await see(job)
    vi.useRealTimers()
    expect(await totalsOf(job)).toMatchObject({ views: 2, visitors: 2 })

    await enqueueTask(board.db, forgetVisitorsTask, {})
    await runTasks(board)
    for (const table of ['insight_salts', 'insight_visitors'])
      expect(
        (await sql`select from ${sql.table(table)} where day < ${dayAgo(0)}`.execute(board.db))
          .rows,
      ).toEqual([])
    // Today's hashes stay, so that nobody is counted twice. The numbers stay.
    await see(job)
    expect(await totalsOf(job)).toMatchObject({ views: 3, visitors: 2 })
  })

  test.each(['0', '366', 'x', '1.5'])('%s of them are refused', async (days) => {
    expect((await employer.get(`/api/insights?days=${days}`)).json()).toMatchObject({
      details: [{ field: 'days' }],
    })
  })
})

const overall = async (caller: Caller) =>
  (await caller.get('/api/insights')).json<ResponseOf<'GET /api/insights'>>()

test('over all postings a visitor of two counts once; others see nothing of them, an administrator everything', async () => {
  const owner = await signIn(board, 'recruiter')
  const mine = { owner_id: owner.user.id }
  const [quiet, busy, removed] = [await addJob(mine), await addJob(mine), await addJob(mine)]
  for (const job of [quiet, busy, busy, removed, await addJob()])
    await see(job, { mark: 'aggregator' })
  await see(busy, { address: '203.0.113.77', mark: 'aggregator' })
  await overall(owner)
  await movePosting(board.db, removed.id, 'remove', 'owner')

  const { days, ...sums } = await overall(owner)
  expect(days).toHaveLength(30)
  expect(days.at(-1)).toEqual({ ...nothing, day: dayAgo(0), views: 5, visitors: 2 })
  const origin = { origin: 'aggregator', applyClicks: 0, inquiries: 0 }
  expect(sums).toEqual({
    isCut: false,
    origins: [{ ...origin, views: 5 }],
    // The most viewed comes first.
    postings: [
      {
        id: busy.id,
        title: busy.title,
        status: 'active',
        total: { ...nothing, views: 3, visitors: 2 },
      },
      {
        id: quiet.id,
        title: quiet.title,
        status: 'active',
        total: { ...nothing, views: 1, visitors: 1 },
      },
    ],
  })

  const [admin, other] = [await signIn(board, 'admin'), await signIn(board, 'employer')]
  const all = (await admin.get('/api/insights/origins')).json<
    ResponseOf<'GET /api/insights/origins'>
  >()
  expect(all.find((candidate) => candidate.origin === 'aggregator')).toEqual({
    ...origin,
    views: 6,
  })
  expect(totalOf((await insightsOf(busy, admin)).days)).toMatchObject({ views: 3 })
  const empty = await overall(other)
  expect([totalOf(empty.days), empty.postings]).toEqual([nothing, []])
  for (const id of [busy.id, 'no-id', randomUUID()])
    expect((await other.get(`/api/insights?id=${id}`)).statusCode).toBe(404)
})
