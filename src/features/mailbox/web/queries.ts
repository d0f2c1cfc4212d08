import { apiQuery } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetMail, ListMails } from '../contract.ts'

export const mailsQuery = (to: string): ApiQuery<ListMails> => ({
  ...apiQuery<ListMails>('/api/dev/mail', to === '' ? {} : { to }),
  ...always,
})

export const mailQuery = (id: string): ApiQuery<GetMail> => ({
  ...apiQuery<GetMail>(`/api/dev/mail/${encodeURIComponent(id)}`),
  ...always,
})

/** New mail may have come since; what is not there will not come. */
const always = { staleTime: 1000, retry: false } as const
