import { pageHead } from '#features/site/page-head.ts'
import { applicationsPath, inboxPath } from '#shared/paths.ts'
import type { PageRoute, Search } from '#web/lib/page-route.ts'
import { inquiryStatuses } from '../model.ts'
import { applicationsQuery, inboxQuery, inquiryQuery } from './queries.ts'

const head = (title: string, description: string, path: string): PageRoute['head'] => {
  return ({ site }) => pageHead({ site, title, description, path, noindex: true })
}

// For nobody signed in there is nothing to load, and the pages say so.
export const applicationsRoute: PageRoute = {
  load: ({ queryClient }) => queryClient.prefetchQuery(applicationsQuery),
  head: head('Applications', 'What you have sent, and what became of it.', applicationsPath),
}

export const inboxRoute: PageRoute = {
  load: ({ queryClient, search }) => queryClient.prefetchQuery(inboxQuery(inboxParams(search))),
  head: head('Inbox', 'What physicians ask about your postings.', inboxPath),
}

export const inquiryRoute: PageRoute = {
  load: ({ queryClient, params: { id = '' } }) => queryClient.prefetchQuery(inquiryQuery(id)),
  head: head('Inquiry', 'An inquiry about one of your postings.', inboxPath),
}

/** What an inbox's address says, as the call wants it. */
export function inboxParams({ status, jobId, page }: Search): Record<string, string> {
  return {
    ...(inquiryStatuses.some((it) => it === status) && { status: status as string }),
    ...(jobId && { jobId }),
    ...(page && page !== '1' && { page }),
  }
}
