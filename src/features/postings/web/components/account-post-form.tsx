import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { employerDashboardPath, postedPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { Link, useNavigate } from '#web/lib/navigation.tsx'
import type { CreateJob } from '#features/postings/contract.ts'
import type { Draft } from '#features/postings/contract-drafts.ts'
import { accountFormDefaults } from '#features/postings/model.ts'
import { accountPostSchema, addresslessPostSchema } from '#features/postings/schemas.ts'
import { isSame } from '#features/postings/posting-form.ts'
import type { AccountPost, AccountPostInput } from '#features/postings/schemas.ts'
import { useLocalDraft } from '../local-draft.ts'
import type { LocalDraft } from '../local-draft.ts'
import { previewOfAccountPost } from '../previews.ts'
import { draftsQuery } from '../queries.ts'
import { useServerDraft } from '../server-draft.ts'
import { EmployerSection, PositionSection, TermsSection } from './account-job-sections.tsx'
import { CompletenessMeter } from './completeness-meter.tsx'
import { DraftConflict } from './draft-conflict.tsx'
import { DraftList } from './draft-list.tsx'
import { FormColumns } from './form-columns.tsx'
import { FormHelp } from './form-help.tsx'
import { FormPreview } from './form-preview.tsx'
import { RestoredDraft } from './restored-draft.tsx'

type Answer = ResponseOf<CreateJob>

type Props = {
  user: CurrentUser
  /** What the form begins with. */
  draft: Draft | undefined
  /** Hears the id of a draft that this form was saved as. */
  onSaved: (id: string) => void
}

export function AccountPostForm({ user, draft, onSaved }: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const asksForEmail = user.email === null
  const [defaults] = useState(() => defaultsFor(user, draft))
  const saved = useServerDraft(draft, onSaved)
  const form = useApiForm<AccountPostInput, AccountPost, Answer>({
    schema: asksForEmail ? addresslessPostSchema : accountPostSchema,
    defaults,
    submit: (body) =>
      typed.send((idempotencyKey) =>
        callApi<CreateJob>({ method: 'POST', url: '/api/jobs', body: { ...body, idempotencyKey, draftId: saved.id } }),
      ),
    done({ job, message }) {
      typed.forget()
      void queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
      toast({ title: 'Job posted successfully!', description: message })
      navigate({ to: postedPath(job.id) })
    },
    leavesPage: true,
    failure: { title: 'Failed to post job' },
  })
  const [storageName] = useState(() => ['account', user.id, draft?.id].filter(Boolean).join(':'))
  const typed: LocalDraft<AccountPostInput> = useLocalDraft(form, storageName, defaults, (from) => {
    if (draft && !isSame(from, defaults)) saved.meet(draft)
  })

  async function saveAsDraft(over?: Draft): Promise<void> {
    const values = { ...defaults, ...form.hook.getValues() }
    if (!(await saved.save(values, over))) return
    typed.rebase(values)
    typed.forget()
  }

  function takeTheirs(theirs: Draft): void {
    saved.take(theirs)
    typed.rebase(defaultsFor(user, theirs))
    typed.discard()
  }

  return (
    <ApiForm form={form} label="Post a Job">
      <RestoredDraft isRestored={typed.isRestored} onDiscard={typed.discard} />
      <FormColumns
        aside={
          <>
            <DraftList current={saved.id} />
            <CompletenessMeter form={form} defaults={accountFormDefaults} />
          </>
        }
        actions={
          <>
            <DraftConflict {...saved} onKeepMine={(over) => void saveAsDraft(over)} onTakeTheirs={takeTheirs} />
            <div className="flex flex-wrap gap-3">
              <SubmitButton form={form} size="lg" pendingLabel="Submitting...">
                Post Job
              </SubmitButton>
              <Button look="secondary" size="lg" aria-disabled={saved.isSaving} onClick={() => void saveAsDraft()}>
                {saved.isSaving ? 'Saving...' : 'Save as Draft'}
              </Button>
              <FormPreview read={() => previewOfAccountPost({ ...defaults, ...form.hook.getValues() })} />
              <Link to={employerDashboardPath} className={buttonClass('quiet', 'lg')}>
                Cancel
              </Link>
            </div>
            <FormHelp />
          </>
        }
      >
        <PositionSection form={form} />
        <TermsSection form={form} />
        <EmployerSection form={form} isRecruiter={user.role === 'recruiter'} asksForEmail={asksForEmail} />
      </FormColumns>
    </ApiForm>
  )
}

/** An employer posts for its own company, a recruiter for a client. */
function defaultsFor(user: CurrentUser, draft: Draft | undefined): AccountPostInput {
  const own = user.role === 'employer' ? companyOf(user) : {}
  const base = { ...accountFormDefaults, ...(user.email === null && { contactEmail: '' }), ...own }
  const known = Object.entries(draft?.form ?? {}).filter(
    ([field, value]) => Object.hasOwn(base, field) && typeof value === 'string',
  )
  return { ...base, ...Object.fromEntries(known) }
}

const companyOf = ({ companyName, organizationType }: CurrentUser): Partial<AccountPostInput> => ({
  company: companyName ?? '',
  organizationType: organizationType ?? '',
})
