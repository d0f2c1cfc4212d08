import { useQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { importPostingsPath, inboxPath, insightsPath, newJobPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { DashboardStats } from './components/dashboard-stats.tsx'
import { ListTools } from './components/list-tools.tsx'
import { PostingList, PostingListSkeleton } from './components/posting-list.tsx'
import { SavedDrafts } from './components/saved-drafts.tsx'
import { inquiryCountQuery, postingCountsQuery, postingsQuery } from './dashboard-queries.ts'
import { countParams, listAddress, listParams } from './dashboard-routes.ts'
import { dashboardTexts, posterRoles } from './guards.ts'

export { dashboardRoute } from './dashboard-routes.ts'

export function DashboardPage() {
  return (
    <RequireRole role={posterRoles} texts={dashboardTexts}>
      <Dashboard />
    </RequireRole>
  )
}

function Dashboard() {
  return (
    <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl font-bold">Employer Dashboard</h1>
        <div className="flex flex-wrap gap-3">
          <InboxLink />
          <Link to={insightsPath} className={buttonClass('secondary')}>
            Insights
          </Link>
          <Link to={importPostingsPath} className={buttonClass('secondary')}>
            <FileUp aria-hidden className="size-4" />
            Upload CSV
          </Link>
          <Link to={newJobPath} className={buttonClass()}>
            <Plus aria-hidden className="size-4" />
            Post New Job
          </Link>
        </div>
      </header>
      <Postings />
    </div>
  )
}

function InboxLink() {
  const { data } = useQuery(inquiryCountQuery())
  return (
    <Link to={inboxPath} className={buttonClass('secondary')}>
      {data && data.unread > 0 ? `Inbox (${data.unread} new)` : 'Inbox'}
    </Link>
  )
}

function Postings() {
  const address = listAddress(useShownPage().search)
  const counts = useQuery(postingCountsQuery(countParams(address)))
  const list = useQuery(postingsQuery(listParams(address)))

  if ((list.isError && !list.data) || (counts.isError && !counts.data)) {
    const retry = () => void Promise.all([list.refetch(), counts.refetch()])
    return (
      <LoadFailure onRetry={retry}>Failed to load your job postings. Please refresh the page or try again later.</LoadFailure>
    )
  }
  return (
    <>
      <DashboardStats counts={counts.data} />
      {counts.data?.total === 0 && list.data ? (
        <NoPostings />
      ) : (
        <section aria-labelledby="postings" className="flex flex-col gap-4">
          <h2 id="postings" className="text-lg font-semibold">
            Your job postings
          </h2>
          <ListTools address={address} found={counts.data?.found} />
          {list.data && counts.data ? (
            <PostingList
              key={JSON.stringify(listParams(address))}
              postings={list.data}
              found={counts.data.found}
              address={address}
            />
          ) : (
            <PostingListSkeleton />
          )}
        </section>
      )}
      <SavedDrafts />
    </>
  )
}

function NoPostings() {
  return (
    <EmptyState
      title="No job postings yet"
      actions={
        <Link to={newJobPath} className={buttonClass()}>
          Post Your First Job
        </Link>
      }
    >
      What you post stands here, with what you can do about it.
    </EmptyState>
  )
}
