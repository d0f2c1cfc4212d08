import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { NewJob } from '#features/jobs/server/public.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { addJob, board, employer, see, sendEvent, visitor, watchForFile } from '#test/insights.ts'
import { signIn } from '#test/sign-in.ts'

watchForFile()

const compared = async (query = '', caller = employer) =>
  (await caller.get(`/api/insights/comparison${query}`)).json<
    ResponseOf<'GET /api/insights/comparison'>
  >()

const fortnightAgo = { posted_at: new Date(Date.now() - 14 * 86_400_000) }

async function addPeers(count: number, overrides: Partial<NewJob>): Promise<NewJob[]> {
  const jobs = Array.from({ length: count }, (_, index) =>
    jobRow({ ...fortnightAgo, employer: `Clinic ${index}`, ...overrides }),
  )
  await addJobs(board.db, jobs)
  return jobs
}

test('a posting is compared with enough others of its specialty in the state, else in the country, else with nobody', async () => {
  const own = { ...fortnightAgo, comp_min: null, comp_max: null, schedule: ['Nights'] } as const
  const inTexas = await addJob({ ...own, schedule: ['Nights'], specialty: 'Urology' })
  const inOhio = await addJob({ ...own, schedule: [], specialty: 'Neurology', state: 'OH' })
  const alone = await addJob({ ...own, schedule: [], specialty: 'Pathology' })
  const isNew = await addJob({ specialty: 'Urology' })
  const peers = await addPeers(5, { specialty: 'Urology' })
  await addPeers(2, { specialty: 'Neurology', state: 'OH' })
  await addPeers(3, { specialty: 'Neurology', state: 'MI', employer: 'Elsewhere Clinic' })
  // Too few, others of the same employer, and jobs that are not public.
  await addPeers(4, { specialty: 'Pathology' })
  await addPeers(3, { specialty: 'Pathology', status: 'inactive' })
  await addPeers(3, { specialty: 'Pathology', owner_id: employer.user.id })

  for (const [index, peer] of peers.entries())
    for (let view = 0; view <= index; view += 1)
      await see(peer, { address: `203.0.113.${view + 1}` })
  for (let view = 0; view < 6; view += 1) await see(inTexas)
  await sendEvent(visitor, inTexas, 'apply')

  const all = await compared()
  const [urology, neurology, pathology, tooNew] = [inTexas, inOhio, alone, isNew].map(({ id }) =>
    all.find((posting) => posting.id === id),
  )
  expect(tooNew).toBeUndefined()
  expect(urology).toMatchObject({
    own: { views: 6, saves: 0, responses: 1 },
    states: ['schedule'],
    payAnnual: null,
    // Views of 1 to 5 in two weeks.
    peers: {
      postings: 5,
      place: 'Texas',
      views: 15,
      stating: { pay: 5, schedule: 0 },
      medianPay: 450_000,
    },
  })
  expect(urology?.peers?.viewsAWeek).toBeCloseTo(1.5, 1)
  expect(urology?.own.viewsAWeek).toBeCloseTo(3, 1)
  expect(neurology?.peers).toMatchObject({ postings: 5, place: 'the United States' })
  expect(pathology?.peers).toBeNull()
  expect(await compared(`?id=${inOhio.id}`)).toHaveLength(1)
  const other = await signIn(board, 'employer')
  expect(await compared('', other)).toEqual([])
  expect(await compared(`?id=${inOhio.id}`, other)).toEqual([])
})

test('figures of several postings, with the views of each day, are for their owner only', async () => {
  const [one, quiet] = [
    await addJob({ specialty: 'Dermatology' }),
    await addJob({ specialty: 'Dermatology' }),
  ]
  const [foreign] = await addPeers(1, { specialty: 'Dermatology' })
  for (const job of [one, one, foreign as { id: string }]) await see(job)
  const figures = async (caller = employer) => {
    const answer = await caller.get(
      `/api/insights/figures?days=7&ids=${[one, quiet, foreign].map((posting) => posting?.id).join(',')}`,
    )
    return answer
      .json<ResponseOf<'GET /api/insights/figures'>>()
      .toSorted((a, b) => b.total.views - a.total.views)
  }
  expect(await figures()).toMatchObject([
    {
      id: one.id,
      total: { views: 2, visitors: 1, applyClicks: 0, inquiries: 0 },
      views: [0, 0, 0, 0, 0, 0, 2],
    },
    { id: quiet.id, total: { views: 0 }, views: [0, 0, 0, 0, 0, 0, 0] },
  ])
  expect(await figures(await signIn(board, 'employer'))).toEqual([])
  expect((await employer.get('/api/insights/figures?ids=none')).statusCode).toBe(400)
})

test('a comparison counts what happened within its period alone', async () => {
  const own = await addJob({ ...fortnightAgo, specialty: 'Rheumatology' })
  const peers = await addPeers(5, { specialty: 'Rheumatology' })
  for (const job of [own, ...peers]) await see(job)
  const all = [own.id, ...peers.map(({ id }) => id)]
  await sql`
    insert into posting_insights (job_id, day, views, apply_clicks, visitors)
    select unnest(${all}::uuid[]), current_date - 300, 50, 9, 7
  `.execute(board.db)
  expect(await compared(`?id=${own.id}`)).toMatchObject([
    { own: { views: 1, responses: 0 }, peers: { views: 5, responses: 0 } },
  ])
})
