import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { askedBy, emptyForm, fieldOf, labelOf } from '#features/jobs/fields.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { newJobPath, postedPath, postJobPath, withQuery } from '#shared/paths.ts'
import { Alert, PageSpinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'
import { TextLink, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import type { Draft } from '#features/postings/contract-dashboard.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import { formOfDraft, newPostingFormSchema } from '#features/postings/posting-form.ts'
import {
  accountPostSchema,
  addresslessPostSchema,
  publicPostSchema,
  type NewPosting,
} from '#features/postings/schemas.ts'
import { draftsQuery, refreshPostings } from '../queries.ts'
import { DraftList } from './draft-list.tsx'
import { DraftableForm, type ShownForm } from './draftable-form.tsx'
import { FormSections, isFilled } from './form-fields.tsx'
import { CompletenessMeter, FormProgress } from './form-frame.tsx'

type Answer = ResponseOf<'POST /api/jobs'>

type Props = {
  user: CurrentUser
  /** The form has two lengths, each at an address of its own; both fill in the same posting. */
  kind: Kind
  onPosted: (answer: Answer) => void
}
type Kind = 'account' | 'public'

const lengths = {
  account: { path: newJobPath, name: 'shorter form' },
  public: { path: postJobPath, name: 'longer form' },
}
const otherLength = (kind: Kind): Kind => (kind === 'public' ? 'account' : 'public')

/** The form of a signed-in poster; `?draft=` fills it with a draft. */
export function PosterForm(props: Props) {
  const draftId = useShownPage().search['draft']
  const navigate = useNavigate()
  const [saved, setSaved] = useState<string>()
  const { data: drafts, isPending } = useQuery(draftsQuery)
  if (draftId !== undefined && isPending) return <PageSpinner />
  const draft = drafts?.find(({ id }) => id === draftId)
  // Saving as a draft keeps the form; another draft is a new form.
  const key = draftId === saved ? 'new' : (draftId ?? 'new')
  const drafted = {
    ...props,
    draft,
    onSaved(id: string) {
      if (id === draftId) return
      setSaved(id)
      const to = withQuery(lengths[props.kind].path, { draft: id })
      navigate({ to, replace: true, keepScroll: true })
    },
  }
  if (draft?.kind === 'posting') return <CopyForm key={key} {...drafted} />
  return (
    <>
      {draftId !== undefined && !draft && (
        <Alert tone="danger" title="Draft not found">
          It may have been posted or deleted. The form below is a new one.
        </Alert>
      )}
      <OwnForm key={key} {...drafted} />
    </>
  )
}

type FormProps = Props & {
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
      storageName={`draft:${user.id}`}
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

function OwnForm({ user, kind, draft, onSaved, onPosted }: FormProps) {
  const isLong = kind === 'public'
  const asksForEmail = isLong || user.email === null
  const shortSchema = asksForEmail ? addresslessPostSchema : accountPostSchema
  const client = { label: 'Company (your client)', hint: 'The employer that you recruit for' }
  const children = ({ form, draftId }: ShownForm) => ({
    fields: (
      <>
        <OtherLength form={form} kind={otherLength(kind)} />
        <FormSections
          form={form}
          kind={kind}
          hidden={asksForEmail ? [] : ['contactEmail']}
          words={{
            contactEmail: { required: true },
            ...(user.role === 'recruiter' && { company: client }),
          }}
        />
      </>
    ),
    aside: (
      <>
        <DraftList title="Your drafts" current={draftId} />
        {isLong && <FormProgress form={form} kind={kind} />}
        <CompletenessMeter form={form} defaults={emptyForm(kind)} />
      </>
    ),
  })
  const initial = () => defaultsFor(user, kind, draft)
  const shared = { draft, initial, storageName: `account:${user.id}`, onSaved, children }
  return isLong ? (
    <DraftableForm
      {...shared}
      schema={publicPostSchema}
      post={(body) => callApi('POST /employers/post', { body })}
      done={onPosted}
    />
  ) : (
    <DraftableForm
      {...shared}
      schema={shortSchema}
      isShort
      post={(body) => callApi('POST /api/jobs', { body })}
      done={onPosted}
    />
  )
}

type LengthProps = { form: AnyForm; kind: Kind }

/** Leads to the form's other length, and names what was filled in there. */
function OtherLength({ form, kind }: LengthProps) {
  const { draft } = useShownPage().search
  const values: Record<string, unknown> = useWatch({ control: form.hook.control })
  const onlyThere = askedBy(kind).filter((name) => !(otherLength(kind) in fieldOf(name)))
  const filled = onlyThere.filter(
    (name) => isFilled(values[name]) && values[name] !== fieldOf(name)[kind]?.default,
  )
  const { path, name } = lengths[kind]
  return (
    <p className="text-muted">
      The <TextLink to={withQuery(path, { draft })}>{name}</TextLink>{' '}
      {kind === 'public'
        ? 'also asks for schedule, setting, benefits and requirements.'
        : 'asks for less.'}{' '}
      {filled.length > 0 &&
        `Your posting includes what you filled in there: ${filled.map(labelOf).join(', ')}.`}
    </p>
  )
}

/** Both lengths hold all values, so that nothing is lost between them. */
function defaultsFor(user: CurrentUser, kind: Kind, draft: Draft | undefined) {
  const { companyName, organizationType, email, role } = user
  const base: Record<string, unknown> = {
    ...emptyForm(otherLength(kind)),
    ...emptyForm(kind),
    contactEmail: email ?? '',
    ...(role === 'employer' && {
      company: companyName ?? '',
      organizationType: organizationType ?? '',
    }),
  }
  const suggested: Record<string, unknown> = emptyForm(kind)
  const known = Object.entries(draft?.form ?? {}).filter(
    ([field, value]) => typeof value === typeof base[field] && (value || !suggested[field]),
  )
  return { ...base, ...Object.fromEntries(known) }
}
