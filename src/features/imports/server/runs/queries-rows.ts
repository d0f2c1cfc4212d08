import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { RowFacts } from '#features/jobs/server/public.ts'
import type { Said } from '#features/postings/server/public.ts'
import { idsBy } from './queries-jobs.ts'

/** What sources last said of the jobs that they list. */

type Run = { id: string; isKept: boolean }

/** A row that its source has not changed. */
export type UnchangedRow = {
  hash: string
  source: string
  jobId: string
  key: string
  title: string
  employer: string
  city: string
  state: string
}

export async function findUnchanged(db: Db, hashes: readonly string[]): Promise<UnchangedRow[]> {
  const { rows } = await sql<UnchangedRow>`
    select r.hash, r.source, r.job_id as "jobId", r.key, jobs.title, jobs.employer, jobs.city,
      jobs.state
    from import_rows r join jobs on jobs.id = r.job_id where r.hash = any(${hashes}::text[])
  `.execute(db)
  return rows
}

/** The sources that list the jobs which an apply link leads to. */
export async function findSourcesOf(
  db: Db,
  known: ReadonlyMap<string, string | null>,
): Promise<Map<string, Set<string>>> {
  const ids = [...known].flatMap(([key, id]) => (key.startsWith('apply:') && id ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; sources: string[] }>`
    select jobs.id, array_append(array(
      select r.source from import_rows r where r.job_id = jobs.id
    ), jobs.source) as sources
    from jobs where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, sources }) => [id, new Set(sources)]))
}

export type SourcesJob = { source: string; jobId: string }

/** What is stored of these jobs, and whether the source is the one that a job came from. */
export type StoredRow = SourcesJob & {
  key: string | null
  said: Said | null
  run_id: string
  spoken_run_id: string | null
}

export async function lockRows(
  trx: Db,
  wanted: readonly SourcesJob[],
): Promise<(Partial<StoredRow> & SourcesJob & { isOwn: boolean })[]> {
  const { rows } = await sql<Partial<StoredRow> & SourcesJob & { isOwn: boolean }>`
    select wanted.source, jobs.id as "jobId", r.key, r.said, r.run_id, r.spoken_run_id,
      jobs.source = wanted.source as "isOwn"
    from unnest(${wanted.map(({ source }) => source)}::text[],
      ${wanted.map(({ jobId }) => jobId)}::uuid[]) as wanted (source, job_id)
    join jobs on jobs.id = wanted.job_id
    left join import_rows r on r.source = wanted.source and r.job_id = wanted.job_id
  `.execute(trx)
  return rows
}

export type SpokenRow = SourcesJob & {
  key: string
  hash: string
  said: Said
  facts: RowFacts | null
}

/** Records what rows say; they speak for their jobs. */
export async function saveRows(
  trx: Db,
  { id, isKept }: Run,
  rows: readonly SpokenRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into import_rows (source, job_id, key, hash, said, facts, run_id, spoken_run_id, is_listed)
      select source, "jobId", key, hash, said, facts, ${id}, ${id}, ${isKept}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (source text, "jobId" uuid, key text, hash text, said jsonb, facts jsonb)
    on conflict (source, job_id) do update set key = excluded.key, hash = excluded.hash,
      said = excluded.said, facts = excluded.facts, run_id = excluded.run_id,
      spoken_run_id = excluded.spoken_run_id,
      is_listed = import_rows.is_listed or excluded.is_listed
  `.execute(trx)
}

/** The run has seen these jobs; `isSpoken`: by the rows that speak for them. */
export async function recordSeen(
  trx: Db,
  { id, isKept }: Run,
  seen: readonly (SourcesJob & { isSpoken: boolean })[],
): Promise<void> {
  if (seen.length === 0) return
  await sql`
    update import_rows r set run_id = ${id}, is_listed = r.is_listed or ${isKept},
      spoken_run_id = case when seen.spoken then ${id} else r.spoken_run_id end
    from unnest(${seen.map(({ source }) => source)}::text[],
      ${seen.map(({ jobId }) => jobId)}::uuid[], ${seen.map(({ isSpoken }) => isSpoken)}::boolean[])
      as seen (source, job_id, spoken)
    where r.source = seen.source and r.job_id = seen.job_id
  `.execute(trx)
}

type Listing = { source: string; runId: string }

/** Up to `limit` jobs that the source listed and the run has not seen: they are listed no more. */
export const takeUnseen = (db: Db, { source, runId }: Listing, limit: number): Promise<string[]> =>
  idsBy(
    db,
    sql`
    update import_rows set is_listed = false, facts = null
    where source = ${source} and job_id in (
      select job_id from import_rows
      where source = ${source} and is_listed and run_id <> ${runId} limit ${limit}
    )
    returning job_id as id
  `,
  )

/** Which of these jobs no complete source lists. */
export const findUnlisted = (db: Db, jobIds: readonly string[]): Promise<string[]> =>
  idsBy(
    db,
    sql`
    select id from unnest(${jobIds}::uuid[]) as taken (id)
    where not exists (
      select from import_rows r join import_sources s on s.name = r.source
        where r.job_id = taken.id and r.is_listed and s.is_complete
    )
  `,
  )
