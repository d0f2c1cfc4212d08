import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/current-user.ts'
import { employerPostingPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Link, useNavigate, useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import type { PostingDetail } from '../contract-parts.ts'
import { statusLabels } from '../model.ts'
import { postingCan } from '../state-machine.ts'
import { EditForm } from './components/edit-form.tsx'
import { BackToDashboard, PostingProblem, PostingSkeleton } from './components/posting-page-parts.tsx'
import { postingQuery, refreshPostings, updatePosting } from './dashboard-queries.ts'
import { isPostingId } from './dashboard-routes.ts'
import { posterRoles, postingPageTexts } from './guards.ts'

export { editRoute } from './dashboard-routes.ts'

export function EditPage() {
  return (
    <RequireRole role={posterRoles} texts={postingPageTexts}>
      {(user) => <Edit user={user} />}
    </RequireRole>
  )
}

function Edit({ user }: { user: CurrentUser }) {
  const { id = '' } = useShownPage().params
  const { data, error, refetch } = useQuery({ ...postingQuery(id), enabled: isPostingId(id) })
  return (
    <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
      <BackToDashboard />
      {data ? (
        <EditPosting key={id} user={user} posting={data} />
      ) : error || !isPostingId(id) ? (
        <PostingProblem error={error ?? undefined} onRetry={() => void refetch()} />
      ) : (
        <PostingSkeleton />
      )}
    </div>
  )
}

function EditPosting({ user, posting }: { user: CurrentUser; posting: PostingDetail }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id, title, status } = posting
  const details = employerPostingPath(id)

  function leave(saved: PostingDetail): void {
    queryClient.setQueryData(postingQuery(id).queryKey, saved)
    void refreshPostings(queryClient)
    navigate({ to: details })
  }

  return (
    <>
      <header>
        <h1 className="text-xl font-bold">Edit Job</h1>
        <p className="break-words text-muted">{title}</p>
      </header>
      {postingCan.edit(posting) ? (
        <EditForm
          posting={posting}
          keptFor={user.id}
          save={(changes) => updatePosting(id, changes)}
          done={leave}
          asksForContact
          cancel={
            <Link to={details} className={buttonClass('secondary', 'lg')}>
              Cancel
            </Link>
          }
        />
      ) : (
        <Alert tone="danger">A posting that is &lsquo;{statusLabels[status]}&rsquo; cannot be edited.</Alert>
      )}
    </>
  )
}
