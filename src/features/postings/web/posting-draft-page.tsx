import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { postedPath, postingDraftPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#platform/web/api.ts'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import type { PageArgs } from '#platform/web/page-route.ts'
import type { Draft } from '../contract-dashboard.ts'
import type { PostingDetail } from '../contract.ts'
import { policyTextFor } from '../model.ts'
import { formOfDraft, isSame, newPostingFormSchema, type PostingForm } from '../posting-form.ts'
import type { NewPosting } from '../schemas.ts'
import { CompletenessMeter } from './components/completeness-meter.tsx'
import { DraftableForm, useServerDraft } from './components/draftable-form.tsx'
import { EditFields } from './components/edit-form.tsx'
import { mayPost, PosterPage, PostingSkeleton } from './components/posting-page-parts.tsx'
import { useLocalDraft, type LocalDraft } from './local-draft.ts'
import { createPosting, draftQuery, draftsQuery, ownPolicyQuery, refreshPostings } from './queries.ts'

export async function load({ queryClient, params: { id = '' } }: PageArgs): Promise<void> {
  if (mayPost(queryClient)) await queryClient.ensureQueryData(draftQuery(id))
}

export const head = unlistedHead('Post a Job', 'A draft of a job posting.', postingDraftPath)

export const Page = () => <PosterPage>{(user) => <PostingDraft user={user} />}</PosterPage>

function PostingDraft({ user }: { user: CurrentUser }) {
  const { id = '' } = useShownPage().params
  const { data: draft, error } = useQuery(draftQuery(id))
  const { data: policy } = useQuery(ownPolicyQuery)
  const isMissing = error instanceof ApiError && error.code === 'NOT_FOUND'
  return (
    <>
      <h1 className="text-xl font-bold">Post a Job</h1>
      {draft ? (
        <>
          {policy && (
            <div className="max-w-prose">
              <Alert>{policyTextFor(policy, 'notice')}</Alert>
            </div>
          )}
          <PostingDraftForm key={id} user={user} draft={draft} />
        </>
      ) : error ? (
        <Alert tone="danger" title={isMissing ? 'Draft not found' : 'Failed to load the draft'}>
          {isMissing ? 'It may have been posted or deleted.' : 'Please refresh the page or try again later.'}
        </Alert>
      ) : (
        <PostingSkeleton />
      )}
    </>
  )
}

function PostingDraftForm({ user, draft }: { user: CurrentUser; draft: Draft }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [defaults] = useState(() => ({ ...formOfDraft(draft.form), isActive: true }))
  const [storageName] = useState(() => `draft:${user.id}:${draft.id}`)
  const saved = useServerDraft(draft, () => {})
  const form = useApiForm<PostingForm, NewPosting, PostingDetail>({
    schema: newPostingFormSchema,
    defaults,
    submit: (body) => typed.send((idempotencyKey) => createPosting({ ...body, idempotencyKey, draftId: draft.id })),
    done({ id }) {
      typed.forget()
      void queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
      void refreshPostings(queryClient)
      toast({ title: 'Job posted successfully!' })
      navigate({ to: postedPath(id) })
    },
    leavesPage: true,
    failure: { title: 'Failed to post job' },
  })
  const typed: LocalDraft<PostingForm> = useLocalDraft(form, storageName, defaults, (from) => {
    if (!isSame(from, defaults)) saved.merge(draft)
  })

  return (
    <DraftableForm
      form={form}
      typed={typed}
      saved={saved}
      read={(it) => ({ ...formOfDraft(it.form), isActive: true })}
      defaults={defaults}
      aside={<CompletenessMeter form={form} defaults={defaults} />}
    >
      <EditFields form={form} hidden={['isActive']} />
    </DraftableForm>
  )
}
