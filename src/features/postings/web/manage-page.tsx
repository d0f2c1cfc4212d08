import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { employersPath, jobsPath, postJobPath } from '#shared/paths.ts'
import { site } from '#features/site/config.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import type { ManagedPosting } from '../contract-manage.ts'
import { ClaimSection } from './components/claim-section.tsx'
import { EditForm } from './components/edit-form.tsx'
import { ManageActions } from './components/manage-actions.tsx'
import { PostingSkeleton } from './components/posting-page-parts.tsx'
import { PostingFacts, PostingHeading, PostingText } from './components/posting-view.tsx'
import { managedPostingQuery, updateManagedPosting } from './dashboard-queries.ts'

export { manageRoute } from './dashboard-routes.ts'

/** What the link in the mail opens for people who posted without an account. */
export function ManagePage() {
  const token = useShownPage().search['token'] ?? ''
  const { data, error, refetch } = useQuery({ ...managedPostingQuery(token), enabled: token !== '' })
  const [isDeleted, setDeleted] = useState(false)

  if (isDeleted) return <Deleted />
  if (token === '') return <BadLink />
  return data ? (
    <Manage token={token} managed={data} onDeleted={() => setDeleted(true)} />
  ) : error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED') ? (
    <BadLink />
  ) : (
    <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
      {error ? (
        <>
          <h1 className="text-xl font-bold">Manage your posting</h1>
          <LoadFailure onRetry={() => void refetch()}>
            Failed to load job posting. Please refresh the page or try again later.
          </LoadFailure>
        </>
      ) : (
        <PostingSkeleton />
      )}
    </div>
  )
}

function BadLink() {
  return (
    <EmptyState
      level={1}
      title="This link does not work"
      actions={
        <Link to={postJobPath} className={buttonClass()}>
          Post a Job
        </Link>
      }
    >
      The posting may have been deleted or moved into an account, or part of the link got lost. Open it from the latest mail about
      the posting, or write to{' '}
      <a href={`mailto:${site.emails.postings}`} className="text-link">
        {site.emails.postings}
      </a>
      .
    </EmptyState>
  )
}

function Deleted() {
  return (
    <EmptyState
      level={1}
      title="Job deleted"
      actions={
        <>
          <Link to={postJobPath} className={buttonClass()}>
            Post a Job
          </Link>
          <Link to={jobsPath} className={buttonClass('secondary')}>
            Browse Jobs
          </Link>
        </>
      }
    >
      The job posting has been removed successfully.
    </EmptyState>
  )
}

type Props = { token: string; managed: ManagedPosting; onDeleted: () => void }

function Manage({ token, managed, onDeleted }: Props) {
  const queryClient = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const { posting } = managed
  const show = (now: ManagedPosting) => queryClient.setQueryData(managedPostingQuery(token).queryKey, now)

  return (
    <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
      <p className="text-muted">
        You manage this posting by the link in your mail. Whoever has the link can do the same.{' '}
        <Link to={employersPath} className="text-link">
          More for employers
        </Link>
      </p>
      <PostingHeading posting={posting} />
      {isEditing ? (
        <EditForm
          posting={posting}
          keptFor="link"
          save={async (changes) => {
            const saved = await updateManagedPosting(token, changes)
            show(saved)
            return saved.posting
          }}
          done={() => setEditing(false)}
          asksForContact={false}
          cancel={
            <Button look="secondary" size="lg" onClick={() => setEditing(false)}>
              Cancel
            </Button>
          }
        />
      ) : (
        <>
          <ManageActions token={token} posting={posting} onEdit={() => setEditing(true)} onChanged={show} onDeleted={onDeleted} />
          <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <PostingText posting={posting} />
            <aside className="flex flex-col gap-8">
              <ClaimSection token={token} address={managed.claimableBy} />
              <PostingFacts posting={posting} />
            </aside>
          </div>
        </>
      )}
    </div>
  )
}
