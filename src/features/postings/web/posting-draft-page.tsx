import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/current-user.ts'
import { policyTexts } from '../policy-texts.ts'
import { Alert } from '#ui/alert.tsx'
import { useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { ApiError } from '#web/lib/api.ts'
import { PostingDraftForm } from './components/posting-draft-form.tsx'
import { BackToDashboard, PostingSkeleton } from './components/posting-page-parts.tsx'
import { posterRoles, postingPageTexts } from './guards.ts'
import { draftQuery, policyQuery } from './queries.ts'

export { postingDraftRoute } from './dashboard-routes.ts'

/** A copy of a posting, to be looked over and posted. */
export function PostingDraftPage() {
  return (
    <RequireRole role={posterRoles} texts={postingPageTexts}>
      {(user) => <PostingDraft user={user} />}
    </RequireRole>
  )
}

function PostingDraft({ user }: { user: CurrentUser }) {
  const { id = '' } = useShownPage().params
  const { data: draft, error } = useQuery(draftQuery(id))
  const { data: policies } = useQuery(policyQuery)
  return (
    <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
      <BackToDashboard />
      <h1 className="text-xl font-bold">Post a Job</h1>
      {draft ? (
        <>
          {policies && (
            <div className="max-w-prose">
              <Alert>{policyTexts[policies.account].notice}</Alert>
            </div>
          )}
          <PostingDraftForm key={id} user={user} draft={draft} />
        </>
      ) : error ? (
        <Alert tone="danger" title={isMissing(error) ? 'Draft not found' : 'Failed to load the draft'}>
          {isMissing(error) ? 'It may have been posted or deleted.' : 'Please refresh the page or try again later.'}
        </Alert>
      ) : (
        <PostingSkeleton />
      )}
    </div>
  )
}

const isMissing = (error: Error): boolean => error instanceof ApiError && error.code === 'NOT_FOUND'
