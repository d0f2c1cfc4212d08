import { useQuery, useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { postedPath, postingDraftPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#platform/web/api.ts'
import { useNavigate, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import type { Draft } from '../contract-dashboard.ts'
import type { PostingDetail } from '../contract.ts'
import { policyTextFor } from '../model.ts'
import { formOfDraft, newPostingFormSchema } from '../posting-form.ts'
import type { NewPosting } from '../schemas.ts'
import { CompletenessMeter } from './components/form-frame.tsx'
import { DraftableForm, useDraftedForm } from './components/draftable-form.tsx'
import { EditFields } from './components/edit-form.tsx'
import { mayPost, PosterPage, PostingSkeleton } from './components/posting-page-parts.tsx'
import { draftQuery, ownPolicyQuery, refreshPostings } from './queries.ts'

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
  const drafted = useDraftedForm<NewPosting, PostingDetail>({
    draft,
    read: (it) => ({ ...formOfDraft(it?.form ?? {}), isActive: true }),
    schema: newPostingFormSchema,
    storageName: `draft:${user.id}:${draft.id}`,
    onSaved: () => {},
    post: (body) => callApi('POST /api/job-postings', { body }),
    done({ id }) {
      void refreshPostings(queryClient)
      toast({ title: 'Job posted successfully!' })
      navigate({ to: postedPath(id) })
    },
  })
  const { form, defaults } = drafted

  return (
    <DraftableForm drafted={drafted} aside={<CompletenessMeter form={form} defaults={defaults} />}>
      <EditFields form={form} hidden={['isActive']} />
    </DraftableForm>
  )
}
