import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/contract.ts'
import { employerPostingPath, insightsPath } from '#shared/paths.ts'
import { statusLabels } from '#features/postings/model.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import type { GetPostingInsights } from '../contract.ts'
import { BackLink } from './components/back-link.tsx'
import { FiguresNote, InsightFigures } from './components/insight-figures.tsx'
import { insightsRoles, insightsTexts } from './components/insights-texts.ts'
import { PeriodLinks } from './components/period-links.tsx'
import { periodOf } from './insights-routes.ts'
import { postingInsightsQuery } from './queries.ts'

export { postingInsightsRoute } from './insights-routes.ts'

export function PostingInsightsPage() {
  return (
    <RequireRole role={insightsRoles} texts={insightsTexts}>
      <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
        <BackLink to={insightsPath}>All insights</BackLink>
        <PostingInsights />
      </div>
    </RequireRole>
  )
}

function PostingInsights() {
  const { params, search } = useShownPage()
  const { data, error, refetch } = useQuery(postingInsightsQuery(params['id'] ?? '', periodOf(search)))
  if (error instanceof ApiError && error.code === 'NOT_FOUND') {
    return (
      <EmptyState level={1} title="Posting not found">
        It was deleted, or it is not one of yours.
      </EmptyState>
    )
  }
  if (error && !data)
    return <LoadFailure onRetry={() => void refetch()}>Failed to load your insights. Please try again.</LoadFailure>
  if (!data) return <Spinner />
  return (
    <>
      <Heading posting={data.posting} />
      <InsightFigures days={data.days} />
      <FiguresNote />
    </>
  )
}

function Heading({ posting: { id, title, status } }: { posting: ResponseOf<GetPostingInsights>['posting'] }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-xl font-bold break-words">Insights: {title}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <Badge tone={status === 'active' ? 'action' : 'neutral'}>{statusLabels[status]}</Badge>
          <Link to={employerPostingPath(id)} className="text-link">
            The posting
          </Link>
        </p>
      </div>
      <PeriodLinks />
    </header>
  )
}
