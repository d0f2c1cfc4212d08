import { apiQuery } from '#web/lib/api.ts'
import type { GetMail, ListMails } from '../contract.ts'

/** New mail may have come since; what is not there will not come. */
const always = { staleTime: 1000, retry: false } as const

export const mailsQuery = (to: string) => apiQuery<ListMails>('GET /api/dev/mail', { query: to === '' ? {} : { to } }, always)

export const mailQuery = (id: string) => apiQuery<GetMail>('GET /api/dev/mail/:id', { params: { id } }, always)
