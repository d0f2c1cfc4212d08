import { formatNumber } from '#shared/numbers.ts'
import { apiQuery } from '#platform/web/api.ts'

export const heroFiguresQuery = apiQuery('GET /api/hero-figures')
export const countsQuery = apiQuery('GET /api/facets', { query: {} }, { staleTime: 5 * 60_000 })

/** Jobs per value; undefined until they are loaded. */
export type Counts = readonly { value: string; count: number }[] | undefined

export const countOf = (value: string, counts: Counts): number | undefined =>
  counts && (counts.find((count) => count.value === value)?.count ?? 0)

export const countText = (count: number | undefined): string | undefined =>
  count === undefined ? undefined : formatNumber(count)
