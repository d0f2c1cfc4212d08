import { sql } from 'kysely'
import { milesFrom } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { DuplicatesTables } from './tables.ts'

/** Jobs that were added or changed since their comparison, locked; skips those of other workers. */
export async function takeDue(trx: Db, limit: number): Promise<string[]> {
  const rows = await due(trx).orderBy('job_id').limit(limit).execute()
  return rows.map((row) => row.job_id)
}

/** The same for one job, if it is due and not locked. */
export async function takeIfDue(trx: Db, jobId: string): Promise<string[]> {
  const rows = await due(trx).where('job_id', '=', jobId).execute()
  return rows.map((row) => row.job_id)
}

const due = (trx: Db) =>
  trx
    .withTables<DuplicatesTables>()
    .selectFrom('job_fingerprints')
    .select('job_id')
    .where('compared_at', 'is', null)
    .where('title', 'is not', null)
    .forUpdate()
    .skipLocked()

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
 * A job with so many open pairs gets no more: of many equal jobs, each is listed with some of the others. Below it, one
 * comparison adds at most as many as the older job and as many as the newer one.
 */
export const pairsEach = 5
/** Only the start of a text is compared. */
const textLength = 800

/**
 * Compares these jobs with candidates that have the same fingerprint, the same specialty and place, or the same specialty and
 * employer nearby, and stores likely pairs. Decided pairs stay decided; open pairs that are no longer likely are deleted. The
 * work per job is bounded.
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
        case when is_same_place then 1 when miles <= ${nearMiles} then 1 - miles / ${2 * nearMiles}::float8 end as place
      from (
        select due_id, other.job_id, similarity(due.title, other.title) as title, similarity(due.employer, other.employer) as employer,
          due.same_place = other.same_place or due.same_job = other.same_job as is_same_place, miles
        from candidate join due on due.job_id = due_id join job_fingerprints other on other.job_id = candidate.job_id
        cross join lateral (
          select ${milesFrom(sql`due.lat`, sql`due.lon`)} as miles from (select other.lat, other.lon) point
        ) distance
        where similarity(due.title, other.title) >= ${leastTitle}
      ) parts
    ), promising as (
      select *, row_number() over (partition by due_id order by ${ofAll} desc) as rank
      from weighed where place is not null and 100 * (${ofAll} + ${weights.text}) >= ${leastScore}
    ), pair as materialized (
      select distinct least(due_id, job_id) as job_a, greatest(due_id, job_id) as job_b, title, employer, place
      from promising where rank <= ${textsEach}
    ), scored as (
      select pair.*, similarity(substr(a.description, 1, ${textLength}), substr(b.description, 1, ${textLength})) as text,
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
        or exists (select from likely_duplicates known where known.job_a = found.job_a and known.job_b = found.job_b)
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
      where status = 'open' and (job_a = any(${jobIds}::uuid[]) or job_b = any(${jobIds}::uuid[])) and id not in (select id from likely)
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
      not exists (select from job_fingerprints where job_id = job_a) or not exists (select from job_fingerprints where job_id = job_b)
    )
  `.execute(db)
}
