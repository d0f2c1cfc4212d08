import { useQuery } from '@tanstack/react-query'
import { employerDashboardPath } from '#shared/paths.ts'
import { useNavigate, useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import type { PostingDetail } from '../contract-parts.ts'
import { PostingActions } from './components/posting-actions.tsx'
import { PostingHistorySection } from './components/posting-history.tsx'
import { PostingInquiries } from './components/posting-inquiries.tsx'
import { BackToDashboard, PostingProblem, PostingSkeleton } from './components/posting-page-parts.tsx'
import { PostingFacts, PostingHeading, PostingText } from './components/posting-view.tsx'
import { postingQuery } from './dashboard-queries.ts'
import { isPostingId } from './dashboard-routes.ts'
import { posterRoles, postingPageTexts } from './guards.ts'

export { detailsRoute } from './dashboard-routes.ts'

export function DetailsPage() {
  return (
    <RequireRole role={posterRoles} texts={postingPageTexts}>
      <Details />
    </RequireRole>
  )
}

function Details() {
  const { id = '' } = useShownPage().params
  const { data, error, refetch } = useQuery({ ...postingQuery(id), enabled: isPostingId(id) })
  return (
    <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
      <BackToDashboard />
      {data ? (
        <Posting posting={data} />
      ) : error || !isPostingId(id) ? (
        <PostingProblem error={error ?? undefined} onRetry={() => void refetch()} />
      ) : (
        <PostingSkeleton />
      )}
    </div>
  )
}

function Posting({ posting }: { posting: PostingDetail }) {
  const navigate = useNavigate()
  return (
    <>
      <PostingHeading posting={posting} />
      <PostingActions posting={posting} onGone={() => navigate({ to: employerDashboardPath, replace: true })} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <PostingText posting={posting} />
        <aside className="flex flex-col gap-8">
          <PostingFacts posting={posting} />
          <PostingInquiries jobId={posting.id} />
          <PostingHistorySection id={posting.id} />
        </aside>
      </div>
    </>
  )
}
