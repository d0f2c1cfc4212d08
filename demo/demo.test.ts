import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/lib/database.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'
import { findLiveFigures } from '#features/home/server/public.ts'
import { loadDemo } from './demo.ts'

let database: TestDatabase
const reports: string[] = []
const settings = { secrets: ['s'.repeat(32)] } as const
const load = () => loadDemo(database.db, settings, (line) => reports.push(line))

beforeAll(async () => {
  database = await freshDatabase()
  await loadHalf()
  await load()
}, 120_000)
afterAll(() => database.drop())

const select = async (query: string): Promise<Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(query).execute(database.db)).rows

it('fills the board: at least 2,000 published jobs of every specialty and state; only doubtful ones wait', async () => {
  const [row] = await select(`
    select count(*)::int as jobs, count(distinct specialty)::int as specialties, count(distinct state)::int as states,
      count(*) filter (where status <> 'active')::int as waiting, count(*) filter (where cardinality(doubtful) > 0)::int as doubtful,
      count(*) filter (where comp_min is null and comp_max is null)::int as unpaid,
      count(*) filter (where lat is null and state <> 'OTHER' and status = 'active')::int as nowhere
    from jobs left join job_facts on job_facts.job_id = jobs.id
  `)
  expect(row?.['jobs']).toBeGreaterThanOrEqual(2000)
  expect(row?.['specialties']).toBeGreaterThanOrEqual(38)
  expect(row?.['states']).toBeGreaterThanOrEqual(51)
  expect(row?.['waiting']).toBeLessThan(60)
  expect(row).toMatchObject({ nowhere: 0, doubtful: row?.['waiting'] })
  expect(reports).toEqual(['Demo data: 2,847 active jobs.'])
})

it('opens with the three figures of the landing page, counted', async () => {
  const { figures } = await findLiveFigures(database.db)
  expect(figures.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '2,847 Active Jobs',
    '1,200+ Hospitals',
    '$285K Avg. Salary',
  ])
})

it('has an operator’s authorization: its pages carry structured data', async () => {
  expect(await select(`select distinct source, structured_data_allowed from jobs`)).toEqual([
    { source: 'Demo data', structured_data_allowed: true },
  ])
})

it('shows no nurse, no markup, no unsafe link', async () => {
  expect(
    await select(`
      select title from jobs
      where title ~* '\\y(nurse|rn|pa-c|technician|therapist|assistant)\\y' or description ~ '</?(p|ul|li|br)\\y|&amp;|&nbsp;'
        or apply_url !~ '^(https?://|mailto:)' or source_url !~ '^https?://' or comp_max > 5000000 or posted_at > now()
    `),
  ).toEqual([])
})

it('was completed by the second start, after the first had died halfway', async () => {
  const [{ jobs, all, processed } = {}] = await select(`
    select (select count(*)::int from jobs) as jobs, sum(imported)::int as all, max(processed) as processed from imports
  `)
  expect([jobs, processed]).toEqual([all, 2960])
})

it('is loaded once', async () => {
  const before = await select('select count(*) from jobs')
  await load()
  expect(await select('select count(*) from jobs')).toEqual(before)
  expect(await select('select distinct status from imports')).toEqual([{ status: 'finished' }])
})

it('is not loaded into a board that has other jobs', async () => {
  await sql`truncate imports, import_keys`.execute(database.db)
  await sql`delete from jobs where id not in (select id from jobs limit 1)`.execute(database.db)
  await load()
  expect(await select('select count(*)::int as jobs from jobs')).toEqual([{ jobs: 1 }])
  expect(await select('select status from imports')).toEqual([])
})

/** A start that loses its database after some jobs. */
async function loadHalf(): Promise<void> {
  const dying = openDatabase(database.connection)
  const loading = loadDemo(dying, settings, () => {})
  await vi.waitFor(async () => expect(await select('select from jobs limit 1')).toHaveLength(1), {
    timeout: 60_000,
    interval: 20,
  })
  await Promise.all([dying.destroy(), expect(loading).rejects.toThrow('destroyed')])
  expect(await select('select status, processed > 0 and processed < 2960 as is_half from imports')).toEqual([
    { status: 'running', is_half: true },
  ])
}
