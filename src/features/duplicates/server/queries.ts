import { sql } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { QueryOf } from '#shared/contract.ts'
import type { ListDuplicates } from '../contract.ts'
import type { DuplicatesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<DuplicatesTables>()

export type Filter = Omit<QueryOf<ListDuplicates>, 'page'>

/** The filter's columns stand in the pairs themselves, so that a filter which fits few reads no jobs in vain. */
const matching = (db: Db, { source, specialty, state, minScore }: Filter) =>
  tables(db)
    .selectFrom('likely_duplicates')
    .where('status', '=', sql.lit('open'))
    .where('score', '>=', minScore)
    .$if(source !== undefined, (query) => query.where(sql<boolean>`sources @> array[${source}]::text[]`))
    .$if(specialty !== undefined, (query) => query.where(sql<boolean>`specialty = ${specialty}`))
    .$if(state !== undefined, (query) => query.where(sql<boolean>`state = ${state}`))

/**
 * The most similar first. Where few fit, they are gathered and sorted: to come upon them along the order of all would mean to read
 * nearly all.
 */
export const findPairs = (
  db: Db,
  filter: Filter,
  { limit, offset, areFew }: { limit: number; offset: number; areFew: boolean },
) =>
  matching(db, filter)
    .select(['id', 'job_a', 'job_b', 'score', 'title_score', 'employer_score', 'place_score', 'text_score'])
    .orderBy(areFew ? sql`score + 0` : 'score', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
export type PairRow = Awaited<ReturnType<typeof findPairs>>[number]

/** Counts no further than to one more than `most`. */
export async function countPairs(db: Db, filter: Filter, most: number): Promise<number> {
  const some = matching(db, filter)
    .select(sql`1`.as('one'))
    .limit(most + 1)
  const { n } = await db
    .selectFrom(some.as('some'))
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The sources of the most similar pairs. */
export async function findSources(db: Db): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select distinct source
    from (select sources from likely_duplicates where status = 'open' order by score desc, id limit 1000) pairs, unnest(sources) source
    order by source
  `.execute(db)
  return rows.map((it) => it.source)
}

const jobColumns = [
  'id',
  'status',
  'title',
  'employer',
  'city',
  'state',
  'specialty',
  'employment_type',
  'comp_min',
  'comp_max',
  'comp_unit',
  'comp_text',
  'schedule',
  'apply_url',
  'posted_at',
  'source',
  'channel',
  'description',
] as const satisfies (keyof JobRow)[]
export type LikelyJobRow = Pick<JobRow, (typeof jobColumns)[number]>

/** Those that are open. */
export async function findOpenJobs(db: Db, ids: readonly string[]): Promise<Map<string, LikelyJobRow>> {
  const rows = await tables(db)
    .selectFrom('jobs')
    .select(jobColumns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', 'in', ['pending', 'active'])
    .execute()
  return new Map(rows.map((it) => [it.id, it]))
}

/** @returns the ids of the pairs that nobody had decided about. */
export async function dismissPairs(trx: Db, ids: readonly string[], decidedBy: string): Promise<string[]> {
  const rows = await tables(trx)
    .updateTable('likely_duplicates')
    .set({ status: 'dismissed', decided_by: decidedBy, decided_at: sql`now()` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', 'open')
    .returning('id')
    .execute()
  return rows.map((it) => it.id)
}
