import { prefetchRowFigures, RowFigures } from '#features/insights/web/components/row-figures.tsx'
import { DashboardPage, loadDashboard } from '#features/postings/web/dashboard-page.tsx'
import type { PageLoad } from '#platform/web/navigation.tsx'

export { head } from '#features/postings/web/dashboard-page.tsx'

export const load: PageLoad = (args) => loadDashboard(args, prefetchRowFigures)

export const Page = () => <DashboardPage RowFigures={RowFigures} />
