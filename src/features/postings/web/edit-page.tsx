import { useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { editPostingPath, employerPostingPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { organizationQuery, useIsReader } from '#platform/web/desk-tabs.tsx'
import { LinkButton, useNavigate, type PageArgs } from '#platform/web/navigation.tsx'
import type { PostingDetail } from '../contract.ts'
import { statusLabels } from '../model.ts'
import { postingCan } from '../state-machine.ts'
import { EditForm } from './components/edit-form.tsx'
import {
  prefetchPosting,
  mayPost,
  PosterPage,
  ShownPosting,
} from './components/posting-page-parts.tsx'
import { postingQuery, refreshPostings, updatePosting } from './queries.ts'

export async function load({ queryClient, params: { id = '' } }: PageArgs): Promise<void> {
  if (mayPost(queryClient))
    await Promise.all([
      prefetchPosting(queryClient, id),
      queryClient.prefetchQuery(organizationQuery),
    ])
}

export const head = unlistedHead('Edit Job', 'Change one of your job postings.', editPostingPath)

export const Page = () => (
  <PosterPage>
    {(user) => (
      <ShownPosting>
        {(posting) => <EditPosting key={posting.id} user={user} posting={posting} />}
      </ShownPosting>
    )}
  </PosterPage>
)

function EditPosting({ user, posting }: { user: CurrentUser; posting: PostingDetail }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id, title, status } = posting
  const isReader = useIsReader()
  const details = employerPostingPath(id)

  function leave(saved: PostingDetail) {
    queryClient.setQueryData(postingQuery(id).queryKey, saved)
    void refreshPostings(queryClient)
    navigate({ to: details })
  }

  return (
    <>
      <header>
        <h1 className="text-xl font-bold">Edit Job</h1>
        <p className="text-muted">{title}</p>
      </header>
      {postingCan.edit(posting) && !isReader ? (
        <EditForm
          posting={posting}
          storedFor={user.id}
          save={(changes) => updatePosting(id, changes)}
          done={leave}
          asksForContact
          cancel={<LinkButton label="Cancel" to={details} look="secondary" size="lg" />}
        />
      ) : (
        <Alert tone="danger">
          {isReader
            ? 'Readers of an organization cannot change postings.'
            : `A posting that is ‘${statusLabels[status]}’ cannot be edited.`}
        </Alert>
      )}
    </>
  )
}
