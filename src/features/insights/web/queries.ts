import { apiQuery } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetInsights, GetPostingInsights } from '../contract.ts'

/** Counts go on behind the page's back: who comes back to it asks anew. */
const fresh = { staleTime: 5000 } as const

const paramsOf = (days: number) => ({ days: String(days) })

export const insightsQuery = (days: number): ApiQuery<GetInsights> => ({
  ...apiQuery<GetInsights>('/api/insights', paramsOf(days)),
  ...fresh,
})

export const postingInsightsQuery = (id: string, days: number): ApiQuery<GetPostingInsights> => ({
  ...apiQuery<GetPostingInsights>(`/api/insights/postings/${encodeURIComponent(id)}`, paramsOf(days)),
  ...fresh,
})
