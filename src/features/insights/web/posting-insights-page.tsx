import { useQuery } from '@tanstack/react-query'
import { statusLabels } from '#features/postings/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employerPostingPath, insightsPath, postingInsightsPath } from '#shared/paths.ts'
import { Badge, EmptyState, LoadFailure, Spinner } from '#ui/feedback.tsx'
import { ApiError } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { newInquiriesQuery } from '#platform/web/desk-tabs.tsx'
import { TextLink, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { PostingAdvice } from './components/advice-list.tsx'
import { FiguresNote, InsightFigures, InsightsFrame, PeriodLinks } from './components/insight-figures.tsx'
import { comparisonQuery, periodOf, postingInsightsQuery } from './queries.ts'

export async function load({ queryClient, search, params: { id = '' } }: PageArgs): Promise<void> {
  if (!knownUser(queryClient)) return
  const days = periodOf(search)
  await Promise.all([
    queryClient.prefetchQuery(postingInsightsQuery(id, days)),
    queryClient.prefetchQuery(comparisonQuery(days, id)),
    queryClient.prefetchQuery(newInquiriesQuery),
  ])
}

export const head = unlistedHead('Insights', 'How one of your job postings performs.', postingInsightsPath)

export const Page = () => (
  <InsightsFrame back={{ to: insightsPath, label: 'All insights' }}>
    <PostingInsights />
  </InsightsFrame>
)

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
      <PostingAdvice id={data.posting.id} />
      <InsightFigures days={data.days} origins={data.origins} />
      <FiguresNote />
    </>
  )
}

const Heading = ({ posting: { id, title, status } }: { posting: ResponseOf<'GET /api/insights/postings/:id'>['posting'] }) => (
  <header className="flex flex-wrap items-start justify-between gap-4">
    <div className="min-w-0">
      <h1 className="text-xl font-bold break-words">Insights: {title}</h1>
      <p className="mt-1 flex flex-wrap items-center gap-3">
        <Badge tone={status === 'active' ? 'action' : 'neutral'}>{statusLabels[status]}</Badge>
        <TextLink to={employerPostingPath(id)}>The posting</TextLink>
      </p>
    </div>
    <PeriodLinks />
  </header>
)
