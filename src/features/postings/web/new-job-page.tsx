import { posters, type ResponseOf } from '#shared/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { emptyForm, type FormValues } from '#features/jobs/fields.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { draftPath, newJobPath, postedPath, postJobPath } from '#shared/paths.ts'
import { Alert, PageSpinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { TextLink, useNavigate, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { refusals, RequireRole } from '#platform/web/require-role.tsx'
import type { Draft } from '../contract-dashboard.ts'
import type { PostingDetail } from '../contract.ts'
import { policyTextFor } from '../model.ts'
import { formOfDraft, newPostingFormSchema } from '../posting-form.ts'
import {
  accountPostSchema,
  addresslessPostSchema,
  type AccountPost,
  type NewPosting,
} from '../schemas.ts'
import { CompletenessMeter, FormHelp, FormSections } from './components/form-frame.tsx'
import { DraftList } from './components/draft-list.tsx'
import { DraftableForm } from './components/draftable-form.tsx'
import { FormPreview } from './components/posting-preview.tsx'
import { draftsQuery, ownPolicyQuery, refreshPostings } from './queries.ts'

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
  postJobPath,
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
  const { data: policy } = useQuery(ownPolicyQuery)
  return (
    <div className="page-column py-10 sm:py-12">
      <header className="mb-4 flex max-w-prose flex-col gap-4">
        <h1 className="text-xl font-bold">Post a Job</h1>
        {policy && <Alert>{policyTextFor(policy, 'notice')}</Alert>}
      </header>
      <DraftedForm user={user} />
    </div>
  )
}

function DraftedForm({ user }: { user: CurrentUser }) {
  const asked = useShownPage().search['draft']
  const navigate = useNavigate()
  const [saved, setSaved] = useState<string>()
  const { data: drafts, isPending } = useQuery(draftsQuery)
  if (asked !== undefined && isPending) return <PageSpinner />
  const draft = drafts?.find(({ id }) => id === asked)
  // Saving as a draft keeps the form; another draft is a new form.
  const key = asked === saved ? 'new' : (asked ?? 'new')
  const props = {
    user,
    draft,
    onSaved(id: string) {
      if (id === asked) return
      setSaved(id)
      navigate({ to: draftPath(id), replace: true, keepScroll: true })
    },
  }
  if (draft?.kind === 'posting') return <CopyForm key={key} {...props} />
  return (
    <>
      <p className="mb-8 text-muted">
        The <TextLink to={postJobPath}>longer form</TextLink> also asks for schedule, setting,
        benefits and requirements.
      </p>
      {asked !== undefined && !draft && (
        <Alert tone="danger" title="Draft not found">
          It may have been posted or deleted. The form below is a new one.
        </Alert>
      )}
      <AccountPostForm key={key} {...props} />
    </>
  )
}

type FormProps = {
  user: CurrentUser
  /** The draft that fills the form. */
  draft: Draft | undefined
  /** Called with the id of a saved draft. */
  onSaved: (id: string) => void
}

/** A copy of a posting has all its fields. */
function CopyForm({ user, draft, onSaved }: FormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <DraftableForm<NewPosting, PostingDetail>
      draft={draft}
      initial={() => ({ ...formOfDraft(draft?.form ?? {}), isActive: true })}
      schema={newPostingFormSchema}
      storageName={`draft:${user.id}:${draft?.id}`}
      onSaved={onSaved}
      post={(body) => callApi('POST /api/job-postings', { body })}
      done={({ id }) => {
        void refreshPostings(queryClient)
        toast({ title: 'Job posted successfully!' })
        navigate({ to: postedPath(id) })
      }}
    >
      {({ form, defaults }) => ({
        fields: <FormSections form={form} kind="edit" hidden={['isActive']} />,
        aside: <CompletenessMeter form={form} defaults={defaults} />,
      })}
    </DraftableForm>
  )
}

type AccountForm = FormValues<'account'>

function AccountPostForm({ user, draft, onSaved }: FormProps) {
  const navigate = useNavigate()
  const asksForEmail = user.email === null
  const client = { label: 'Company (your client)', hint: 'The employer that you recruit for' }
  return (
    <DraftableForm<AccountPost, ResponseOf<'POST /api/jobs'>>
      draft={draft}
      initial={() => defaultsFor(user, draft)}
      schema={asksForEmail ? addresslessPostSchema : accountPostSchema}
      storageName={['account', user.id, draft?.id].filter(Boolean).join(':')}
      onSaved={onSaved}
      post={(body) => callApi('POST /api/jobs', { body })}
      done={({ job, message }) => {
        toast({ title: 'Job posted successfully!', description: message })
        navigate({ to: postedPath(job.id) })
      }}
    >
      {({ form, defaults, draftId }) => ({
        fields: (
          <FormSections
            form={form}
            kind="account"
            hidden={asksForEmail ? [] : ['contactEmail']}
            words={{
              contactEmail: { required: true },
              ...(user.role === 'recruiter' && { company: client }),
            }}
          />
        ),
        aside: (
          <>
            <DraftList title="Your drafts" current={draftId} />
            <CompletenessMeter form={form} defaults={emptyForm('account')} />
          </>
        ),
        preview: <FormPreview read={() => ({ ...defaults, ...form.hook.getValues() })} />,
        help: <FormHelp />,
      })}
    </DraftableForm>
  )
}

function defaultsFor(user: CurrentUser, draft: Draft | undefined): AccountForm {
  const own = user.role === 'employer' ? companyOf(user) : {}
  const base = { ...emptyForm('account'), ...own }
  const known = Object.entries(draft?.form ?? {}).filter(
    ([field, value]) => Object.hasOwn(base, field) && typeof value === 'string',
  )
  return { ...base, ...Object.fromEntries(known) }
}

const companyOf = ({ companyName, organizationType }: CurrentUser): Partial<AccountForm> => ({
  company: companyName ?? '',
  organizationType: organizationType ?? '',
})
