import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { hires } from '#features/accounts/model.ts'
import { emptyForm } from '#features/jobs/fields.ts'
import { site } from '#features/site/config.ts'
import { listedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employersPath, jobsPath, postedPath, postJobPath } from '#shared/paths.ts'
import { callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, SubmitButton, TrapField } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { LinkButton, useNavigate, type PageLoad } from '#platform/web/navigation.tsx'
import { policyTexts } from '../model.ts'
import { publicPostSchema, type PublicPost } from '../schemas.ts'
import { FormSections } from './components/form-fields.tsx'
import {
  CompletenessMeter,
  FormColumns,
  FormProgress,
  NeedsScripts,
  RestoredDraft,
} from './components/form-frame.tsx'
import { PosterForm } from './components/poster-form.tsx'
import { FormPreview } from './components/posting-preview.tsx'
import { useLocalDraft, type LocalDraft } from './local-draft.ts'
import { policyQuery } from './queries.ts'

/** If the policies fail to load, the page omits publishing. */
export const load: PageLoad = ({ queryClient }) => queryClient.prefetchQuery(policyQuery)

export const head = listedHead(
  'Post a Job',
  () =>
    `Post a physician job on ${site.name} for free, without an account, with pay, location and ` +
    'schedule in their own fields.',
  postJobPath,
)

export function Page() {
  const current = useCurrentUser()
  const [posted, setPosted] = useState<{ jobId: string; message: string }>()
  if (posted) return <PostedPanel {...posted} />
  const onPosted = ({ job, message }: Answer) => setPosted({ jobId: job.id, message })
  return (
    <div className="page-column py-8">
      <Heading />
      {current.status === 'signed-in' && hires(current.user.role) ? (
        <PosterForm user={current.user} kind="public" onPosted={onPosted} />
      ) : (
        <PublicPostForm onPosted={onPosted} />
      )}
    </div>
  )
}

function Heading() {
  const { data: policies } = useQuery(policyQuery)
  const heading = useFocusOnArrival()
  return (
    <header className="mb-6 max-w-prose">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
        Post a Job
      </h1>
      {policies && (
        <p className="mt-3 text-base text-muted">{policyTexts[policies.public].publicNotice}</p>
      )}
    </header>
  )
}

/**
 * A link with `keepScroll`, such as the employers page's, leaves scrolling and focus to this page.
 */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const state: unknown = history.state
    if (
      typeof state !== 'object' ||
      state === null ||
      !('keepScroll' in state) ||
      state.keepScroll !== true
    )
      return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/** Long enough to read; both links lead there sooner. */
const redirectMs = 2000

function PostedPanel({ jobId, message }: { jobId: string; message: string }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => navigate({ to: jobsPath }), redirectMs)
    return () => clearTimeout(timer)
  }, [navigate])

  return (
    <div className="page-column flex flex-col items-center py-16 text-center">
      <CircleCheck aria-hidden className="size-12 text-action" />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-xl font-bold outline-none">
        Job Posted Successfully!
      </h1>
      <p className="mt-3 max-w-form">{message}</p>
      <p className="mt-2 max-w-form text-muted">A confirmation is on its way by email.</p>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <LinkButton label="View All Jobs" to={jobsPath} />
        <LinkButton label="See your posting" to={postedPath(jobId)} look="secondary" />
      </p>
    </div>
  )
}

const blank = { ...emptyForm('public'), website: '' }

/** Without empty values, which would overwrite early input. */
const initial = Object.fromEntries(Object.entries(blank).filter(([, value]) => value !== ''))

type Answer = ResponseOf<'POST /employers/post'>
type Props = { onPosted: (answer: Answer) => void }

function PublicPostForm({ onPosted }: Props) {
  const form = useApiForm<FieldValues, PublicPost, Answer>({
    schema: publicPostSchema,
    defaults: initial,
    submit: (body) =>
      draft.send((idempotencyKey) =>
        callApi('POST /employers/post', { body: { ...body, idempotencyKey } }),
      ),
    done(answer) {
      draft.forget()
      onPosted(answer)
    },
    leavesPage: true,
    failure: {
      title: 'Error',
      fallback: 'Failed to post job. Please try again.',
      offline: 'Failed to post job. Please check your connection and try again.',
    },
  })
  const draft: LocalDraft = useLocalDraft(form, 'public', blank)

  return (
    <ApiForm form={form} label="Post a Job">
      <NeedsScripts />
      <RestoredDraft isRestored={draft.isRestored} onDiscard={draft.discard} />
      <FormColumns
        aside={
          <>
            <FormProgress form={form} kind="public" />
            <CompletenessMeter form={form} defaults={blank} />
          </>
        }
        actions={
          <>
            <SubmitButton label="Post Job" form={form} size="lg" pendingLabel="Submitting..." />
            <FormPreview read={() => ({ ...blank, ...form.hook.getValues() })} />
            <LinkButton label="Cancel" to={employersPath} look="quiet" size="lg" />
          </>
        }
      >
        <FormSections form={form} kind="public" />
        <TrapField form={form} />
      </FormColumns>
    </ApiForm>
  )
}
