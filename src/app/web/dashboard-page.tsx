import { HandOver } from '#features/employers/web/hand-over.tsx'
import {
  openOutcomesQuery,
  useOutcomeNeeds,
} from '#features/inquiries/web/components/inquiry-parts.tsx'
import { prefetchRowFigures, RowFigures } from '#features/insights/web/components/row-figures.tsx'
import { DashboardPage, loadDashboard } from '#features/postings/web/dashboard-page.tsx'
import { callApi } from '#platform/web/api.ts'
import type { PageLoad } from '#platform/web/navigation.tsx'

export { head } from '#features/postings/web/dashboard-page.tsx'

export const load: PageLoad = (args) =>
  loadDashboard(args, (queryClient, ids) =>
    Promise.all([
      prefetchRowFigures(queryClient, ids),
      queryClient.prefetchQuery(openOutcomesQuery),
    ]),
  )

const disown = (id: string) => callApi('POST /api/found-postings/:id/disowning', { params: { id } })

export const Page = () => (
  <DashboardPage
    RowFigures={RowFigures}
    HandOver={HandOver}
    needs={useOutcomeNeeds()}
    disown={disown}
  />
)
