import { sql } from 'kysely'
import type { StateCode } from '#shared/us-states.ts'
import type { Db } from '#server/lib/database.ts'
import { unitsPerYear } from '../model.ts'
import type { EmploymentType } from '../model.ts'
import type { Specialty } from '../specialties.ts'

/** In US dollars a year, not rounded; without a state it is the whole country. */
export type PayGroup = {
  specialty: Specialty
  state: StateCode | null
  postings: number
  /** The lowest, the lower quartile, the median, the upper quartile, the highest. */
  quartiles: [number, number, number, number, number]
}

/** The middle of a job's range, in US dollars a year. */
const payOfYear = sql`((coalesce(comp_min, comp_max) + coalesce(comp_max, comp_min)) / 2 * case comp_unit ${sql.join(
  Object.entries(unitsPerYear).map(([unit, count]) => sql`when ${sql.lit(unit)} then ${sql.lit(count)}`),
  sql` `,
)} end)::double precision`

type Wanted = {
  types: readonly EmploymentType[]
  /** Smaller groups are left out. */
  atLeast: number
  /** What lies outside is a slip of the pen. */
  plausible: readonly [number, number]
}

/**
 * How the pay of active jobs spreads, per specialty and per specialty in each state; each job counts with the middle of
 * its range. Reads the whole catalogue: seconds at a million jobs.
 */
export async function findPayGroups(db: Db, { types, atLeast, plausible }: Wanted): Promise<PayGroup[]> {
  const { rows } = await sql<PayGroup>`
    select specialty, state, count(*)::integer as postings,
      percentile_cont(array[0, 0.25, 0.5, 0.75, 1]) within group (order by pay) as quartiles
    from (
      select specialty, state, ${payOfYear} as pay
      from jobs
      where status = 'active' and employment_type = any(${types}::text[]) and pay_annual is not null
    ) paid
    where pay between ${plausible[0]} and ${plausible[1]}
    group by grouping sets ((specialty), (specialty, state))
    having count(*) >= ${atLeast}
  `.execute(db)
  return rows
}

export type BoardFigures = {
  jobs: number
  /** Told apart by their names. */
  employers: number
  /** Of the wanted postings, each with the middle of its range, in US dollars a year; null if there are too few. */
  medianPay: number | null
}

/** The board in figures. Reads the whole catalogue: seconds at a million jobs. */
export async function countBoard(db: Db, { types, atLeast, plausible }: Wanted): Promise<BoardFigures> {
  const { rows } = await sql<BoardFigures>`
    with active as (
      select lower(employer) as employer, employment_type = any(${types}::text[]) as wanted, ${payOfYear} as pay
      from jobs where status = 'active'
    )
    select
      (select count(*)::integer from active) as jobs,
      (select count(*)::integer from (select from active group by employer) named) as employers,
      (
        select case when count(*) >= ${atLeast} then percentile_cont(0.5) within group (order by pay) end
        from active where wanted and pay between ${plausible[0]} and ${plausible[1]}
      ) as "medianPay"
  `.execute(db)
  return rows[0] ?? { jobs: 0, employers: 0, medianPay: null }
}

/**
 * How often rows of the catalogue have been written, as PostgreSQL counts for itself: unchanged for as long as nothing changed.
 * It hears of a change some seconds late.
 */
export async function countJobWrites(db: Db): Promise<string> {
  const { rows } = await sql<{ writes: string }>`
    select pg_stat_get_tuples_inserted(id) + pg_stat_get_tuples_updated(id) + pg_stat_get_tuples_deleted(id) as writes
    from (select 'jobs'::regclass::oid as id) catalogue
  `.execute(db)
  return rows[0]?.writes ?? '0'
}
