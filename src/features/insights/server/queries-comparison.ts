import { sql } from 'kysely'
import { isReachedBy } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { StateCode } from '#shared/us-states.ts'
import { minDaysLive, minPeers, type ComparedFact } from '../model.ts'
import type { Period } from './queries.ts'

type Result = { viewsAWeek: number; views: number; saves: number; responses: number }

export type OwnPosting = Result & {
  id: string
  title: string
  specialty: string
  state: StateCode
  payAnnual: number | null
} & Record<ComparedFact, boolean>

/** The comparable postings of a specialty in a state, or anywhere, together. */
export type PeerGroup = Result & {
  specialty: string
  state: StateCode | null
  postings: number
  employers: number
  medianPay: number | null
} & Record<ComparedFact, number>

/** A group is compared by its newest postings. */
const maxPeers = 500

const facts = {
  pay: sql`(pay_annual is not null or comp_text is not null)`,
  schedule: sql`(cardinality(schedule) > 0)`,
  setting: sql`(cardinality(setting) > 0)`,
  benefits: sql`(cardinality(benefits) > 0)`,
  startDate: sql`(start_date_text is not null)`,
  visa: sql`(visa_support is not null)`,
} satisfies Record<ComparedFact, unknown>

const factColumns = sql.join(
  Object.entries(facts).map(([name, condition]) => sql`${condition} as ${sql.ref(name)}`),
)

/**
 * Only what is stated by the year: other units are converted for sorting, which is nobody's figure.
 */
const yearlyPay = sql`case when comp_unit = 'YEAR' then pay_annual end`

/** The columns of a posting's result in a period; `jobs` is in scope. */
const resultOf = ({ from, to }: Period) => sql`
  cross join lateral (
    select greatest(1, extract(epoch from now() - greatest(posted_at,
      ${from}::date::timestamp at time zone 'UTC')) / 86400)::float8 as days_live
  ) as life
  cross join lateral (
    select coalesce(sum(views), 0)::integer as views, coalesce(sum(apply_clicks), 0)::integer as clicks
    from posting_insights where job_id = jobs.id and day between ${from}::date and ${to}::date
  ) as seen
  cross join lateral (
    select count(*)::integer as saves from favorites
    where job_id = jobs.id and removed_at is null and saved_at >= ${from}::date::timestamp at time zone 'UTC'
  ) as saved
  cross join lateral (
    select count(*)::integer as inquiries from inquiries
    where job_id = jobs.id and withdrawn_at is null
      and created_at >= ${from}::date::timestamp at time zone 'UTC'
  ) as inquired
`

/** An owner's active postings, the newest first; or one of them. */
export async function findComparedPostings(
  db: Db,
  { ownerId, id }: { ownerId: string; id: string | undefined },
  period: Period,
  limit: number,
): Promise<OwnPosting[]> {
  const { rows } = await sql<OwnPosting>`
    select
      jobs.id, title, specialty, state, ${yearlyPay} as "payAnnual",
      views * 7 / days_live as "viewsAWeek", views, saves, clicks + inquiries as responses, ${factColumns}
    from jobs ${resultOf(period)}
    where ${isReachedBy(ownerId)} and status = 'active'
      and posted_at < now() - make_interval(days => ${minDaysLive})
      ${id === undefined ? sql`` : sql`and jobs.id = ${id}`}
    order by posted_at desc, jobs.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** The results of others' active postings, by group; groups without any are left out. */
export async function findPeers(
  db: Db,
  ownerId: string,
  groups: readonly Pick<PeerGroup, 'specialty' | 'state'>[],
  period: Period,
): Promise<PeerGroup[]> {
  const { rows } = await sql<PeerGroup>`
    select
      wanted.specialty, wanted.state,
      count(*)::integer as postings,
      count(distinct lower(employer))::integer as employers,
      percentile_cont(0.5) within group (order by views * 7 / days_live) as "viewsAWeek",
      sum(views)::integer as views,
      sum(saves)::integer as saves,
      sum(clicks + inquiries)::integer as responses,
      case when count(yearly) >= ${minPeers} then percentile_cont(0.5)
        within group (order by yearly) end as "medianPay",
      ${sql.join(Object.keys(facts).map((name) => sql`count(*) filter (where ${sql.ref(name)})::integer as ${sql.ref(name)}`))}
    from json_to_recordset(${JSON.stringify(groups)}::json) as wanted (specialty text, state text)
    cross join lateral (
      select id, employer, posted_at, ${yearlyPay} as yearly, ${factColumns}
      from jobs
      where jobs.status = 'active' and jobs.specialty = wanted.specialty
        and (wanted.state is null or jobs.state = wanted.state)
        and (${isReachedBy(ownerId)}) is not true
        and posted_at < now() - make_interval(days => ${minDaysLive})
      order by posted_at desc
      limit ${maxPeers}
    ) as jobs
    ${resultOf(period)}
    group by wanted.specialty, wanted.state
  `.execute(db)
  return rows
}
