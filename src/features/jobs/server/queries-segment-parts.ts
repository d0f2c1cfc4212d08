import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { summaryList } from './queries.ts'
import type { SummaryRow } from './queries.ts'
import type { Hit } from './queries-search.ts'
import type { SegmentQuery } from './search/segment-query.ts'

/** The circle of a search as the functions take it; all null without one. */
export const circleOf = ({ place }: Pick<SegmentQuery, 'place'>): RawBuilder<unknown> =>
  sql`${place?.lat ?? null}::float8, ${place?.lon ?? null}::float8, ${place?.radius ?? null}::float8`

/** The hits among the jobs that are in no segment, as rows of `job_id` and `posted_at`. */
export const freshHits = (query: SegmentQuery): RawBuilder<unknown> =>
  sql`fresh_hits(${query.tsquery}::tsquery, ${query.minPay}::integer, ${query.since}::timestamptz, ${circleOf(query)})`

/** Not while there are jobs in no segment that came without their words. */
export const canBeSearched = sql`not exists (select from fresh_jobs where search is null)`

/** `n` is exact, or more than was asked for; `rows` are what lists show of the hits. */
export type SegmentHits = { n: number; snapshot: string; hits: Hit[]; rows: SummaryRow[] }

/** A hit, and what lists show of it; without both in the only row of a page that has none. */
export type HitRow = { n: number; snapshot: string } & (({ hit: string; at: number } & SummaryRow) | { hit: null })

/** Columns of a `HitRow`, of a source with `n`, `job_id` and `posted_at` that is followed by `withSummaries`. */
export const toldOfHits = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  pg_current_snapshot()::text as snapshot, ${source}.n, ${source}.job_id as hit,
  (extract(epoch from ${source}.posted_at) * 1000)::float8 as at, summary.*`

/** Joined here, the rows cost no statement of their own. */
export const withSummaries = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select ${summaryList} from jobs where id = ${source}.job_id and status = 'active' offset 0
  ) summary on true`

export function asSegmentHits(rows: HitRow[]): SegmentHits | undefined {
  const [first] = rows
  if (!first) return undefined
  const found = rows.filter((row) => row.hit !== null)
  return { n: first.n, snapshot: first.snapshot, hits: found.map(({ hit, at }) => ({ id: hit, at })), rows: found }
}
