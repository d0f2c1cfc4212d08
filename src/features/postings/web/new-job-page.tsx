import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '#shared/current-user.ts'
import { draftPath, postJobPath, signInPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { PageSpinner } from '#ui/spinner.tsx'
import { Link, useNavigate, useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { policyTexts } from '../policy-texts.ts'
import { AccountPostForm } from './components/account-post-form.tsx'
import { draftQuery, policyQuery } from './queries.ts'

export { newJobRoute } from './postings-routes.ts'

const texts = {
  signIn: { title: 'Please log in', description: 'You need to be logged in to post a job from your account.', to: signInPath },
  denied: {
    title: 'Access denied',
    description: 'Only employers and recruiters can post from their account.',
    to: postJobPath,
  },
}

/** The form of people who are signed in; `?draft=` fills it with a draft. */
export function NewJobPage() {
  return (
    <RequireRole role={['employer', 'recruiter', 'admin']} texts={texts}>
      {(user) => <NewJob user={user} />}
    </RequireRole>
  )
}

function NewJob({ user }: { user: CurrentUser }) {
  const { data: policies } = useQuery(policyQuery)
  return (
    <div className="page-column py-10 sm:py-12">
      <header className="mb-8 flex max-w-prose flex-col gap-4">
        <h1 className="text-2xl font-bold">Post a Job</h1>
        {policies && <Alert>{policyTexts[policies.account].notice}</Alert>}
        <p className="text-muted">
          The{' '}
          <Link to={postJobPath} className="text-link">
            longer form
          </Link>{' '}
          also asks for schedule, setting, benefits and requirements.
        </p>
      </header>
      <DraftedForm user={user} />
    </div>
  )
}

function DraftedForm({ user }: { user: CurrentUser }) {
  const asked = useShownPage().search['draft']
  const navigate = useNavigate()
  const [saved, setSaved] = useState<string>()
  const { data: draft, isPending, isError } = useQuery({ ...draftQuery(asked ?? ''), enabled: asked !== undefined })
  if (asked !== undefined && isPending) return <PageSpinner />

  return (
    <>
      {isError && (
        <Alert tone="danger" title="Draft not found">
          It may have been posted or deleted. The form below is a new one.
        </Alert>
      )}
      <AccountPostForm
        // Whoever saves the form as a draft goes on writing in it; another draft is another form.
        key={asked === saved ? 'new' : (asked ?? 'new')}
        user={user}
        draft={asked === undefined ? undefined : draft}
        onSaved={(id) => {
          if (id === asked) return
          setSaved(id)
          navigate({ to: draftPath(id), replace: true, keepScroll: true })
        }}
      />
    </>
  )
}
