import { sql, type Generated } from 'kysely'
import { isClosedTo } from '#features/postings/server/public.ts'
import { milesFrom, type JobRow, type JobsTables } from '#features/jobs/server/public.ts'
import { countRows, isWritten, type Db } from '#platform/server/database.ts'
import type { QueryOf } from '#shared/contract.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'

type DuplicatesTables = Pick<JobsTables, 'jobs' | 'job_fingerprints'> & {
  likely_duplicates: {
    id: Generated<string>
    /** The older job. */
    job_a: string
    job_b: string
    status: Generated<'open' | 'dismissed' | 'merged'>
    /** In percent, like its parts. */
    score: number
    title_score: number
    employer_score: number
    place_score: number
    text_score: number
    specialty: Specialty
    state: StateCode
    sources: string[]
    found_at: Generated<Date>
    decided_by: string | null
    decided_at: Date | null
  }
  merged_jobs: {
    job_id: string
    kept_id: string
    merged_at: Generated<Date>
    merged_by: string | null
  }
}

const tables = (db: Db) => db.withTables<DuplicatesTables>()

export type Filter = Omit<QueryOf<'GET /api/admin/duplicates'>, 'page'>

/** The pairs have the filter's columns, so that a selective filter reads no jobs. */
const matching = (db: Db, { source, specialty }: Filter) =>
  tables(db)
    .selectFrom('likely_duplicates')
    .where('status', '=', sql.lit('open'))
    .$if(source !== undefined, (query) =>
      query.where(sql<boolean>`sources @> array[${source}]::text[]`),
    )
    .$if(specialty !== undefined, (query) => query.where(sql<boolean>`specialty = ${specialty}`))

/**
 * The most similar first. A selective filter sorts its few pairs instead of walking the order of
 * all.
 */
export const findPairs = (
  db: Db,
  filter: Filter,
  { limit, offset, areFew }: { limit: number; offset: number; areFew: boolean },
) =>
  matching(db, filter)
    .select(['id', 'job_a', 'job_b', 'score'])
    .orderBy(areFew ? sql`score + 0` : 'score', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts up to `most` + 1. */
export async function countPairs(db: Db, filter: Filter, most: number): Promise<number> {
  const some = matching(db, filter)
    .select(sql`1`.as('one'))
    .limit(most + 1)
  return countRows(db.selectFrom(some.as('some')))
}

/** The sources of the most similar pairs. */
export async function findSources(db: Db): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select distinct source
    from (select sources from likely_duplicates where status = 'open' order by score desc, id
      limit 1000) pairs, unnest(sources) source
    order by source
  `.execute(db)
  return rows.map((row) => row.source)
}

/** Those that are open. */
export async function findOpenJobs(db: Db, ids: readonly string[]): Promise<Map<string, JobRow>> {
  const rows = await tables(db)
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', 'in', ['pending', 'active'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** False if the pair was decided, or is closed to this moderator. */
export const dismissPair = (trx: Db, id: string, decidedBy: string): Promise<boolean> =>
  isWritten(
    decide(trx, id, 'dismissed', decidedBy).where(
      sql<boolean>`not exists (select from jobs where jobs.id in (job_a, job_b)
        and ${isClosedTo(decidedBy)})`,
    ),
  )

/** False unless this moderator dismissed the pair. */
export const reopenPair = (trx: Db, id: string, decidedBy: string): Promise<boolean> =>
  isWritten(
    tables(trx)
      .updateTable('likely_duplicates')
      .set({ status: 'open', decided_by: null, decided_at: null })
      .where('id', '=', id)
      .where('status', '=', 'dismissed')
      .where('decided_by', '=', decidedBy),
  )

export const findPair = (db: Db, id: string) =>
  tables(db)
    .selectFrom('likely_duplicates')
    .select(['job_a', 'job_b', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()

/** False if the pair was decided. */
export const markMerged = (trx: Db, id: string, decidedBy: string): Promise<boolean> =>
  isWritten(decide(trx, id, 'merged', decidedBy))

const decide = (trx: Db, id: string, status: 'dismissed' | 'merged', decidedBy: string) =>
  tables(trx)
    .updateTable('likely_duplicates')
    .set({ status, decided_by: decidedBy, decided_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'open')

/** Earlier merges into the other job now lead to the kept one. */
export async function insertMerge(
  trx: Db,
  merge: { otherId: string; keptId: string; mergedBy: string },
): Promise<void> {
  const { otherId, keptId, mergedBy } = merge
  await tables(trx)
    .updateTable('merged_jobs')
    .set({ kept_id: keptId })
    .where('kept_id', '=', otherId)
    .execute()
  await tables(trx)
    .insertInto('merged_jobs')
    .values({ job_id: otherId, kept_id: keptId, merged_by: mergedBy })
    .execute()
}

/** Dismissals of the other job hold for the kept one. */
export async function inheritDismissals(trx: Db, otherId: string, keptId: string): Promise<void> {
  await sql`
    insert into likely_duplicates as pair
      (job_a, job_b, status, score, title_score, employer_score, place_score, text_score, specialty,
        state, sources, decided_by, decided_at)
    select least(third, ${keptId}), greatest(third, ${keptId}), status, score, title_score,
      employer_score, place_score, text_score,
      specialty, state, sources, decided_by, decided_at
    from likely_duplicates, lateral (select case when job_a = ${otherId} then job_b else job_a
      end as third) other
    where status = 'dismissed' and (job_a = ${otherId} or job_b = ${otherId}) and third <> ${keptId}
    on conflict (job_a, job_b) do update set
      status = 'dismissed', decided_by = excluded.decided_by, decided_at = excluded.decided_at
    where pair.status = 'open'
  `.execute(trx)
}

export async function markDue(trx: Db, jobId: string): Promise<void> {
  await tables(trx)
    .updateTable('job_fingerprints')
    .set({ compared_at: null })
    .where('job_id', '=', jobId)
    .execute()
}

/** The target of a merged job. */
export async function findKept(db: Db, jobId: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('merged_jobs')
    .select('kept_id')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row?.kept_id
}

/**
 * This job, or some, if they were added or changed since their comparison; locked, without those
 * that another worker has.
 */
export async function takeDue(
  trx: Db,
  { jobId, limit = 1 }: { jobId?: string; limit?: number },
): Promise<string[]> {
  const rows = await tables(trx)
    .selectFrom('job_fingerprints')
    .select('job_id')
    .where('compared_at', 'is', null)
    .where('title', 'is not', null)
    .$if(jobId !== undefined, (query) => query.where('job_id', '=', jobId ?? ''))
    .orderBy('job_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.job_id)
}

/** The weights of the parts, which sum to 1. */
const weights = { title: 0.3, employer: 0.25, place: 0.15, text: 0.3 }
/** The least similarity of likely duplicates, in percent. */
const leastScore = 70
/** Less similar titles mean two jobs, whatever their texts are. */
const leastTitle = 0.5
const nearMiles = 25
/** The most candidates of each kind. */
const candidatesEach = 100
/** The most candidates whose texts are compared. */
const textsEach = 10
/**
 * A job with so many open pairs gets no more: of many equal jobs, each is listed with some of the
 * others. Below it, one comparison adds at most as many as the older job and as many as the newer
 * one.
 */
export const pairsEach = 5
/** Only the start of a text is compared. */
const textLength = 800

/**
 * Compares these jobs with candidates that have the same fingerprint, the same specialty and place,
 * or the same specialty and employer nearby, and stores likely pairs. Decided pairs stay decided;
 * open pairs that are no longer likely are deleted. The work per job is bounded.
 */
export async function compareJobs(trx: Db, jobIds: readonly string[]): Promise<void> {
  await sql`
    with due as materialized (
      select * from job_fingerprints where job_id = any(${jobIds}::uuid[])
    ), candidate as materialized (
      select distinct due.job_id as due_id, found.job_id
      from due cross join lateral (
        (select job_id from job_fingerprints where same_job = due.same_job limit ${candidatesEach})
        union all
        (select job_id from job_fingerprints where same_place = due.same_place limit ${candidatesEach})
        union all
        (select job_id from job_fingerprints where same_employer = due.same_employer limit ${candidatesEach})
      ) found
      where found.job_id <> due.job_id
    ), weighed as (
      select due_id, job_id, title, employer,
        case when is_same_place then 1 when miles <= ${nearMiles}
          then 1 - miles / ${2 * nearMiles}::float8 end as place
      from (
        select due_id, other.job_id, similarity(due.title, other.title) as title,
          similarity(due.employer, other.employer) as employer,
          due.same_place = other.same_place or due.same_job = other.same_job as is_same_place, miles
        from candidate join due on due.job_id = due_id join job_fingerprints other
          on other.job_id = candidate.job_id
        cross join lateral (
          select ${milesFrom(sql`due.lat`, sql`due.lon`)} as miles from (select other.lat, other.lon) point
        ) distance
        where similarity(due.title, other.title) >= ${leastTitle}
      ) parts
    ), promising as (
      select *, row_number() over (partition by due_id order by ${ofAll} desc) as rank
      from weighed where place is not null and 100 * (${ofAll} + ${weights.text}) >= ${leastScore}
    ), pair as materialized (
      select distinct least(due_id, job_id) as job_a, greatest(due_id, job_id) as job_b, title,
        employer, place
      from promising where rank <= ${textsEach}
    ), scored as (
      select pair.*, similarity(substr(a.description, 1, ${textLength}), substr(b.description, 1,
        ${textLength})) as text,
        a.specialty, a.state, array(select distinct unnest(array[a.source, b.source])) as sources
      from pair join jobs a on a.id = job_a join jobs b on b.id = job_b
      where a.status in ('pending', 'active') and b.status in ('pending', 'active')
    ), ranked as (
      select *, row_number() over (partition by job_a order by score desc, job_b) as rank_a,
        row_number() over (partition by job_b order by score desc, job_a) as rank_b
      from (select *, 100 * (${ofAll} + ${weights.text} * text) as score from scored) scores
      where score >= ${leastScore}
    ), likely as (
      insert into likely_duplicates as kept
        (job_a, job_b, score, title_score, employer_score, place_score, text_score, specialty, state, sources)
      select job_a, job_b, round(score), round(100 * title), round(100 * employer),
        round(100 * place), round(100 * text), specialty, state, sources
      from ranked found where rank_a <= ${pairsEach} and rank_b <= ${pairsEach} and (
        ${openPairsOf(sql`job_a`)} < ${pairsEach} and ${openPairsOf(sql`job_b`)} < ${pairsEach}
        or exists (select from likely_duplicates known where known.job_a = found.job_a
          and known.job_b = found.job_b)
      )
      -- In one order, so that two workers do not wait for each other.
      order by job_a, job_b
      on conflict (job_a, job_b) do update set
        score = excluded.score, title_score = excluded.title_score, employer_score = excluded.employer_score,
        place_score = excluded.place_score, text_score = excluded.text_score,
        specialty = excluded.specialty, state = excluded.state, sources = excluded.sources
      where kept.status = 'open'
      returning id
    ), gone as (
      delete from likely_duplicates
      where status = 'open' and (job_a = any(${jobIds}::uuid[]) or job_b = any(${jobIds}::uuid[]))
        and id not in (select id from likely)
    )
    update job_fingerprints set compared_at = now() where job_id = any(${jobIds}::uuid[])
  `.execute(trx)
}

const openPairsOf = (job: ReturnType<typeof sql>) => sql`(
  select count(*) from likely_duplicates other
  where other.status = 'open' and (other.job_a = found.${job} or other.job_b = found.${job})
)`

/** The score without the texts. */
const ofAll = sql`(
  ${weights.title}::float8 * title + ${weights.employer}::float8 * employer + ${weights.place}::float8 * place
)`

/** Pairs that were stored while one of their jobs was being closed. */
export async function deletePairsOfClosedJobs(db: Db): Promise<void> {
  await sql`
    delete from likely_duplicates p
    where status = 'open' and (
      not exists (select from job_fingerprints where job_id = job_a) or not exists (select
        from job_fingerprints where job_id = job_b)
    )
  `.execute(db)
}
