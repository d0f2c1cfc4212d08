import { apiQuery } from '#web/lib/api.ts'
import type { Search } from '#web/lib/page-route.ts'
import { periods, usualPeriod } from '../model.ts'

/** The period of the address, in days. */
export const periodOf = ({ days }: Search): number => periods.find((it) => String(it) === days) ?? usualPeriod

/** Counting goes on. */
const shortLived = { staleTime: 5000 } as const

export const insightsQuery = (days: number) => apiQuery('GET /api/insights', { query: { days } }, shortLived)

export const postingInsightsQuery = (id: string, days: number) =>
  apiQuery('GET /api/insights/postings/:id', { params: { id }, query: { days } }, shortLived)
