import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { NewJob } from '#features/jobs/server/public.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'
import * as board from '#test/postings.ts'
import type { LikelyDuplicate } from '../contract.ts'
import { alike, list, pairOf } from '#test/duplicates.ts'
import { findDuplicates } from './service.ts'
import { pairsEach } from './queries.ts'

board.openForFile()

const description =
  'Saint Mary’s is looking for a cardiologist to join four others in a busy practice by the river. Call is one week in five, ' +
  'and the catheter laboratory was rebuilt last year. You read your own echocardiograms and have two nurses.'

/** Two jobs that differ in a few words. */
async function twoJobs(one: Partial<NewJob> = {}, other: Partial<NewJob> = {}) {
  const [older = expect.fail(), newer = expect.fail()] = await alike(
    { description, ...one },
    { description, ...other },
  )
  return [older, newer] as const
}

const move = (id: string, column: 'status' | 'title', value: string) =>
  sql`update jobs set ${sql.ref(column)} = ${value} where id = ${id}`.execute(board.app.db)

describe('likely duplicates are', () => {
  test.each<[string, Partial<NewJob>, Partial<NewJob>]>([
    [
      'a title in other words',
      { title: 'Sr. Cardiologist (MD/DO) – BC/BE' },
      { title: 'Cardiology Physician' },
    ],
    [
      'abbreviations',
      { title: 'OB/GYN' },
      { title: 'Obstetrician & Gynecologist – Board Certified' },
    ],
    ['St. and Saint', { employer: "St. Mary's Hospital" }, { employer: 'Saint Marys Hosp.' }],
    [
      'legal forms',
      { employer: 'Larkfield Heart Group, P.L.L.C.' },
      { employer: 'The Larkfield Heart Group Inc' },
    ],
    [
      'another pay',
      { comp_min: 300_000, comp_max: 350_000 },
      { comp_min: 400_000, comp_max: 450_000 },
    ],
    ['another source', { source: 'LinkedIn' }, { source: 'PracticeLink' }],
    [
      'another text under the same title, employer and place',
      {},
      { description: 'Cath lab, echo, five weeks of holidays.' },
    ],
    ['one that still waits for approval', {}, { status: 'pending' }],
  ])('%s', async (_, one, other) => {
    const [first, second] = await twoJobs(one, other)
    expect(await pairOf(first)).toMatchObject({ kept: { id: first.id }, other: { id: second.id } })
  })

  test('the same job in a nearby town, but not two states away', async () => {
    const employer = 'Lark Valley Cardiology'
    const [near] = await twoJobs({ city: 'Austin', employer }, { city: 'Round Rock', employer })
    expect((await pairOf(near))?.score).toBeLessThan(100)
    const [far] = await twoJobs({ city: 'Houston', employer }, { city: 'El Paso', employer })
    expect(await pairOf(far)).toBeUndefined()
  })

  test.each<[string, Partial<NewJob>, Partial<NewJob>]>([
    [
      'another specialty of the same employer',
      {},
      { title: 'Neurologist', specialty: 'Neurology' },
    ],
    ['another role', { title: 'Cardiologist' }, { title: 'Director of Nuclear Stress Imaging' }],
    ['another town', { city: 'Amarillo' }, { city: 'Lubbock' }],
    [
      'another employer with a text of its own',
      {},
      { employer: 'Quill Hospital', description: 'We rebuilt our wards in May.' },
    ],
    ['a closed job', {}, { status: 'expired' }],
  ])('not %s', async (_, one, other) => {
    expect(await pairOf((await twoJobs(one, other))[0])).toBeUndefined()
  })
})

describe('the list', () => {
  test('starts with the most similar pair, and can be filtered', async () => {
    const [exact] = await twoJobs({ source: 'First board' }, { source: 'Second board' })
    await twoJobs({ title: 'Cardiologist' }, { title: 'Cardiologist, Heart Failure' })
    const { pairs, sources, total } = await list()
    expect(pairs.map((pair) => pair.score)).toEqual(
      pairs.map((pair) => pair.score).toSorted((a, b) => b - a),
    )
    expect(sources).toEqual(expect.arrayContaining(['First board', 'Second board']))
    expect(await list('?source=Second%20board')).toMatchObject({
      pairs: [{ kept: { id: exact.id } }],
      total: 1,
    })
    const totalOf = async (query: string) => (await list(query)).total
    expect([await totalOf('?source=Nobody'), await totalOf('?specialty=Urology')]).toEqual([0, 0])
    expect(await totalOf('?specialty=cardiology')).toBeGreaterThan(0)
    // Unknown values filter nothing.
    expect(await totalOf('?specialty=magic&page=-1')).toBe(total)
  })

  test('shows the current state of both jobs', async () => {
    const [first] = await twoJobs({}, { comp_min: null, comp_max: null, comp_text: 'Ask us' })
    const kept = {
      compMin: 400_000,
      compMax: 450_000,
      type: 'full-time',
      source: 'manual',
      status: 'active',
    }
    expect(await pairOf(first)).toMatchObject({ kept, other: { compText: 'Ask us', description } })
  })

  test('loses a pair when a job closes, and gets it back when the job reopens', async () => {
    const [first, second] = await twoJobs()
    await move(second.id, 'status', 'inactive')
    expect(await pairOf(first)).toBeUndefined()
    await move(second.id, 'status', 'active')
    await findDuplicates(board.app.db)
    expect(await pairOf(first)).toBeDefined()
  })

  test('follows edits', async () => {
    const [first, second] = await twoJobs({}, { title: 'Director of Nuclear Stress Imaging' })
    const compared = async (stopping?: AbortSignal): Promise<LikelyDuplicate | undefined> => {
      await findDuplicates(board.app.db, stopping)
      return pairOf(first)
    }
    expect(await pairOf(first)).toBeUndefined()
    await move(second.id, 'title', 'Cardiologist')
    // A node that stops leaves the rest to the next run.
    expect(await compared(AbortSignal.abort())).toBeUndefined()
    const pair = await compared()
    expect(pair).toBeDefined()
    expect(await compared()).toEqual(pair)
    await move(second.id, 'title', 'Director of Nuclear Stress Imaging')
    expect(await compared()).toBeUndefined()
  })

  test('has each of many equal jobs with a few of the others only', async () => {
    const jobs = Array.from({ length: 40 }, () =>
      jobRow({ description, city: 'Crowdville', state: 'TX' }),
    )
    for (const some of [jobs.slice(0, 10), jobs.slice(10)]) {
      await addJobs(board.app.db, some)
      await findDuplicates(board.app.db)
    }
    const { rows } = await sql<{ n: number }>`
      select (select count(*)::int from likely_duplicates where job_a = job.id or job_b = job.id) as n
      from unnest(${jobs.map((job) => job.id)}::uuid[]) job (id)
    `.execute(board.app.db)
    // One comparison may add as many where the job is the older one, and as many where it is the
    // newer one.
    expect(Math.max(...rows.map((row) => row.n))).toBeLessThan(3 * pairsEach)
    expect(rows.filter((row) => row.n > 0).length).toBeGreaterThan(10)
  })

  test('does not bring back dismissed pairs', async () => {
    const [first, second] = await twoJobs()
    const path = `/api/admin/duplicates/${(await pairOf(first))?.id}/dismissal`
    const dismiss = async () => (await board.admin.post(path)).statusCode
    expect([await dismiss(), await dismiss()]).toEqual([200, 409])
    const undo = async (by = board.admin) => (await by.delete(path)).statusCode
    expect([await undo(await signIn(board.app, 'moderator')), await undo()]).toEqual([409, 200])
    expect([await undo(), await dismiss()]).toEqual([409, 200])
    await move(second.id, 'title', 'A cardiologist')
    await findDuplicates(board.app.db)
    expect(await pairOf(first)).toBeUndefined()
  })
})

describe('what people post', () => {
  test('twice is accepted, and in the list at once', async () => {
    const id = await board.post({ company: 'Boise Heart of the Valley' })
    expect(
      await board.post({ company: 'Boise Heart of the Valley', title: 'Cardiologist (MD)' }),
    ).not.toBe(id)
    await runTasks(board.app)
    expect(await pairOf({ id })).toMatchObject({ kept: { id } })
  })

  test('without an account is compared, and compared again after a change', async () => {
    const company = 'Clinic of Two Lakes'
    const id = await board.postPublic({ company })
    await board.postPublic({ company, title: 'Hospitalist' })
    await runTasks(board.app)
    expect(await pairOf({ id })).toBeUndefined()
    expect((await board.change(id, { title: 'Hospitalist (MD)' }, board.admin)).statusCode).toBe(
      200,
    )
    await runTasks(board.app)
    expect(await pairOf({ id })).toMatchObject({ kept: { id } })
  })
})
