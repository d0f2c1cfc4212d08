import { useQuery } from '@tanstack/react-query'
import { employerDashboardPath, newJobPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { BackLink } from './components/back-link.tsx'
import { FiguresNote, InsightFigures } from './components/insight-figures.tsx'
import { insightsRoles, insightsTexts } from './components/insights-texts.ts'
import { PeriodLinks } from './components/period-links.tsx'
import { PostingTable } from './components/posting-table.tsx'
import { periodOf } from './insights-routes.ts'
import { insightsQuery } from './queries.ts'
import { mostPostings } from '../model.ts'

export { insightsRoute } from './insights-routes.ts'

export function InsightsPage() {
  return (
    <RequireRole role={insightsRoles} texts={insightsTexts}>
      <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
        <BackLink to={employerDashboardPath}>Back to Dashboard</BackLink>
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-xl font-bold">Insights</h1>
          <PeriodLinks />
        </header>
        <Insights />
      </div>
    </RequireRole>
  )
}

function Insights() {
  const { data, isError, refetch } = useQuery(insightsQuery(periodOf(useShownPage().search)))
  if (isError && !data)
    return <LoadFailure onRetry={() => void refetch()}>Failed to load your insights. Please try again.</LoadFailure>
  if (!data) return <Spinner />
  if (data.postings.length === 0) return <NoPostings />
  return (
    <>
      <InsightFigures days={data.days} />
      <section aria-labelledby="postings" className="flex flex-col gap-4">
        <h2 id="postings" className="text-lg font-semibold">
          By posting
        </h2>
        <PostingTable postings={data.postings} />
        {data.isCut && <p className="text-xs text-muted">These are your {mostPostings} most viewed postings.</p>}
      </section>
      <FiguresNote>Postings that you deleted stay in the totals.</FiguresNote>
    </>
  )
}

function NoPostings() {
  return (
    <EmptyState
      title="Nothing to show yet"
      actions={
        <Link to={newJobPath} className={buttonClass()}>
          Post a Job
        </Link>
      }
    >
      Once a posting of yours is live, you see here how often it is viewed, saved and answered.
    </EmptyState>
  )
}
