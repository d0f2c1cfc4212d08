import { sql, type RawBuilder } from 'kysely'
import { milesOfNearest } from '../compile/conditions.ts'
import type { SortBy, SortOrder } from '#features/jobs/search-criteria.ts'

/** In rows. */
export type Range = { offset: number; limit: number }

export type Sort = {
  /** Text queries: whatever the order, the hits of the first come before those of the second, and so on; then all others. */
  sections?: readonly string[]
  /** 'added': by id, which no change of a job moves. */
  by: Exclude<SortBy, 'relevance'> | 'added' | 'closest'
  /** Where the closest are close to. */
  from?: { lat: number; lon: number }
  order?: SortOrder
  /** Median pay a year by specialty, which 'aboveMedian' compares with. */
  medians?: ReadonlyMap<string, number>
  /** The same within each section; each group is in order. */
  ranks?: readonly string[]
}

const isByDate = ({ by }: Sort): boolean => by === 'recent' || by === 'oldest' || by === 'updated'

const sortColumns: Record<Sort['by'], RawBuilder<unknown>> = {
  added: sql`job_id`,
  recent: sql`posted_at`,
  oldest: sql`posted_at`,
  updated: sql`updated_at`,
  title: sql`title`,
  city: sql`city`,
  state: sql`state`,
  specialty: sql`specialty`,
  type: sql`employment_type`,
  comp: sql`pay_annual`,
  aboveMedian: sql`middle_pay`,
  closest: sql`job_id`,
}

/** Dates have two names, and no other direction. */
function isAscending({ by, order }: Sort): boolean {
  if (by === 'oldest' || by === 'recent') return by === 'oldest'
  return (order ?? (by === 'title' || by === 'city' || by === 'state' ? 'asc' : 'desc')) === 'asc'
}

/** On `job_search`. Every order ends in something unique, or pages would overlap. */
export function orderOf(sort: Sort): RawBuilder<unknown> {
  const column = sortColumns[sort.by]
  const direction = isAscending(sort) ? sql`asc` : sql`desc`
  if (sort.by === 'added') return sql`job_id desc`
  if (sort.by === 'closest' && sort.from)
    return sql`${milesOfNearest(sql`${sort.from.lat}::float8`, sql`${sort.from.lon}::float8`)}, posted_at desc, job_id desc`
  if (isByDate(sort)) return sql`${column} ${direction}, job_id ${direction}`
  if (sort.by === 'aboveMedian') {
    const medians = JSON.stringify(Object.fromEntries(sort.medians ?? []))
    return sql`${column} / (${medians}::jsonb ->> specialty)::float8 ${direction} nulls last, posted_at desc, job_id desc`
  }
  if (sort.by === 'comp') return sql`${column} ${direction} nulls last, posted_at desc, job_id desc`
  return sql`${column} ${direction}, posted_at desc, job_id desc`
}

/** The orders that segments store; 'newest first' is that of positions. */
export const segmentSorts: readonly Sort[] = [
  { by: 'oldest' },
  ...(['updated', 'title', 'city', 'state', 'specialty', 'type', 'comp'] as const).flatMap((by) => [
    { by, order: 'asc' as const },
    { by, order: 'desc' as const },
  ]),
]

export const segmentOrderName = (sort: Sort): string => `${sort.by} ${isAscending(sort) ? 'asc' : 'desc'}`
