import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { loadDemoData } from './public.ts'

let database: TestDatabase
const told: string[] = []
const load = () => loadDemoData(database.db, (line) => told.push(line))

beforeAll(async () => {
  database = await freshDatabase()
  await load()
})
afterAll(() => database.drop())

const select = async (query: string): Promise<Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(query).execute(database.db)).rows

it('fills the board: at least 2,000 jobs, all published, of every specialty and state', async () => {
  const [row] = await select(`
    select count(*)::int as jobs, count(distinct specialty)::int as specialties, count(distinct state)::int as states,
      count(*) filter (where status <> 'active')::int as hidden, count(*) filter (where comp_min is null and comp_max is null)::int as unpaid,
      count(*) filter (where lat is null and state <> 'OTHER')::int as nowhere
    from jobs
  `)
  expect(row?.['jobs']).toBeGreaterThanOrEqual(2000)
  expect(row?.['specialties']).toBeGreaterThanOrEqual(38)
  expect(row?.['states']).toBeGreaterThanOrEqual(51)
  expect(row).toMatchObject({ hidden: 0, nowhere: 0 })
  expect(told).toEqual([expect.stringMatching(/^Demo data: 2,\d{3} jobs added\.$/)])
})

it('is the operator’s own: its pages may carry structured data', async () => {
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

it('is loaded once', async () => {
  const before = await select('select count(*) from jobs')
  await load()
  expect(await select('select count(*) from jobs')).toEqual(before)
  expect(await select('select status from imports')).toEqual([{ status: 'finished' }])
})

it('is completed by the next start if the first was killed half-way', async () => {
  const [all] = await select('select count(*)::int as jobs from jobs')
  await sql`update imports set status = 'running', finished_at = null`.execute(database.db)
  await sql`delete from import_keys where job_id in (select id from jobs order by id offset 2000)`.execute(database.db)
  await sql`delete from jobs where id in (select id from jobs order by id offset 2000)`.execute(database.db)
  await load()
  expect(await select('select count(*)::int as jobs from jobs')).toEqual([all])
  expect(await select(`select status from imports order by started_at, status`)).toMatchObject([
    { status: 'finished' },
    { status: 'interrupted' },
  ])
})

it('stays away from a board that has jobs of its own', async () => {
  await sql`truncate imports, import_keys`.execute(database.db)
  await sql`delete from jobs where id not in (select id from jobs limit 1)`.execute(database.db)
  await load()
  expect(await select('select count(*)::int as jobs from jobs')).toEqual([{ jobs: 1 }])
  expect(await select('select status from imports')).toEqual([])
})
