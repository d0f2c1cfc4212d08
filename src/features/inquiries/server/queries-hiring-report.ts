import { sql } from 'kysely'
import { type Origin, origins } from '#features/insights/model.ts'
import type { Scope } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { timeZoneOfState } from '#shared/dates.ts'
import { stateCodes } from '#shared/us-states.ts'
import { type Outcome, outcomes, reportMonths, type Stage, stages } from '../model.ts'
import { inboxOf, isFirst, shownStage } from './queries-inbox.ts'
import { outcomesOf } from './queries-stages.ts'
import { isTakenDown } from './reach.ts'

export type ReportRow = {
  /** Null of all postings. */
  jobId: string | null
  title: string | null
  /** '2026-11'; null of all months. */
  month: string | null
  applications: number
  answered: number
  seconds: number | null
  stages: Record<Stage, number>
  sources: Record<Origin, number>
  outcomes: Record<Outcome, number>
}

const zones = JSON.stringify(
  Object.fromEntries(stateCodes.map((state) => [state, timeZoneOfState(state)])),
)

/** The month of a moment by the clocks of the posting's state, as its last day is read. */
const monthOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone (${zones}::jsonb ->> jobs.state), 'YYYY-MM')`

/** 'new', count of those in it, … */
const countsOf = (names: readonly string[], column: string, amount = sql`1`) =>
  sql`jsonb_build_object(${sql.join(
    names.flatMap((name) => [
      sql.lit(name),
      sql`coalesce(sum(${amount}) filter (where ${sql.ref(column)} = ${sql.lit(name)}), 0)::integer`,
    ]),
  )})`

/** Of each group of postings or months, or both; medians cannot be added up. */
export async function findReport(
  db: Db,
  scope: Scope,
  jobId: string | undefined,
  groups: 'both' | 'each',
): Promise<ReportRow[]> {
  const condition = sql<boolean>`(${scope.condition}
    and ${jobId === undefined ? sql`true` : sql`jobs.id = ${jobId}`})`
  const since = sql<Date>`date_trunc('month', now()) - ${reportMonths - 1} * interval '1 month'`
  const received = inboxOf(db, { condition })
    .where(isFirst)
    .where('inquiries.created_at', '>=', since)
    .select(['inquiries.job_id', monthOf('inquiries.created_at').as('month')])
    .select(shownStage.as('stage'))
    .select(
      sql<number>`extract(epoch from answered_at - inquiries.created_at)::float8`.as('seconds'),
    )
  const decided = outcomesOf(db)
    .where(condition)
    .where('decided_at', '>=', since)
    .select(['jobs.id', monthOf('decided_at').as('month'), 'outcome'])
  const sets = groups === 'both' ? sql`(job_id, month)` : sql`(), (job_id), (month)`
  const { rows } = await sql<ReportRow>`
    select job_id as "jobId", (select title from jobs where id = job_id) as title, month,
      count(stage)::integer as applications, count(seconds)::integer as answered,
      percentile_cont(0.5) within group (order by seconds) as seconds,
      ${countsOf(stages, 'stage')} as stages, ${countsOf(origins, 'origin', sql`inquiries`)} as sources,
      ${countsOf(outcomes, 'outcome')} as outcomes
    from (
      select job_id, month, stage, seconds, null as origin, 0 as inquiries, null as outcome
      from (${received}) received
      union all
      select job_id, to_char(day, 'YYYY-MM'), null, null, origin, inquiries, null
      from posting_origins join jobs on jobs.id = job_id
      where ${condition} and day >= ${since} and inquiries > 0 and not ${isTakenDown}
      union all
      select id, month, null, null, null, 0, outcome from (${decided}) decided
    ) facts
    group by grouping sets (${sets})
    order by applications desc, title, month desc
  `.execute(db)
  return rows
}
