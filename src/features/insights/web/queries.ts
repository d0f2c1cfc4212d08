import { apiQuery, apiUrl } from '#platform/web/api.ts'
import type { Search } from '#platform/web/navigation.tsx'
import { periods, usualPeriod, type EventKind } from '../model.ts'
import type { BodyOf } from '#shared/contract.ts'

/** The period of the address, in days. */
export const periodOf = ({ days }: Search): number => periods.find((period) => String(period) === days) ?? usualPeriod

/** Counting goes on. */
const shortLived = { staleTime: 5000 } as const

export const insightsQuery = (days: number) => apiQuery('GET /api/insights', { query: { days } }, shortLived)

/** What the dashboard shows beside each posting. */
export const figuresQuery = (ids: readonly string[]) =>
  apiQuery('GET /api/insights/figures', { query: { ids: ids.join(','), days: usualPeriod } }, shortLived)

/** Of all active postings, or of one. */
export const comparisonQuery = (days: number, id?: string) =>
  apiQuery('GET /api/insights/comparison', { query: { days, id } }, shortLived)

export const postingInsightsQuery = (id: string, days: number) =>
  apiQuery('GET /api/insights/postings/:id', { params: { id }, query: { days } }, shortLived)

/** Reports a view or an apply click by a beacon, which outlives the page. */
export function countEvent(jobId: string, kind: EventKind): void {
  const event: BodyOf<'POST /api/insights/events'> = { jobId, kind }
  navigator.sendBeacon(apiUrl('POST /api/insights/events'), new Blob([JSON.stringify(event)], { type: 'application/json' }))
}
