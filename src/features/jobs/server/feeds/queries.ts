import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { FeedFilter } from '#features/jobs/contract-feeds.ts'
import type { LandingKind } from '#features/jobs/search-criteria.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { JobRow, JobsTables } from '../tables.ts'
import { listOf } from '#vocabulary/table.ts'

export type SitemapEntry = { id: string; updated_at: Date }

/**
 * The ids at which the files of a sitemap begin, `size` jobs each, with the last change in each
 * file.
 */
export async function sitemapStarts(db: Db, size: number): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select (array_agg(id order by id))[1] as id, max(updated_at) as updated_at
    from (select id, updated_at, (row_number() over (order by id) - 1) / ${size}::integer as file
    from jobs where status = 'active') numbered
    group by file order by 1
  `.execute(db)
  return rows
}

export async function sitemapEntries(db: Db, from: string, size: number): Promise<SitemapEntry[]> {
  return db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .select(['id', 'updated_at'])
    .where('status', '=', sql.lit('active'))
    .where('id', '>=', from)
    .orderBy('id')
    .limit(size)
    .execute()
}

/** These jobs at each of their places. */
const atEachPlace = (jobs: RawBuilder<unknown>) => sql`(
  select specialty, city, state, status, updated_at from jobs where ${jobs}
  union all
  select specialty, place_city(place), place_state(place), status, updated_at from jobs,
    unnest(further_places) place where ${jobs} and cardinality(further_places) > 0
)`

type SpecialtyState = { specialty: Specialty; state: StateCode; updated_at: Date }

/**
 * Every specialty and state with active jobs, and the last change of its list, to which jobs that
 * have left it belong.
 */
export async function populatedSpecialtyStates(db: Db): Promise<SpecialtyState[]> {
  const { rows } = await sql<SpecialtyState>`
    select specialty, state, max(updated_at) as updated_at
    from ${atEachPlace(sql`status not in ('pending', 'rejected')`)} placed
    group by 1, 2 having bool_or(status = 'active') order by 1, 2
  `.execute(db)
  return rows
}

/**
 * Kinds, cities and metropolitan areas in which a specialty has so many active jobs; `where` is a
 * kind or a place's name. A job with two cities of an area counts twice there.
 */
export async function populatedLandings(
  db: Db,
  minJobs: number,
): Promise<{ specialty: Specialty; where: string; updated_at: Date }[]> {
  const kinds = {
    locums: sql`employment_type = 'locums'`,
    'part-time': sql`employment_type = 'part-time'`,
    telehealth: sql`telehealth`,
    'new-graduates': sql`new_graduates_acceptable`,
    'j-1-waiver': sql`visa_support = 'J1'`,
    'h-1b': sql`visa_support = 'H1B'`,
    'this-week': sql`posted_at > now() - interval '7 days'`,
  } satisfies Record<LandingKind, RawBuilder<unknown>>
  const eachKind = (figure: RawBuilder<unknown>) =>
    sql.join(Object.values(kinds).map((condition) => sql`${figure} filter (where ${condition})`))
  const { rows } = await sql<{ specialty: Specialty; where: string; updated_at: Date }>`
    with by_place as (
      select specialty, city, state, count(*) as n, max(updated_at) as updated_at
      from ${atEachPlace(sql`status = 'active'`)} placed
      where city <> '' group by 1, 2, 3
    ),
    by_city as (
      select specialty, cities.name, cities.state, cities.county, sum(n) as n, max(updated_at) as updated_at
      from by_place join cities on cities.folded = fold_place(by_place.city)
        and cities.state = by_place.state group by 1, 2, 3, 4
    )
    select specialty, kind as "where", updated_at
    from (select specialty, unnest(${Object.keys(kinds)}::text[]) as kind,
        unnest(array[${eachKind(sql`count(*)`)}]) as n,
        unnest(array[${eachKind(sql`max(updated_at)`)}]) as updated_at
      from jobs where status = 'active' group by specialty) kinds
    where n >= ${minJobs}
    union all
    select specialty, name || ', ' || state, max(updated_at) from by_city group by 1, 2
    having sum(n) >= ${minJobs}
    union all
    select specialty, label, max(updated_at)
    from by_city join (select label, unnest(counties) as county from regions
      where fold_place(label) = any (names)) areas on by_city.county = areas.county::text
    group by 1, 2 having sum(n) >= ${minJobs}
    order by 1, 2
  `.execute(db)
  return rows
}

/** What feeds tell of a job: nothing of it is private. */
const feedColumns = listOf(
  'id, posted_at, updated_at, expires_at, title, employer, city, state, further_places, zip, specialty, employment_type, comp_text',
  'comp_min, comp_max, comp_unit, setting, schedule, terms, telehealth, source, structured_data_allowed, snippet, description',
  'requisition',
)

export type FeedRow = Pick<JobRow, (typeof feedColumns)[number]> & {
  /** Where the next page begins: a `Date` would lose what lies below the millisecond. */
  cursor: string
}

type FeedPage = {
  filter: FeedFilter
  after: string | undefined
  limit: number
  onlyAuthorized?: boolean
}

/**
 * Active jobs, the newest first, from a cursor on. Specialty and state have their indexes in the
 * table of searches.
 */
export async function findFeedJobs(
  db: Db,
  { filter, after, limit, onlyAuthorized = false }: FeedPage,
): Promise<FeedRow[]> {
  const { source, employer, specialty, state } = filter
  const viaSearch =
    source === undefined &&
    employer === undefined &&
    (specialty !== undefined || state !== undefined)
  const [postedAt, id] = viaSearch
    ? [sql.ref('s.posted_at'), sql.ref('s.job_id')]
    : [sql.ref('j.posted_at'), sql.ref('j.id')]
  const place = viaSearch ? 's' : 'j'
  const conditions: RawBuilder<unknown>[] = [sql`j.status = 'active'`]
  if (source !== undefined) conditions.push(sql`j.source = ${source}`)
  if (employer !== undefined) conditions.push(sql`lower(j.employer) = lower(${employer})`)
  if (specialty !== undefined) conditions.push(sql`${sql.ref(`${place}.specialty`)} = ${specialty}`)
  if (state !== undefined && !viaSearch)
    conditions.push(
      sql`(j.state = ${state} or ${state} = any (array(select place_state(unnest(j.further_places)))))`,
    )
  if (onlyAuthorized) conditions.push(sql`j.structured_data_allowed`)
  if (after !== undefined) {
    const [at, lastId] = after.split('~')
    conditions.push(sql`(${postedAt}, ${id}) < (${at}::timestamptz, ${lastId}::uuid)`)
  }
  const columns = feedColumns.map((column) => sql.ref(`j.${column}`))
  const { rows } = await sql<FeedRow>`
    select ${sql.join(columns)},
      to_char(j.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || j.id as cursor
    from ${viaSearch ? sql`${searchesIn(state)} s join jobs j on j.id = s.job_id` : sql`jobs j`}
    where ${sql.join(conditions, sql` and `)}
    order by ${postedAt} desc, ${id} desc limit ${limit}
  `.execute(db)
  return rows
}

/** Jobs of a state, and the few with a further place in it, each in the order of its index. */
const searchesIn = (state: string | undefined) =>
  state === undefined
    ? sql`job_search`
    : sql`(
        select job_id, posted_at, specialty from job_search where state = ${state}
        union all
        select job_id, posted_at, specialty from job_search
        where further_points is not null and state <> ${state} and facets && ${[`@state:${state}`]}::text[]
      )`

export async function findTerms(
  db: Db,
  jobs: readonly { id: string }[],
): Promise<Map<string, JobRow['terms']>> {
  const { rows } = await sql<Pick<JobRow, 'id' | 'terms'>>`
    select id, terms from jobs where id = any (${jobs.map((job) => job.id)}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}

/**
 * Another word whenever active jobs have changed, or their sources authorize more or less; the same
 * on every node.
 */
export async function findCatalogVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(
      '-', count(*), bit_xor(document), sum(timestamp_hash(updated_at at time zone 'UTC')),
      (select bit_xor(uuid_hash(id)) from jobs where status = 'active' and structured_data_allowed),
      -- A source moves an end without an update of the job. This reads the index of ends alone.
      (
        select sum(timestamp_hash(expires_at at time zone 'UTC')) from jobs
        where status = 'active' and expires_at is not null
      )
    ) as version
    from job_search
  `.execute(db)
  return rows[0]?.version ?? ''
}
