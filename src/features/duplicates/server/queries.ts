import { sql } from 'kysely'
import { isClosedTo } from '#features/postings/server/public.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { countRows, isWritten, type Db } from '#platform/server/database.ts'
import type { QueryOf } from '#shared/contract.ts'
import type { DuplicatesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<DuplicatesTables>()

export type Filter = Omit<QueryOf<'GET /api/admin/duplicates'>, 'page'>

/** The pairs have the filter's columns, so that a selective filter reads no jobs. */
const matching = (db: Db, { source, specialty }: Filter) =>
  tables(db)
    .selectFrom('likely_duplicates')
    .where('status', '=', sql.lit('open'))
    .$if(source !== undefined, (query) => query.where(sql<boolean>`sources @> array[${source}]::text[]`))
    .$if(specialty !== undefined, (query) => query.where(sql<boolean>`specialty = ${specialty}`))

type Range = { limit: number; offset: number; areFew: boolean }

/** The most similar first. A selective filter sorts its few pairs instead of walking the order of all. */
export const findPairs = (db: Db, filter: Filter, { limit, offset, areFew }: Range) =>
  matching(db, filter)
    .select(['id', 'job_a', 'job_b', 'score'])
    .orderBy(areFew ? sql`score + 0` : 'score', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
export type PairRow = Awaited<ReturnType<typeof findPairs>>[number]

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
    from (select sources from likely_duplicates where status = 'open' order by score desc, id limit 1000) pairs, unnest(sources) source
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
      sql<boolean>`not exists (select from jobs where jobs.id in (job_a, job_b) and ${isClosedTo(decidedBy)})`,
    ),
  )

export const findPair = (db: Db, id: string) =>
  tables(db).selectFrom('likely_duplicates').select(['job_a', 'job_b', 'status']).where('id', '=', id).executeTakeFirst()

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
export async function insertMerge(trx: Db, merge: { otherId: string; keptId: string; mergedBy: string }): Promise<void> {
  const { otherId, keptId, mergedBy } = merge
  await tables(trx).updateTable('merged_jobs').set({ kept_id: keptId }).where('kept_id', '=', otherId).execute()
  await tables(trx).insertInto('merged_jobs').values({ job_id: otherId, kept_id: keptId, merged_by: mergedBy }).execute()
}

/** Dismissals of the other job hold for the kept one. */
export async function inheritDismissals(trx: Db, otherId: string, keptId: string): Promise<void> {
  await sql`
    insert into likely_duplicates as pair
      (job_a, job_b, status, score, title_score, employer_score, place_score, text_score, specialty, state, sources, decided_by, decided_at)
    select least(third, ${keptId}), greatest(third, ${keptId}), status, score, title_score, employer_score, place_score, text_score,
      specialty, state, sources, decided_by, decided_at
    from likely_duplicates, lateral (select case when job_a = ${otherId} then job_b else job_a end as third) other
    where status = 'dismissed' and (job_a = ${otherId} or job_b = ${otherId}) and third <> ${keptId}
    on conflict (job_a, job_b) do update set
      status = 'dismissed', decided_by = excluded.decided_by, decided_at = excluded.decided_at
    where pair.status = 'open'
  `.execute(trx)
}

export async function markDue(trx: Db, jobId: string): Promise<void> {
  await tables(trx).updateTable('job_fingerprints').set({ compared_at: null }).where('job_id', '=', jobId).execute()
}

/** The target of a merged job. */
export async function selectKeptJob(db: Db, jobId: string): Promise<string | undefined> {
  const row = await tables(db).selectFrom('merged_jobs').select('kept_id').where('job_id', '=', jobId).executeTakeFirst()
  return row?.kept_id
}
