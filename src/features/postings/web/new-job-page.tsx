import { useQuery } from '@tanstack/react-query'
import { posters } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { newJobPath, postedPath, postJobPath } from '#shared/paths.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { Alert } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { useNavigate, type PageArgs } from '#platform/web/navigation.tsx'
import { refusals, RequireRole } from '#platform/web/require-role.tsx'
import { policyTextFor } from '../model.ts'
import { PosterForm } from './components/poster-form.tsx'
import { draftsQuery, ownPolicyQuery } from './queries.ts'

export async function load({ queryClient }: PageArgs): Promise<void> {
  // Others are asked to sign in first.
  if (!knownUser(queryClient)) return
  await Promise.all([
    queryClient.prefetchQuery(ownPolicyQuery),
    queryClient.prefetchQuery(draftsQuery),
  ])
}

export const head = unlistedHead('Post a Job', 'Post a job from your account.', newJobPath)

const texts = refusals(
  'post a job from your account',
  'Only employers and recruiters can post from their account.',
  { deniedTo: postJobPath },
)

/** The form for signed-in posters; `?draft=` fills it with a draft. */
export function Page() {
  return (
    <RequireRole role={posters} texts={texts}>
      {(user) => <NewJob user={user} />}
    </RequireRole>
  )
}

function NewJob({ user }: { user: CurrentUser }) {
  const navigate = useNavigate()
  const { data: policy } = useQuery(ownPolicyQuery)
  return (
    <div className="page-column py-8">
      <header className="mb-4 flex max-w-prose flex-col gap-4">
        <h1 className="text-xl font-bold">Post a Job</h1>
        {policy && <Alert>{policyTextFor(policy, 'notice')}</Alert>}
      </header>
      <PosterForm
        user={user}
        kind="account"
        onPosted={({ job, message }) => {
          toast({ title: 'Job posted successfully!', description: message })
          navigate({ to: postedPath(job.id) })
        }}
      />
    </div>
  )
}
