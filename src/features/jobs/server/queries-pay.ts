import { sql, type RawBuilder } from 'kysely'
import type { StateCode } from '#shared/us-states.ts'
import type { Db } from '#platform/server/database.ts'
import { fewestPostings } from '../model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'

/** What postings pay. */

/** How pay spreads, in US dollars a year. */
type PaySpread = {
  postings: number
  lowest: number
  lowerQuartile: number
  median: number
  upperQuartile: number
  highest: number
}

/** Without a state it is the whole country. */
type PayGroup = PaySpread & { specialty: Specialty; state: StateCode | null }

/** The columns of a `PaySpread`. */
function spreadOf(pay: RawBuilder<unknown>) {
  const at = (place: number) =>
    sql`round((percentile_cont(array[0, 0.25, 0.5, 0.75, 1])
      within group (order by ${pay}))[${sql.lit(place)}]::numeric)::integer`
  return sql`count(*)::integer as postings, ${at(1)} as lowest, ${at(2)} as "lowerQuartile",
    ${at(3)} as median,
    ${at(4)} as "upperQuartile", ${at(5)} as highest`
}

/**
 * How the pay of active jobs spreads, per specialty and per specialty in each state; each job
 * counts with the middle of its range. Reads the whole catalog: seconds at a million jobs.
 */
export async function findPayGroups(db: Db): Promise<PayGroup[]> {
  const { rows } = await sql<PayGroup>`
    select specialty, state, ${spreadOf(sql`pay`)}
    from (select specialty, state, middle_pay(jobs) as pay from jobs where status = 'active') paid
    where pay is not null
    group by grouping sets ((specialty), (specialty, state))
    having count(*) >= ${fewestPostings}
  `.execute(db)
  return rows
}

/** How a pay stands among postings: how many pay less, and how their pay spreads. */
export type PayAround = PaySpread & { below: number; withCall: number; callMedian: number | null }

export type PayQuestion = {
  specialty: Specialty
  /** Without them, of the whole country. */
  states?: readonly string[] | undefined
  /**
   * Not only full-time postings: others count with their rate, unless it is by the year, which may
   * be for any part of one.
   */
  isAnyType?: boolean
  pay?: number
  /** The word of the index for a limit of call. */
  callWord?: string | undefined
}

/** The active postings of a specialty around a yearly pay; undefined if they are too few. */
export async function findPayAround(db: Db, question: PayQuestion): Promise<PayAround | undefined> {
  const { specialty, states, isAnyType = false, pay = 0, callWord } = question
  const isCounted = callWord === undefined ? sql`false` : sql`search @@ ${`'${callWord}'`}::tsquery`
  const postings = isAnyType
    ? sql`(
        select s.specialty, s.state, s.search,
          coalesce(s.middle_pay, case when comp_unit <> 'YEAR' then middle_of_range(jobs) end) as middle_pay
        from job_search s join jobs on id = job_id
        where s.middle_pay is not null or middle_of_range(jobs) between 40000 and 5000000
      ) of_any_type`
    : sql`job_search`
  const { rows } = await sql<PayAround>`
    select ${spreadOf(sql`middle_pay`)}, (count(*) filter (where middle_pay < ${pay}))::integer as below,
      (count(*) filter (where ${isCounted}))::integer as "withCall",
      percentile_cont(0.5) within group (order by middle_pay) filter (where ${isCounted}) as "callMedian"
    from ${postings}
    where specialty = ${specialty}
      and middle_pay is not null ${states ? sql`and state = any(${states}::text[])` : sql``}
    having count(*) >= ${fewestPostings}
  `.execute(db)
  return rows[0]
}
