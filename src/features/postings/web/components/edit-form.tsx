import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { PostingDetail } from '#features/postings/contract-parts.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#web/lib/api.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { useLocalDraft } from '../local-draft.ts'
import type { LocalDraft } from '../local-draft.ts'
import { changesSchema, formOf, isSame } from '#features/postings/posting-form.ts'
import type { PostingForm } from '#features/postings/posting-form.ts'
import { isUndecided, knownOf, staleFields, withUndecided } from '../stale-changes.ts'
import type { StaleField } from '../stale-changes.ts'
import { CompletenessMeter } from './completeness-meter.tsx'
import { FormColumns } from './form-columns.tsx'
import { ActiveField, MainFields, MoreFields } from './posting-fields.tsx'
import { RestoredDraft } from './restored-draft.tsx'
import { StaleNotice } from './stale-notice.tsx'

type Props = {
  posting: PostingDetail
  /** Whose form it is, for what the browser keeps of it. */
  keptFor: string
  /** @throws {ApiError} with `current` when the posting was changed since it was read. */
  save: (changes: PostingChanges) => Promise<PostingDetail>
  done: (saved: PostingDetail) => void
  /** Without an account the address is what proves whose posting it is, and stays. */
  asksForContact: boolean
  cancel: ReactNode
}

export function EditForm({ posting, keptFor, save, done, asksForContact, cancel }: Props) {
  // What the form was filled from: the posting may change while it is open.
  const [base, setBase] = useState(posting)
  const [stale, setStale] = useState<readonly StaleField[]>([])
  const [defaults] = useState(() => formOf(posting))
  const [storageName] = useState(() => `edit:${keptFor}:${posting.id}`)
  const schema = useMemo(() => changesSchema(base, stale.filter(isUndecided)), [base, stale])
  const form = useApiForm<PostingForm, PostingChanges, PostingDetail>({
    schema,
    defaults,
    submit: send,
    done(saved) {
      typed.forget()
      toast({ title: 'Job updated successfully!' })
      done(saved)
    },
    leavesPage: true,
    failure: { title: 'Failed to update job' },
  })
  const typed: LocalDraft<PostingForm> = useLocalDraft(form, storageName, defaults, compare)

  function compare(before: PostingForm): void {
    if (!isSame(before, defaults)) meet(before, posting)
  }

  async function send(changes: PostingChanges): Promise<PostingDetail> {
    try {
      return await save(changes)
    } catch (error) {
      const current = error instanceof ApiError ? (error.current as PostingDetail | undefined) : undefined
      if (current) meet(formOf(base), current)
      throw error
    }
  }

  /** What only others changed is filled in; what both changed stays as it was typed, until it is decided. */
  function meet(before: PostingForm, current: PostingDetail): void {
    const now = formOf(current)
    const found = withUndecided(staleFields(before, now, form.hook.getValues()), stale)
    typed.rebase(knownOf(now, found))
    for (const { field, yours } of found) if (yours === undefined) form.hook.setValue(field, now[field])
    setStale(found)
    setBase(current)
  }

  function choose(fields: readonly StaleField[], choice: 'mine' | 'theirs'): void {
    const decided = stale.map((it) => (fields.includes(it) ? { ...it, choice } : it))
    typed.rebase(knownOf(formOf(base), decided))
    for (const { field, now, yours = now } of fields) {
      form.hook.setValue(field, choice === 'mine' ? yours : now)
      form.hook.clearErrors(field)
    }
    setStale(decided)
  }

  function discard(): void {
    typed.rebase(formOf(base))
    typed.discard()
    setStale([])
  }

  const canSwitch = postingCan.activate(base) || postingCan.deactivate(base) || base.status === 'expired'
  return (
    <ApiForm form={form} label="Edit Job" className="flex flex-col gap-8">
      {stale.length > 0 && <StaleNotice fields={stale} onChoose={choose} />}
      <RestoredDraft isRestored={typed.isRestored} onDiscard={discard} />
      <FormColumns
        aside={<CompletenessMeter form={form} defaults={defaults} />}
        actions={
          <div className="flex flex-wrap gap-3">
            <SubmitButton form={form} size="lg" pendingLabel="Saving...">
              Save Changes
            </SubmitButton>
            {cancel}
          </div>
        }
      >
        <MainFields form={form} was={base} />
        {canSwitch && <ActiveField form={form} />}
        <MoreFields form={form} asksForContact={asksForContact} />
      </FormColumns>
    </ApiForm>
  )
}
