import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NewJob } from '#features/jobs/server/public.ts'
import { accountPost, publicPost } from '#features/postings/postings.fixture.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import type { LikelyDuplicate } from '../contract.ts'
import { findDuplicates } from './service.ts'
import { pairsEach } from './queries-compare.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let admin: SignedIn
beforeAll(async () => {
  admin = await signIn(board, 'admin')
})

const description =
  'Saint Mary’s is looking for a cardiologist to join four others in a busy practice by the river. Call is one week in five, ' +
  'and the catheter laboratory was rebuilt last year. You read your own echocardiograms and have two nurses.'

/** Two jobs that differ in a few words, in a town of their own so that tests do not interfere. */
let towns = 0
async function twoJobs(one: Partial<NewJob>, other: Partial<NewJob>) {
  const shared = { description, city: `Testville ${(towns += 1)}`, state: 'TX' as const }
  // Within a millisecond, ids have no order.
  const [older = '', newer = ''] = [randomUUIDv7(), randomUUIDv7()].toSorted()
  const jobs = [jobRow({ ...shared, ...one, id: older }), jobRow({ ...shared, ...other, id: newer })] as const
  await addJobs(board.db, jobs)
  await findDuplicates(board.db)
  return jobs
}

type List = { pairs: LikelyDuplicate[]; total: number; totalPages: number; sources: string[] }
const list = async (query = '') => (await admin.get(`/api/admin/duplicates${query}`)).json<List>()

/** The pair of a job, on whatever page. */
async function pairOf(id: string): Promise<LikelyDuplicate | undefined> {
  for (let page = 1; ; page++) {
    const { pairs, totalPages } = await list(`?page=${page}`)
    const found = pairs.find((it) => it.kept.id === id || it.other.id === id)
    if (found || page >= totalPages) return found
  }
}

const move = (id: string, changes: Record<string, unknown>) =>
  board.db
    .withTables<{ jobs: Record<string, unknown> & { id: string } }>()
    .updateTable('jobs')
    .set(changes)
    .where('id', '=', id)
    .execute()

describe('likely duplicates are', () => {
  test.each([
    ['a title in other words', { title: 'Sr. Cardiologist (MD/DO) – BC/BE' }, { title: 'Cardiology Physician' }],
    ['abbreviations', { title: 'OB/GYN' }, { title: 'Obstetrician & Gynecologist – Board Certified' }],
    ['St. and Saint', { employer: "St. Mary's Hospital" }, { employer: 'Saint Marys Hosp.' }],
    ['legal forms', { employer: 'Larkfield Heart Group, P.L.L.C.' }, { employer: 'The Larkfield Heart Group Inc' }],
    ['another pay', { comp_min: 300_000, comp_max: 350_000 }, { comp_min: 400_000, comp_max: 450_000 }],
    ['another source', { source: 'LinkedIn' }, { source: 'PracticeLink' }],
    ['another text under the same title, employer and place', {}, { description: 'Cath lab, echo, five weeks of holidays.' }],
    ['one that still waits for approval', {}, { status: 'pending' as const }],
  ])('%s', async (_, one, other) => {
    const [first, second] = await twoJobs(one, other)
    expect(await pairOf(first.id)).toMatchObject({ kept: { id: first.id }, other: { id: second.id } })
  })

  test('the same job in a nearby town, but not two states away', async () => {
    const employer = 'Lark Valley Cardiology'
    const [near] = await twoJobs({ city: 'Austin', employer }, { city: 'Round Rock', employer })
    const pair = await pairOf(near.id)
    expect(pair?.score).toBeLessThan(100)
    const [far] = await twoJobs({ city: 'Houston', employer }, { city: 'El Paso', employer })
    expect(await pairOf(far.id)).toBeUndefined()
  })

  test.each([
    ['another specialty of the same employer', {}, { title: 'Neurologist', specialty: 'Neurology' as const }],
    ['another role', { title: 'Cardiologist' }, { title: 'Director of Nuclear Stress Imaging' }],
    ['another town', { city: 'Amarillo' }, { city: 'Lubbock' }],
    ['another employer with a text of its own', {}, { employer: 'Quill Hospital', description: 'We rebuilt our wards in May.' }],
    ['a closed job', {}, { status: 'expired' as const }],
  ])('not %s', async (_, one, other) => {
    const [first] = await twoJobs(one, other)
    expect(await pairOf(first.id)).toBeUndefined()
  })
})

describe('the list', () => {
  test('starts with the most similar pair, and can be filtered', async () => {
    const [exact] = await twoJobs({ source: 'First board' }, { source: 'Second board' })
    await twoJobs({ title: 'Cardiologist' }, { title: 'Cardiologist, Heart Failure' })
    const { pairs, sources } = await list()
    expect(pairs.map((it) => it.score)).toEqual(pairs.map((it) => it.score).toSorted((a, b) => b - a))
    expect(sources).toEqual(expect.arrayContaining(['First board', 'Second board']))
    expect((await list('?source=Second%20board')).pairs.map((it) => it.kept.id)).toEqual([exact.id])
    expect((await list('?source=Nobody')).total).toBe(0)
    expect((await list('?specialty=cardiology')).total).toBeGreaterThan(0)
    expect((await list('?specialty=Urology')).total).toBe(0)
    // Unknown values filter nothing.
    expect((await list('?specialty=magic&page=-1')).total).toBe((await list()).total)
  })

  test('shows the current state of both jobs', async () => {
    const [first] = await twoJobs({}, { comp_min: null, comp_max: null, comp_text: 'Ask us' })
    expect(await pairOf(first.id)).toMatchObject({
      kept: { compMin: 400_000, compMax: 450_000, type: 'full-time', source: 'manual', status: 'active' },
      other: { compText: 'Ask us', description },
    })
  })

  test('loses a pair when a job closes, and gets it back when the job reopens', async () => {
    const [first, second] = await twoJobs({}, {})
    await move(second.id, { status: 'inactive' })
    expect(await pairOf(first.id)).toBeUndefined()
    await move(second.id, { status: 'active' })
    await findDuplicates(board.db)
    expect(await pairOf(first.id)).toBeDefined()
  })

  test('follows edits', async () => {
    const [first, second] = await twoJobs({}, { title: 'Director of Nuclear Stress Imaging' })
    expect(await pairOf(first.id)).toBeUndefined()
    await move(second.id, { title: 'Cardiologist' })
    // A node that stops leaves the rest to the next run.
    await findDuplicates(board.db, AbortSignal.abort())
    expect(await pairOf(first.id)).toBeUndefined()
    await findDuplicates(board.db)
    const pair = await pairOf(first.id)
    await findDuplicates(board.db)
    expect(await pairOf(first.id)).toEqual(pair)
    await move(second.id, { title: 'Director of Nuclear Stress Imaging' })
    await findDuplicates(board.db)
    expect(await pairOf(first.id)).toBeUndefined()
  })

  test('has each of many equal jobs with a few of the others only', async () => {
    const city = 'Crowdville'
    const jobs = Array.from({ length: 40 }, () => jobRow({ description, city, state: 'TX' }))
    for (const some of [jobs.slice(0, 10), jobs.slice(10)]) {
      await addJobs(board.db, some)
      await findDuplicates(board.db)
    }
    const ids = jobs.map((it) => it.id)
    const { rows } = await sql<{ id: string; n: number }>`
      select job.id, (select count(*)::int from likely_duplicates where job_a = job.id or job_b = job.id) as n
      from unnest(${ids}::uuid[]) job (id)
    `.execute(board.db)
    // One comparison may add as many where the job is the older one, and as many where it is the newer one.
    expect(Math.max(...rows.map((it) => it.n))).toBeLessThan(3 * pairsEach)
    expect(rows.filter((it) => it.n > 0).length).toBeGreaterThan(10)
  })

  test('does not bring back dismissed pairs', async () => {
    const [first, second] = await twoJobs({}, {})
    const path = `/api/admin/duplicates/${(await pairOf(first.id))?.id}/dismissal`
    expect((await admin.post(path)).statusCode).toBe(200)
    expect((await admin.post(path)).statusCode).toBe(409)
    await move(second.id, { title: 'A cardiologist' })
    await findDuplicates(board.db)
    expect(await pairOf(first.id)).toBeUndefined()
  })
})

describe('what people post', () => {
  test('twice is accepted, and in the list at once', async () => {
    const employer = await signIn(board, 'employer')
    const post = (more = {}) => employer.post('/api/jobs', accountPost({ company: 'Boise Heart of the Valley', ...more }))
    const { job } = (await post()).json<{ job: { id: string } }>()
    expect((await post({ title: 'Cardiologist (MD)' })).statusCode).toBe(200)
    await runTasks(board)
    expect(await pairOf(job.id)).toMatchObject({ kept: { id: job.id } })
  })

  test('without an account is compared, and compared again after a change', async () => {
    const post = (title: string) =>
      asVisitor(board).post('/employers/post', publicPost({ title, company: 'Clinic of Two Lakes' }))
    const { job } = (await post('Family Physician')).json<{ job: { id: string } }>()
    await post('Hospitalist')
    await runTasks(board)
    expect(await pairOf(job.id)).toBeUndefined()
    const address = `/api/job-postings/${job.id}`
    const { updatedAt } = (await admin.get(address)).json<{ updatedAt: string }>()
    expect((await admin.put(address, { updatedAt, title: 'Hospitalist (MD)' })).statusCode).toBe(200)
    await runTasks(board)
    expect(await pairOf(job.id)).toMatchObject({ kept: { id: job.id } })
  })
})
