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
import { changesSchema, formOf, isSame, postingFields } from '../posting-form.ts'
import type { PostingForm } from '../posting-form.ts'
import { ActiveField, MainFields, MoreFields } from './posting-fields.tsx'
import { RestoredDraft } from './restored-draft.tsx'
import { StaleNotice } from './stale-notice.tsx'
import type { StaleField } from './stale-notice.tsx'

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
  const [stale, setStale] = useState<readonly StaleField[]>()
  const [defaults] = useState(() => formOf(posting))
  const [storageName] = useState(() => `edit:${keptFor}:${posting.id}:${posting.updatedAt}`)
  const schema = useMemo(() => changesSchema(base), [base])
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
  const typed = useLocalDraft(form, storageName, defaults)

  async function send(changes: PostingChanges): Promise<PostingDetail> {
    try {
      return await save(changes)
    } catch (error) {
      const current = error instanceof ApiError ? (error.current as PostingDetail | undefined) : undefined
      if (current) takeOver(current)
      throw error
    }
  }

  /** What only the other one changed is filled in; what both changed stays as it was typed, with the other's beside it. */
  function takeOver(current: PostingDetail): void {
    const [before, now, yours] = [formOf(base), formOf(current), form.hook.getValues()]
    const theirs = postingFields.filter((field) => !isSame(before[field], now[field]))
    setStale(
      theirs.map((field) => {
        const isYours = !isSame(yours[field], before[field])
        if (!isYours) form.hook.setValue(field, now[field])
        return { field, before: before[field], now: now[field], yours: isYours ? yours[field] : undefined }
      }),
    )
    setBase(current)
  }

  const canSwitch = postingCan.activate(base) || postingCan.deactivate(base) || base.status === 'expired'
  return (
    <ApiForm form={form} label="Edit Job" className="flex max-w-prose flex-col gap-8">
      {stale && (
        <StaleNotice
          fields={stale}
          onTake={({ field, now }) => {
            form.hook.setValue(field, now)
            setStale(stale.map((it) => (it.field === field ? { ...it, yours: undefined } : it)))
          }}
        />
      )}
      <div>
        <RestoredDraft isRestored={typed.isRestored} onDiscard={typed.discard} />
        <MainFields form={form} was={posting} />
      </div>
      {canSwitch && <ActiveField form={form} />}
      <MoreFields form={form} asksForContact={asksForContact} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-6">
        <SubmitButton form={form} size="lg" pendingLabel="Saving...">
          Save Changes
        </SubmitButton>
        {cancel}
      </div>
    </ApiForm>
  )
}
