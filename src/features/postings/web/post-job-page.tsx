import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { hires } from '#features/accounts/model.ts'
import { employerDashboardPath, newJobPath } from '#shared/paths.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { Link } from '#web/lib/navigation.tsx'
import { policyTexts } from '../policy-texts.ts'
import { PostedPanel } from './components/posted-panel.tsx'
import { PublicPostForm } from './components/public-post-form.tsx'
import { policyQuery } from './queries.ts'

export { postJobRoute } from './postings-routes.ts'

/** The form that needs no account, at both of its addresses. */
export function PostJobPage() {
  const [posted, setPosted] = useState<{ jobId: string; message: string }>()
  if (posted) return <PostedPanel {...posted} />
  return (
    <div className="page-column py-10 sm:py-12">
      <Heading />
      <PublicPostForm onPosted={({ job, message }) => setPosted({ jobId: job.id, message })} />
    </div>
  )
}

function Heading() {
  const { data: policies } = useQuery(policyQuery)
  const heading = useFocusOnArrival()
  return (
    <header className="mb-8 max-w-prose">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
        Post a Job
      </h1>
      {policies && <p className="mt-3 text-base text-muted">{policyTexts[policies.public].publicNotice}</p>}
      <AccountNote />
    </header>
  )
}

function AccountNote() {
  const current = useCurrentUser()
  if (current.status !== 'signed-in' || !hires(current.user.role)) return null
  return (
    <p className="mt-2 text-muted">
      You are signed in, so the posting will be in{' '}
      <Link to={employerDashboardPath} className="text-link">
        your dashboard
      </Link>
      . The{' '}
      <Link to={newJobPath} className="text-link">
        shorter form
      </Link>{' '}
      saves drafts, too.
    </p>
  )
}

/** The button of the page for employers keeps the scroll position, and so leaves it to this page where to begin. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const state: unknown = history.state
    if (typeof state !== 'object' || state === null || !('keepScroll' in state) || state.keepScroll !== true) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
