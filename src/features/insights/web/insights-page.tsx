import { useQuery } from '@tanstack/react-query'
import { statusLabels } from '#features/postings/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { insightsPath, newJobPath, postingInsightsPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState, LoadFailure, Spinner } from '#ui/feedback.tsx'
import { knownUser } from '#platform/web/current-user.ts'
import { newInquiriesQuery } from '#platform/web/desk-tabs.tsx'
import { Link, LinkButton, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { figureLabels, figures, maxPostings } from '../model.ts'
import { NextSteps } from './components/advice-list.tsx'
import { FiguresNote, InsightFigures, InsightsFrame, PeriodLinks } from './components/insight-figures.tsx'
import { comparisonQuery, insightsQuery, periodOf } from './queries.ts'

export async function load({ queryClient, search }: PageArgs): Promise<void> {
  if (!knownUser(queryClient)) return
  const days = periodOf(search)
  await Promise.all([
    queryClient.prefetchQuery(insightsQuery(days)),
    queryClient.prefetchQuery(comparisonQuery(days)),
    queryClient.prefetchQuery(newInquiriesQuery),
  ])
}

export const head = unlistedHead('Insights', 'How your job postings perform.', insightsPath)

export const Page = () => (
  <InsightsFrame>
    <header className="flex flex-wrap items-center justify-between gap-4">
      <h1 className="text-xl font-bold">Insights</h1>
      <PeriodLinks />
    </header>
    <Insights />
  </InsightsFrame>
)

function Insights() {
  const { data, isError, refetch } = useQuery(insightsQuery(periodOf(useShownPage().search)))
  if (isError && !data)
    return <LoadFailure onRetry={() => void refetch()}>Failed to load your insights. Please try again.</LoadFailure>
  if (!data) return <Spinner />
  if (data.postings.length === 0) return <NoPostings />
  return (
    <>
      <NextSteps />
      <InsightFigures days={data.days} origins={data.origins} />
      <LabeledSection id="postings" title="By posting" className="flex flex-col gap-4">
        <DataTable
          caption="Insights by posting, the most viewed first"
          rows={data.postings}
          rowKey={(it) => it.id}
          columns={columns}
        />
        {data.isCut && <p className="text-xs text-muted">These are your {maxPostings} most viewed postings.</p>}
      </LabeledSection>
      <FiguresNote>The totals include postings that you deleted.</FiguresNote>
    </>
  )
}

function NoPostings() {
  return (
    <EmptyState title="Nothing to show yet" actions={<LinkButton label="Post a Job" to={newJobPath} />}>
      After a posting goes live, this page shows how many people view, save and answer it.
    </EmptyState>
  )
}

type Posting = ResponseOf<'GET /api/insights'>['postings'][number]

const columns: readonly Column<Posting>[] = [
  { header: 'Posting', isRowHeader: true, cell: (posting) => <PostingName posting={posting} /> },
  ...figures.map((figure) => ({
    header: figureLabels[figure],
    align: 'right' as const,
    cell: ({ total }: Posting) => formatNumber(total[figure]),
  })),
]

/** Links to the posting's insights over the same period. */
function PostingName({ posting: { id, title, status } }: { posting: Posting }) {
  const { days } = useShownPage().search
  return (
    <span className="min-w-0">
      <Link to={postingInsightsPath(id)} search={{ days }} className="text-link break-words">
        {title}
      </Link>
      {status !== 'active' && <span className="font-normal text-muted"> ({statusLabels[status]})</span>}
    </span>
  )
}
