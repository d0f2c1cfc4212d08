import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SegmentQuery } from './search/segment-query.ts'

/** The circle of a search as the functions take it; all null without one. */
export const circleOf = ({ place }: Pick<SegmentQuery, 'place'>): RawBuilder<unknown> =>
  sql`${place?.lat ?? null}::float8, ${place?.lon ?? null}::float8, ${place?.radius ?? null}::float8`

/** The hits among the jobs that are in no segment, as rows of `job_id` and `posted_at`. */
export const freshHits = (query: SegmentQuery): RawBuilder<unknown> =>
  sql`fresh_hits(${query.tsquery}::tsquery, ${query.minPay}::integer, ${query.since}::timestamptz, ${circleOf(query)})`

/** Not while there are jobs in no segment that came without their words. */
export const canBeSearched = sql`not exists (select from fresh_jobs where search is null)`

/** Rows of `job_id` and `posted_at` as one value, a list of `Hit`. */
export const hitsAsOne = sql`coalesce(json_agg(json_build_object('id', job_id, 'at', extract(epoch from posted_at) * 1000)), '[]')`
