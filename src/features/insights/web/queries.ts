import { apiQuery, apiUrl } from '#platform/web/api.ts'
import type { Search } from '#platform/web/navigation.tsx'
import type { BodyOf } from '#shared/contract.ts'
import { jobPath } from '#shared/paths.ts'
import { maxMark, ownSearchMark, periods, usualPeriod, type EventKind } from '../model.ts'

/** The period of the address, in days. */
export const periodOf = ({ days }: Search): number =>
  periods.find((period) => String(period) === days) ?? usualPeriod

/** Counting goes on. */
const shortLived = { staleTime: 5000 } as const

/** Of all postings, or of one. */
export const insightsQuery = (days: number, id?: string) =>
  apiQuery('GET /api/insights', { query: { days, id } }, shortLived)

/** What the dashboard shows beside each posting. */
export const figuresQuery = (ids: readonly string[]) =>
  apiQuery(
    'GET /api/insights/figures',
    { query: { ids: ids.join(','), days: usualPeriod } },
    shortLived,
  )

/** Of all active postings, or of one. */
export const comparisonQuery = (days: number, id?: string) =>
  apiQuery('GET /api/insights/comparison', { query: { days, id } }, shortLived)

/**
 * What brought the visitor to the site. The mark leaves the address, so that nobody passes it on.
 * `utm_source` is what other sites add.
 */
const arrival = typeof location === 'undefined' ? undefined : readArrival()

function readArrival() {
  const { pathname, search, hash, host } = location
  const mark = new URLSearchParams(hash.slice(1)).get('from')
  if (mark !== null) history.replaceState(history.state, '', pathname + search)
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : undefined
  return {
    pathname,
    mark: (mark ?? new URLSearchParams(search).get('utm_source'))?.slice(0, maxMark),
    referrer: from?.host === host ? undefined : from?.hostname,
    isOwn: from?.host === host,
  }
}

/** A visit that began with a mark keeps it; the referrer counts for the job that it led to. */
export function arrivalAt(jobId: string): {
  mark?: string | undefined
  referrer?: string | undefined
} {
  const isFirst = arrival?.pathname.startsWith(jobPath(jobId)) && !arrival.isOwn
  return arrival?.mark || isFirst
    ? { mark: arrival?.mark, referrer: arrival?.referrer }
    : { mark: ownSearchMark }
}

/** Reports a view or an apply click by a beacon, which outlives the page. */
export function countEvent(jobId: string, kind: EventKind): void {
  const event: BodyOf<'POST /api/insights/events'> = { jobId, kind, ...arrivalAt(jobId) }
  navigator.sendBeacon(
    apiUrl('POST /api/insights/events'),
    new Blob([JSON.stringify(event)], { type: 'application/json' }),
  )
}
