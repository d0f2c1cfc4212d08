import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Draft } from '#features/postings/contract-drafts.ts'
import type { PostingDetail } from '#features/postings/contract-parts.ts'
import type { NewPosting } from '#features/postings/schemas.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { employerDashboardPath, postedPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { Link, useNavigate } from '#web/lib/navigation.tsx'
import { createPosting, refreshPostings } from '../dashboard-queries.ts'
import { useLocalDraft } from '../local-draft.ts'
import type { LocalDraft } from '../local-draft.ts'
import { formOfDraft, isSame, newPostingFormSchema } from '#features/postings/posting-form.ts'
import type { PostingForm } from '#features/postings/posting-form.ts'
import { draftsQuery } from '../queries.ts'
import { useServerDraft } from '../server-draft.ts'
import { CompletenessMeter } from './completeness-meter.tsx'
import { DraftConflict } from './draft-conflict.tsx'
import { FormColumns } from './form-columns.tsx'
import { MainFields, MoreFields } from './posting-fields.tsx'
import { RestoredDraft } from './restored-draft.tsx'

export function PostingDraftForm({ user, draft }: { user: CurrentUser; draft: Draft }) {
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
    if (!isSame(from, defaults)) saved.meet(draft)
  })

  async function saveAsDraft(over?: Draft): Promise<void> {
    const values = { ...defaults, ...form.hook.getValues() }
    if (!(await saved.save(values, over))) return
    typed.rebase(values)
    typed.forget()
  }

  function takeTheirs(theirs: Draft): void {
    saved.take(theirs)
    typed.rebase({ ...formOfDraft(theirs.form), isActive: true })
    typed.discard()
  }

  return (
    <ApiForm form={form} label="Post a Job">
      <RestoredDraft isRestored={typed.isRestored} onDiscard={typed.discard} />
      <FormColumns
        aside={<CompletenessMeter form={form} defaults={defaults} />}
        actions={
          <>
            <DraftConflict {...saved} onKeepMine={(over) => void saveAsDraft(over)} onTakeTheirs={takeTheirs} />
            <div className="flex flex-wrap gap-3">
              <SubmitButton form={form} size="lg" pendingLabel="Submitting...">
                Post Job
              </SubmitButton>
              <Button
                look="secondary"
                size="lg"
                disabled={!form.ready}
                aria-disabled={saved.isSaving}
                onClick={() => void saveAsDraft()}
              >
                {saved.isSaving ? 'Saving...' : 'Save as Draft'}
              </Button>
              <Link to={employerDashboardPath} className={buttonClass('quiet', 'lg')}>
                Cancel
              </Link>
            </div>
          </>
        }
      >
        <MainFields form={form} was={defaults} />
        <MoreFields form={form} asksForContact />
      </FormColumns>
    </ApiForm>
  )
}
