import { sql } from 'kysely'
import type { StateCode } from '#shared/us-states.ts'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import type { JobSummary } from '../contract.ts'
import { fewestPostings } from '../model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { JobRow, JobsTables } from './tables.ts'

/** What lists show as it is stored, by its name in the answer. The long texts lie outside the row, and are not read for them. */
export const summaryFields = {
  id: 'id',
  title: 'title',
  employer: 'employer',
  city: 'city',
  state: 'state',
  specialty: 'specialty',
  type: 'employment_type',
  duration: 'duration',
  payrollType: 'payroll',
  startDateText: 'start_date_text',
  priority: 'priority',
  brief: 'brief',
  descriptionSnippet: 'snippet',
  facilityName: 'facility_name',
  organizationType: 'organization_type',
  userType: 'user_type',
  isVerifiedHospital: 'is_verified_hospital',
  visaSupport: 'visa_support',
  telehealth: 'telehealth',
  newGraduatesAcceptable: 'new_graduates_acceptable',
  applyUrl: 'apply_url',
  source: 'source',
} as const satisfies Partial<Record<keyof JobSummary, keyof JobRow>>

const payColumns = ['comp_text', 'comp_min', 'comp_max', 'comp_unit'] as const
const summaryColumns = [...Object.values(summaryFields), ...payColumns, 'further_places', 'posted_at', 'updated_at'] as const

export type SummaryRow = Pick<JobRow, (typeof summaryColumns)[number]>

/** The columns of a `SummaryRow`. */
export const summaryList = sql.raw(summaryColumns.join(', '))

/**
 * The rows of a page, in the order of its ids; those that are not `known` are looked up. Jobs that were taken down in between are
 * missing.
 */
export async function findSummaries(db: Db, ids: readonly string[], known: readonly SummaryRow[] = []): Promise<SummaryRow[]> {
  const byId = new Map(known.map((row) => [row.id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  if (missing.length > 0) {
    const { rows } = await sql<SummaryRow>`
      select ${summaryList} from jobs where id = any (${missing}::uuid[]) and status = 'active' ${plannedOnce}
    `.execute(db)
    for (const row of rows) byId.set(row.id, row)
  }
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The newest active jobs of an account and its organization; not the confidential ones, because their list has its name. */
export const findSummariesOf = (
  db: Db,
  ownerId: string,
  { specialty, limit }: { specialty: Specialty | undefined; limit: number },
): Promise<SummaryRow[]> =>
  db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .select(summaryColumns)
    .where(sql<boolean>`owner_id = any (team_of(${ownerId}))`)
    .where('status', '=', sql.lit('active'))
    .where(sql<boolean>`employer_slug(employer) not like 'confidential%'`)
    .$if(specialty !== undefined, (it) => it.where('specialty', '=', specialty ?? 'Other'))
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

type EmployerRow = { key: string; name: string; jobs: number; isVerifiedHospital: boolean }

/** Employers with active jobs by their names in lower case, after one of them, read from an index in its order. */
export async function findEmployers(
  db: Db,
  { after, prefix, limit }: { after: string; prefix: string; limit: number },
): Promise<EmployerRow[]> {
  const { rows } = await sql<EmployerRow>`
    select lower(employer) as key, min(employer) as name, count(*)::integer as jobs,
      bool_or(is_verified_hospital) as "isVerifiedHospital"
    from jobs
    where status = 'active' and lower(employer) > ${after} and starts_with(lower(employer), lower(${prefix}))
    group by 1 order by 1 limit ${limit}
  `.execute(db)
  return rows
}

export type DetailRow = JobRow & { seen_at: Date | null; logo_id: string | null }

/** One public job, and when its source listed it last; undefined if there is none with this id, or it is not active. */
export async function findActiveJob(db: Db, id: string): Promise<DetailRow | undefined> {
  return db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .leftJoin('job_sightings', 'job_id', 'id')
    .selectAll('jobs')
    .select(['seen_at', sql<string | null>`logo_of(employer)`.as('logo_id')])
    .where('id', '=', id)
    .where('status', '=', sql.lit('active'))
    .modifyEnd(plannedOnce)
    .executeTakeFirst()
}

export type ClosedRow = Pick<JobRow, 'id' | 'title' | 'city' | 'state' | 'specialty'>

/**
 * A job that was public and has closed: no way leads to these two statuses but from an active one. What was hidden with a suspended
 * account counts as removed.
 */
export async function findClosedJob(db: Db, id: string): Promise<ClosedRow | undefined> {
  return db
    .withTables<JobsTables & { users: { id: string; suspended_at: Date | null } }>()
    .selectFrom('jobs')
    .leftJoin('users', 'users.id', 'owner_id')
    .select(['jobs.id', 'title', 'city', 'state', 'specialty'])
    .where('jobs.id', '=', id)
    .where('status', 'in', ['inactive', 'expired'])
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
}

/** In US dollars a year, not rounded; without a state it is the whole country. */
export type PayGroup = {
  specialty: Specialty
  state: StateCode | null
  postings: number
  /** The lowest, the lower quartile, the median, the upper quartile, the highest. */
  quartiles: [number, number, number, number, number]
}

/**
 * How the pay of active jobs spreads, per specialty and per specialty in each state; each job counts with the middle of
 * its range. Reads the whole catalog: seconds at a million jobs.
 */
export async function findPayGroups(db: Db): Promise<PayGroup[]> {
  const { rows } = await sql<PayGroup>`
    select specialty, state, count(*)::integer as postings,
      percentile_cont(array[0, 0.25, 0.5, 0.75, 1]) within group (order by pay) as quartiles
    from (select specialty, state, middle_pay(jobs) as pay from jobs where status = 'active') paid
    where pay is not null
    group by grouping sets ((specialty), (specialty, state))
    having count(*) >= ${fewestPostings}
  `.execute(db)
  return rows
}

/** How an offer stands among postings: how many pay less, and how their pay spreads. */
export type PayAround = {
  postings: number
  below: number
  quartiles: PayGroup['quartiles']
  withCall: number
  callMedian: number | null
}

/**
 * The active full-time postings of a specialty, in some states or in all, around a yearly pay; undefined if they are too few. `callWord` is the word of the index
 * for a limit of call.
 */
export async function findPayAround(
  db: Db,
  asked: { specialty: Specialty; states: readonly string[] | undefined; pay: number; callWord: string | undefined },
): Promise<PayAround | undefined> {
  const { specialty, states, pay, callWord } = asked
  const isCounted = callWord === undefined ? sql`false` : sql`search @@ ${`'${callWord}'`}::tsquery`
  const { rows } = await sql<PayAround>`
    select count(*)::integer as postings, (count(*) filter (where middle_pay < ${pay}))::integer as below,
      percentile_cont(array[0, 0.25, 0.5, 0.75, 1]) within group (order by middle_pay) as quartiles,
      (count(*) filter (where ${isCounted}))::integer as "withCall",
      percentile_cont(0.5) within group (order by middle_pay) filter (where ${isCounted}) as "callMedian"
    from job_search
    where specialty = ${specialty} and middle_pay is not null ${states ? sql`and state = any(${states}::text[])` : sql``}
    having count(*) >= ${fewestPostings}
  `.execute(db)
  return rows[0]
}

export type BoardFigures = {
  jobs: number
  /** Employers, each once in every city where it hires, without practices and clinics that say they are that. */
  hospitals: number
  /** Of the wanted postings, each with the middle of its range, in US dollars a year; null if there are too few. */
  medianPay: number | null
}

/** The board in figures. Reads the whole catalog: seconds at a million jobs. */
export async function countBoard(db: Db): Promise<BoardFigures> {
  const { rows } = await sql<BoardFigures>`
    with active as (
      select lower(employer) as employer, lower(city) as city, state, organization_type, middle_pay(jobs) as pay
      from jobs where status = 'active'
    )
    select
      (select count(*)::integer from active) as jobs,
      (
        select count(*)::integer from (
          select from active
          where organization_type is null or organization_type not in ('Private Practice', 'Clinic')
          group by employer, city, state
        ) workplace
      ) as hospitals,
      (
        select case when count(pay) >= ${fewestPostings} then percentile_cont(0.5) within group (order by pay) end from active
      ) as "medianPay"
  `.execute(db)
  return rows[0] ?? { jobs: 0, hospitals: 0, medianPay: null }
}

/**
 * How often rows of the catalog have been written, as PostgreSQL counts for itself: unchanged for as long as nothing changed.
 * It hears of a change some seconds late.
 */
export async function countJobWrites(db: Db): Promise<string> {
  const { rows } = await sql<{ writes: string }>`
    select pg_stat_get_tuples_inserted(id) + pg_stat_get_tuples_updated(id) + pg_stat_get_tuples_deleted(id) as writes
    from (select 'jobs'::regclass::oid as id) catalog
  `.execute(db)
  return rows[0]?.writes ?? '0'
}
