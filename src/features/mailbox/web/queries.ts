import { apiQuery } from '#platform/web/api.ts'

/** New mail may have arrived. */
const always = { staleTime: 1000, retry: false } as const

export const mailsQuery = (to: string) => apiQuery('GET /api/dev/mail', { query: to === '' ? {} : { to } }, always)

export const mailQuery = (id: string) => apiQuery('GET /api/dev/mail/:id', { params: { id } }, always)
