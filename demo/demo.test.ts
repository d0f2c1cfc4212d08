import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { startPostgres, type Postgres } from '#platform/server/postgres/start.ts'
import { readSettings } from '#platform/server/settings.ts'
import { folderForFile } from '#test/for-test.ts'
import { copyDemo } from '#test/kept-demo.ts'
import { findEmployer } from '#features/employers/server/queries.ts'
import { findLiveFigures } from '#features/home/server/public.ts'
import { getFacets } from '#features/jobs/server/public.ts'
import { loadDemo } from './demo.ts'

const dataDir = folderForFile()
let db: Db
let postgres: Postgres

beforeAll(async () => {
  await copyDemo(dataDir.path)
  postgres = await startPostgres({ dataDir: dataDir.path, fast: true })
  db = openDatabase(postgres.connection)
}, 300_000)
afterAll(async () => {
  await db.destroy()
  await postgres.stop()
})

const load = () => loadDemo(db, readSettings({ DATA_DIR: dataDir.path }), () => {})

const select = async (query: string): Promise<Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(query).execute(db)).rows

it('fills the board: at least 2,000 published jobs of every specialty and state; only doubtful ones wait', async () => {
  const [row] = await select(`
    select (select count(*)::int from jobs where status = 'active') as active,
      count(*)::int as jobs, count(distinct specialty)::int as specialties, count(distinct state)::int as states,
      count(*) filter (where status <> 'active')::int as waiting, count(*) filter (where cardinality(doubtful) > 0)::int as doubtful,
      count(*) filter (where comp_min is null and comp_max is null)::int as unpaid,
      count(*) filter (where lat is null and city <> 'Remote' and state <> 'OTHER' and status = 'active')::int as nowhere
    from jobs left join job_facts on job_facts.job_id = jobs.id where jobs.source = 'Demo data'
  `)
  expect(row?.['jobs']).toBeGreaterThanOrEqual(2000)
  expect(row?.['specialties']).toBeGreaterThanOrEqual(38)
  expect(row?.['states']).toBeGreaterThanOrEqual(51)
  expect(row?.['waiting']).toBeLessThan(60)
  expect(row).toMatchObject({ active: 2847, nowhere: 0, doubtful: row?.['waiting'] })
})

it('opens with the three figures of the landing page, counted', async () => {
  const { figures } = await findLiveFigures(db)
  expect(figures.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '2,847 Active Jobs',
    '1,200+ Hospitals',
    '$285K Avg. Salary',
  ])
})

it('counts exactly what each filter finds, from the first request on', async () => {
  expect(await getFacets(db, { specialty: ['Radiology'] })).toMatchObject({
    countsAreEstimates: false,
  })
})

it('has an operator’s authorization: its pages carry structured data', async () => {
  expect(
    await select(
      `select distinct source, structured_data_allowed from jobs where channel = 'import' and status = 'active'`,
    ),
  ).toEqual([{ source: 'Demo data', structured_data_allowed: true }])
})

it('shows no nurse, no markup, no unsafe link', async () => {
  expect(
    await select(`
      select title from jobs
      where source = 'Demo data' and (title ~* '\\y(nurse|rn|pa-c|technician|therapist|assistant)\\y' or description ~ '</?(p|ul|li|br)\\y|&amp;|&nbsp;'
        or apply_url !~ '^(https?://|mailto:)' or source_url !~ '^https?://' or comp_max > 5000000 or posted_at > now())
    `),
  ).toEqual([])
})

it.each([
  [
    'employer',
    {
      active: 8,
      inactive: 1,
      expired: 1,
      pending: 1,
      rejected: 1,
      drafts: 1,
      days: 90,
      seen: true,
    },
  ],
  [
    'recruiter',
    {
      active: 8,
      inactive: 1,
      expired: 1,
      pending: 0,
      rejected: 0,
      drafts: 1,
      days: 90,
      seen: true,
    },
  ],
])('gives the %s postings in every state, with views over ninety days', async (role, expected) => {
  const [desk] = await select(`
    select
      count(*) filter (where status = 'active')::int as active, count(*) filter (where status = 'inactive')::int as inactive,
      count(*) filter (where status = 'expired')::int as expired, count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'rejected')::int as rejected,
      (select count(*)::int from posting_drafts where owner_id = users.id) as drafts,
      (select current_date - min(day) + 1 from owner_insights where owner_id = users.id) as days,
      (select min(visitors) > 0 from owner_insights where owner_id = users.id) as seen
    from users join jobs on owner_id = users.id where email = '${role}@demo.example' group by users.id
  `)
  // The day may change during the test.
  expect({ ...desk, days: Number(desk?.['days']) - (Number(desk?.['days']) > 90 ? 1 : 0) }).toEqual(
    expected,
  )
})

it('counts where each inquiry came from once', async () => {
  expect(
    await select(`
      select (select sum(inquiries)::int from posting_origins) = count(*) as counted from inquiries
    `),
  ).toEqual([{ counted: true }])
})

it('has sixty physicians with profiles, of whom four organizations see some, and one is presented', async () => {
  const [row] = await select(`
    select (select count(*)::int from profiles) as profiles,
      (select count(distinct organization_id)::int from profile_views) as seekers,
      (select count(*)::int from posting_invitations where through_id is null) as invited,
      (select count(*)::int from inquiries where presented_by = 'Demo Recruiting') as presented
  `)
  expect(row).toMatchObject({ profiles: 60, seekers: 4, presented: 1 })
  expect(row?.['invited']).toBeGreaterThan(0)
})

it('has four organizations with an owner, a recruiter and a reader; two have a page with a logo, and say how they hire', async () => {
  expect(
    await select(`
      select name, array_agg(seat order by seat) as seats, 
        exists (select from owned_names n where n.organization_id = o.id and authority = 'administrator') as verified,
        logo_id is not null as logo
      from organizations o join organization_members on organization_id = o.id group by o.id order by name
    `),
  ).toEqual(
    ['Demo Clinic', 'Demo Health System', 'Demo Hospital', 'Demo Recruiting'].map((name, index) => {
      const seats = ['owner', 'reader', 'recruiter']
      return { name, seats, verified: name !== 'Demo Recruiting', logo: index < 2 }
    }),
  )
  expect(await findEmployer(db, 'demo-health-system')).toMatchObject({
    answers: { inquiries: 6 },
    closed: { days: 39, postings: 5 },
    hires: 'in-house',
    photos: { length: 2 },
  })
})

it('has inquiries at every stage with CVs, saved jobs of every status, alerts, reports, waiting rows and mails', async () => {
  const [counts] = await select(`
    select
      (select array_agg(distinct status order by status) from inquiries) as stages,
      (select count(distinct status)::int from inquiries join cv_attachments on inquiry_id = id) as with_cv,
      (select count(*)::int from cv_openings) > 0 as opened,
      (select array_agg(distinct status order by status) from favorites) as saved,
      (select count(*)::int from job_alerts where status = 'active') as alerts,
      (select count(*)::int from job_reports where outcome is null) as reports,
      (select count(*)::int from jobs where source = 'Sample feed' and status = 'pending') > 20 as waiting,
      (select count(*)::int from jobs where channel = 'public' and owner_id is null and status = 'pending') as public,
      (select count(*)::int from unread_postings) > 0 as unread,
      (select count(*)::int from mails) > 20 as mails
  `)
  expect(counts).toEqual({
    stages: ['answered', 'closed', 'read', 'sent', 'withdrawn'],
    with_cv: 5,
    opened: true,
    saved: ['applied', 'closed', 'interview', 'offer', 'saved'],
    alerts: 3,
    reports: 3,
    waiting: true,
    public: 3,
    unread: true,
    mails: true,
  })
})

it('begins the history of each posting on the day on which it was posted', async () => {
  const [days] = await select(`
    select count(distinct posted_at::date)::int as days, count(*) filter (where at <> posted_at or posted_at <> created_at)::int as contradictions
    from jobs join posting_events on job_id = jobs.id where jobs.channel = 'account' and action = 'submit'
  `)
  expect(days).toEqual({ days: 15, contradictions: 0 })
})

it('was completed by the second start, after the first had died halfway', async () => {
  const [{ jobs, all, processed } = {}] = await select(`
    select (select count(*)::int from jobs where channel = 'import') as jobs, sum(imported)::int as all, max(processed) as processed from imports
  `)
  expect([jobs, processed]).toEqual([all, 2960])
})

it('is loaded once', async () => {
  const counted =
    'select (select count(*) from jobs), (select count(*) from inquiries), (select count(*) from mails)'
  const before = await select(counted)
  await load()
  expect(await select(counted)).toEqual(before)
  expect(await select('select distinct status from imports')).toEqual([{ status: 'finished' }])
})

it('is not loaded into a board that has other jobs', async () => {
  await sql`truncate imports, import_keys`.execute(db)
  const jobs = await select('select count(*) from jobs')
  await load()
  expect(await select('select count(*) from jobs')).toEqual(jobs)
  expect(await select('select status from imports')).toEqual([])
})
