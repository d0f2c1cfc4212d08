import { sql, type RawBuilder } from 'kysely'
import type { JobStatus } from '#features/jobs/model.ts'
import { isReachedBy } from '#features/postings/server/public.ts'
import { inTransaction, oneOf, plannedOnce, type Db } from '#platform/server/database.ts'
import { rowsPast, type AgeRule } from '#platform/server/retention.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { minPeers, type EventKind, type Figures, type Origin } from '../model.ts'

export type Period = { from: string; to: string }

/** One posting, or all of an account and its organization, or some of these. */
type Subject = { jobId: string } | { ownerId: string; among?: readonly string[] }

/** Also removed ones. */
function jobsOf(subject: Subject) {
  if ('jobId' in subject) return sql`${subject.jobId}::uuid`
  const { ownerId, among } = subject
  return sql`select id from jobs where ${isReachedBy(ownerId)}
    ${among ? sql`and id = any (${among}::uuid[])` : sql``}`
}

export async function findDays(
  db: Db,
  subject: Subject,
  { from, to }: Period,
): Promise<(Figures & { day: string })[]> {
  const jobIds = jobsOf(subject)
  const arrivals =
    'jobId' in subject
      ? sql`select day, visitors from posting_insights where job_id = ${subject.jobId}`
      : sql`select day, sum(visitors)::integer as visitors from owner_insights
        where owner_id = any (team_of(${subject.ownerId})) group by day`
  const { rows } = await sql<Figures & { day: string }>`
    select
      to_char(day, 'YYYY-MM-DD') as day,
      ${figures('arrivals')}
    from (select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date) as n) as days
    left join (${seenBy(sql`day`, jobIds, { from, to })}) as seen using (day)
    left join (${arrivals}) as arrivals using (day)
    left join (${savedBy(dayOf('saved_at'), jobIds, { from, to })}) as saved using (day)
    left join (${inquiredBy(dayOf('created_at'), jobIds, { from, to })}) as inquired using (day)
    order by day
  `.execute(db)
  return rows
}

type OriginRow = { origin: Origin; views: number; applyClicks: number; inquiries: number }

/** The most frequent first; without a subject, of the whole board. */
export async function findOrigins(
  db: Db,
  { from, to }: Period,
  subject?: Subject,
): Promise<OriginRow[]> {
  const { rows } = await sql<OriginRow>`
    select origin, sum(views)::integer as views, sum(apply_clicks)::integer as "applyClicks",
      sum(inquiries)::integer as inquiries
    from posting_origins
    where day between ${from}::date and ${to}::date
      and ${subject ? sql`job_id in (${jobsOf(subject)})` : sql`true`}
    group by origin order by views desc, "applyClicks" desc, inquiries desc, origin
  `.execute(db)
  return rows
}

type PostingRow = { id: string; title: string; status: JobStatus }

/**
 * The postings of the subject with totals, the most viewed first; of an account, without removed
 * ones. `daily`: with views by day.
 */
export async function findTotals(
  db: Db,
  subject: Subject,
  period: Period,
  { limit, daily = false }: { limit: number; daily?: boolean },
): Promise<(PostingRow & { total: Figures; views?: number[] })[]> {
  const days = sql`
    array(
      select coalesce(posting_insights.views, 0)
      from generate_series(0, ${period.to}::date - ${period.from}::date) as n
      left join posting_insights on job_id = jobs.id and day = ${period.from}::date + n
      order by n
    )`
  const { rows } = await sql<PostingRow & { days: number[] } & Figures>`
    select
      id, title, status, ${daily ? days : sql`null`} as days,
      ${figures('seen')}
    from jobs
    ${figuresOf(jobsOf(subject), period)}
    where id in (${jobsOf(subject)}) and ${'jobId' in subject ? sql`true` : sql`status <> 'removed'`}
    order by coalesce(views, 0) desc, posted_at desc, id
    limit ${limit}
  `.execute(db)
  return rows.map(({ id, title, status, days: ofDays, ...total }) => ({
    id,
    title,
    status,
    total,
    ...(daily && { views: ofDays }),
  }))
}

/** `visitors` names the table that counts them. */
const figures = (visitors: string) => sql`
  coalesce(views, 0) as views, coalesce(${sql.ref(visitors)}.visitors, 0) as visitors,
  coalesce("applyClicks", 0) as "applyClicks", coalesce(saves, 0) as saves, coalesce(inquiries, 0)
    as inquiries`

/** Joins what each job has in the period. */
const figuresOf = (jobIds: RawBuilder<unknown>, period: Period) => sql`
  left join (${seenBy(sql`job_id`, jobIds, period)}) as seen on seen.job_id = id
  left join (${savedBy(sql`job_id`, jobIds, period)}) as saved on saved.job_id = id
  left join (${inquiredBy(sql`job_id`, jobIds, period)}) as inquired on inquired.job_id = id`

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date as day`

const within = (column: string, { from, to }: Period) =>
  sql`${sql.ref(column)} >= ${from}::date::timestamp at time zone 'UTC'
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'UTC'`

const seenBy = (key: RawBuilder<unknown>, jobIds: RawBuilder<unknown>, { from, to }: Period) => sql`
  select ${key}, sum(views)::integer as views, sum(apply_clicks)::integer as "applyClicks",
    sum(visitors)::integer as visitors
  from posting_insights
  where job_id in (${jobIds}) and day between ${from}::date and ${to}::date
  group by 1
`

const savedBy = (key: RawBuilder<unknown>, jobIds: RawBuilder<unknown>, period: Period) => sql`
  select ${key}, count(*)::integer as saves from favorites
  where job_id in (${jobIds}) and removed_at is null and ${within('saved_at', period)}
  group by 1
`

const inquiredBy = (key: RawBuilder<unknown>, jobIds: RawBuilder<unknown>, period: Period) => sql`
  select ${key}, count(*)::integer as inquiries from inquiries
  where job_id in (${jobIds}) and withdrawn_at is null and ${within('created_at', period)}
  group by 1
`

/** The stored counts and the new ones. */
const sumsOf = (...columns: string[]) =>
  sql.join(
    columns.map(
      (column) => sql`${sql.ref(column)} = stored.${sql.ref(column)} + excluded.${sql.ref(column)}`,
    ),
  )

/**
 * For a merged job: adds the days of both. A visitor of both on one day counts twice, because
 * hashes differ by posting.
 */
export const moveInsights = (trx: Db, { from, to }: { from: string; to: string }) =>
  sql`
    with gone_origins as (
      delete from posting_origins where job_id = ${from} returning day, origin, views, apply_clicks, inquiries
    ),
    origins as (
      insert into posting_origins as stored (job_id, day, origin, views, apply_clicks, inquiries)
      select ${to}::uuid, day, origin, views, apply_clicks, inquiries from gone_origins
      on conflict (job_id, day, origin) do update set ${sumsOf('views', 'apply_clicks', 'inquiries')}
    ),
    gone as (
      delete from posting_insights where job_id = ${from} returning day, views, apply_clicks, visitors
    )
    insert into posting_insights as stored (job_id, day, views, apply_clicks, visitors)
    select ${to}, day, views, apply_clicks, visitors from gone
    on conflict (job_id, day) do update set ${sumsOf('views', 'apply_clicks', 'visitors')}
  `.execute(trx)

/** In the transaction that stores it. */
export const countInquiry = (trx: Db, jobId: string, origin: Origin) =>
  sql`
    insert into posting_origins as stored (job_id, day, origin, views, apply_clicks, inquiries)
    values (${jobId}, (now() at time zone 'UTC')::date, ${origin}, 0, 0, 1)
    on conflict (job_id, day, origin) do update set ${sumsOf('inquiries')}
  `.execute(trx)

/** `token` is an unstored hash of the visitor. */
export type SeenEvent = {
  jobId: string
  kind: EventKind | 'inquiry'
  origin: Origin
  day: string
  token: string
  viewerId: string | null
}
export type CountedEvent = SeenEvent & { count: number }

/**
 * Adds events to their days in one statement. Events of jobs that are not public, and of their
 * owners, are dropped. Locking the day's salt serializes the nodes.
 */
export async function addEvents(db: Db, events: readonly CountedEvent[]): Promise<void> {
  const rows = events.map(({ jobId, viewerId, ...event }) => ({
    ...event,
    job_id: jobId,
    viewer_id: viewerId,
  }))
  await sql`
    with event as (
      select job_id, owner_id, day, kind, origin, decode(token, 'hex') as token, count
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as seen (job_id uuid, viewer_id uuid, day date, kind text, origin text, token text, count integer)
      join jobs on jobs.id = job_id
      where status = 'active' and (owner_id = any (team_of(viewer_id))) is not true
    ), salt as (
      insert into insight_salts (day, salt)
      select day, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
      from event group by day order by day
      -- Changes nothing, but locks the row and returns it.
      on conflict (day) do update set salt = insight_salts.salt
      returning day, salt
    ), visit as (
      select day, job_id as subject_id, token from event where kind = 'view'
      union
      select day, owner_id, token from event where kind = 'view' and owner_id is not null
    ), newcomer as (
      insert into insight_visitors (day, subject_id, visitor)
      select day, subject_id, substring(sha256(salt || token || uuid_send(subject_id)) for 16)
      from visit join salt using (day)
      on conflict do nothing
      returning day, subject_id
    ), arrival as (
      select day, subject_id, count(*)::integer as visitors from newcomer group by day, subject_id
    ), counted as (
      select
        job_id, day,
        coalesce(sum(count) filter (where kind = 'view'), 0) as views,
        coalesce(sum(count) filter (where kind = 'apply'), 0) as apply_clicks
      from event group by job_id, day
    ), origins as (
      insert into posting_origins as stored (job_id, day, origin, views, apply_clicks, inquiries)
      select
        job_id, day, origin,
        coalesce(sum(count) filter (where kind = 'view'), 0),
        coalesce(sum(count) filter (where kind = 'apply'), 0),
        coalesce(sum(count) filter (where kind = 'inquiry'), 0)
      from event group by job_id, day, origin
      on conflict (job_id, day, origin) do update set ${sumsOf('views', 'apply_clicks', 'inquiries')}
    ), posting as (
      insert into posting_insights as stored (job_id, day, views, apply_clicks, visitors)
      select job_id, counted.day, views, apply_clicks, coalesce(visitors, 0)
      from counted left join arrival on subject_id = job_id and arrival.day = counted.day
      on conflict (job_id, day) do update set ${sumsOf('views', 'apply_clicks', 'visitors')}
    )
    insert into owner_insights as stored (owner_id, day, visitors)
    select subject_id, day, visitors from arrival where subject_id in (select owner_id from event)
    on conflict (owner_id, day) do update set visitors = stored.visitors + excluded.visitors
  `.execute(db)
}

const daysPast = (what: string, table: string): AgeRule =>
  rowsPast(what, table, (before) => sql`day < ${before.toISOString().slice(0, 10)}`, {
    atOnce: 10_000,
  })

export const insightRetention = [
  daysPast('days of views and apply clicks', 'posting_insights'),
  daysPast('days of origins', 'posting_origins'),
  daysPast('days of visitors by owner', 'owner_insights'),
]

/** From then on, hashes from before this day identify nobody. */
export const deleteVisitorsBefore = async (db: Db, day: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (const table of ['insight_salts', 'insight_visitors'] as const)
      await sql`delete from ${sql.table(table)} where day < ${day}`.execute(trx)
  })

type Week = ResponseOf<'GET /api/insights/week'>

/** What the last seven days changed among public postings; medians to the nearest $1,000. */
export async function findWeek(
  db: Db,
  { specialty, only }: QueryOf<'GET /api/insights/week'>,
): Promise<Week> {
  const since = sql`now() - interval '7 days'`
  // Counts alone are in an index.
  const median = (condition: RawBuilder<unknown>) =>
    only === 'counts'
      ? sql`null::integer`
      : sql`case when count(pay) filter (where ${condition}) >= ${minPeers}::integer
          then round(percentile_cont(0.5) within group (order by pay) filter (where ${condition})
            / 1000) * 1000 end::integer`
  const { rows } = await sql<Week>`
    select
      (count(*) filter (where is_open and is_new))::integer as opened,
      (count(*) filter (where not is_open))::integer as closed,
      ${median(sql`is_open`)} as "medianPay",
      ${median(sql`not is_new`)} as "medianPayBefore"
    from (
      select true as is_open, posted_at >= ${since} as is_new, middle_pay as pay from job_search
      where specialty = ${specialty}
      union all
      select false, posted_at >= ${since}, middle_pay(jobs)::integer from jobs
      where specialty = ${specialty} and status <> 'active' and id in (
        select job_id from posting_events
        where from_status = 'active' and to_status <> 'active' and at >= ${since}
          and action not in ('merge', 'undo')
      )
    ) posting
    ${plannedOnce}
  `.execute(db)
  return oneOf(rows)
}
