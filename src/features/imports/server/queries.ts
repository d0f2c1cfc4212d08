import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { answerKey } from '../facts.ts'
import type { FactName, FactValues } from '../facts.ts'
import type { ImportsTables } from './tables.ts'

export async function findKeys(db: Db, keys: string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ key: string; job_id: string | null }>`
    select key, job_id from import_keys where key = any(${keys}::text[])
  `.execute(db)
  return new Map(rows.map((it) => [it.key, it.job_id]))
}

/**
 * Claims the free keys and returns them. Waits for a concurrent import that claims one of them; sorted, to avoid deadlocks.
 */
export async function claimKeys(db: Db, claims: Map<string, string | null>): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    insert into import_keys (key, job_id)
    select * from unnest(${[...claims.keys()]}::text[], ${[...claims.values()]}::uuid[]) as claim (key, job_id) order by key collate "C"
    on conflict (key) do nothing
    returning key
  `.execute(db)
  return new Set(rows.map((it) => it.key))
}

export async function releaseKeys(db: Db, jobIds: readonly string[]): Promise<void> {
  await sql`delete from import_keys where job_id = any(${jobIds}::uuid[])`.execute(db)
}

/** Moves a merged job's keys and listings to the other job. */
export async function moveKeys(db: Db, fromJobId: string, toJobId: string): Promise<void> {
  await sql`update import_keys set job_id = ${toJobId} where job_id = ${fromJobId}`.execute(db)
  await sql`
    insert into import_listings (source_id, job_id, run_id)
      select source_id, ${toJobId}, run_id from import_listings where job_id = ${fromJobId}
    on conflict (source_id, job_id) do update set run_id = greatest(import_listings.run_id, excluded.run_id)
  `.execute(db)
  await sql`delete from import_listings where job_id = ${fromJobId}`.execute(db)
}

type Listing = { sourceId: string; runId: string }

/** Records that the run has seen these jobs. */
export async function recordListings(db: Db, { sourceId, runId }: Listing, jobIds: readonly string[]): Promise<void> {
  await sql`
    insert into import_listings (source_id, job_id, run_id)
      select ${sourceId}, job_id, ${runId} from unnest(${jobIds}::uuid[]) as seen (job_id)
    on conflict (source_id, job_id) do update set run_id = excluded.run_id where import_listings.run_id <> excluded.run_id
  `.execute(db)
}

/** Removes up to `limit` jobs that the run has not seen from a source's listings, and returns them. */
export async function takeUnseen(db: Db, { sourceId, runId }: Listing, limit: number): Promise<string[]> {
  const { rows } = await sql<{ job_id: string }>`
    delete from import_listings
    where source_id = ${sourceId} and job_id in (
      select job_id from import_listings where source_id = ${sourceId} and run_id <> ${runId} limit ${limit}
    )
    returning job_id
  `.execute(db)
  return rows.map((it) => it.job_id)
}

/** Which of these jobs no complete source lists. */
export async function findUnlisted(db: Db, jobIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${jobIds}::uuid[]) as taken (id)
    where not exists (
      select from import_listings l join import_sources s on s.id = l.source_id where l.job_id = taken.id and s.is_complete
    )
  `.execute(db)
  return rows.map((it) => it.id)
}

/** What is known of the facts of imported jobs. */

export async function insertFacts(db: Db, rows: readonly Selectable<ImportsTables['job_facts']>[]): Promise<void> {
  await sql`
    insert into job_facts (job_id, source, facts, doubtful)
    select job_id, source, facts, array(select jsonb_array_elements_text(doubtful))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (job_id uuid, source text, facts jsonb, doubtful jsonb)
  `.execute(db)
}

/** Whether no fact of the job keeps it from being published. */
export const isCertain = (jobId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from job_facts f where f.job_id = ${jobId} and f.doubtful <> '{}')`

/** A fact as a source words it. */
export type Asked = { source: string; fact: FactName; words: string }

/** What moderators answered for these words, in the order of the questions. */
export async function findAnswers(db: Db, asked: readonly Asked[]): Promise<(FactValues[FactName] | undefined)[]> {
  const { rows } = await sql<{ at: number; value: FactValues[FactName] }>`
    select asked.at::integer, a.value
    from unnest(
      ${asked.map((it) => it.source)}::text[], ${asked.map((it) => it.fact)}::text[], ${asked.map((it) => answerKey(it.words))}::text[]
    ) with ordinality as asked (source, fact, words, at)
    join fact_answers a using (source, fact, words)
  `.execute(db)
  const found = new Map(rows.map((it) => [it.at - 1, it.value]))
  return asked.map((_, index) => found.get(index))
}
