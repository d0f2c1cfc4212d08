import { InboxLink } from '#features/inquiries/web/posting-inquiries.tsx'
import { inboxQuery } from '#features/inquiries/web/queries.ts'
import { DashboardPage, loadDashboard } from '#features/postings/web/dashboard-page.tsx'
import type { PageLoad } from './lib/page-route.ts'

export { head } from '#features/postings/web/dashboard-page.tsx'

export const load: PageLoad = (args) => loadDashboard(args, (queryClient) => queryClient.prefetchQuery(inboxQuery({})))

export const Page = () => <DashboardPage InboxLink={InboxLink} />
