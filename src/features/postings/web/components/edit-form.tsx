import { ChevronDown } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { fieldsOfSection, formSections } from '#features/jobs/fields.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import { changesSchema, formOf, isSame, type PostingField, type PostingForm } from '#features/postings/posting-form.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#platform/web/api.ts'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm, type AnyForm } from '#platform/web/form/use-api-form.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { useLocalDraft, type LocalDraft } from '../local-draft.ts'
import { CompletenessMeter, FormColumns, RestoredDraft } from './form-frame.tsx'
import { FormFields } from './form-fields.tsx'
import { isUndecided, staleFields, StaleNotice, type StaleField } from './stale-notice.tsx'

type Props = {
  posting: PostingDetail
  /** The id of the person, for the key of the local draft. */
  storedFor: string
  /** @throws {ApiError} with `current` when the posting was changed since it was read. */
  save: (changes: PostingChanges) => Promise<PostingDetail>
  done: (saved: PostingDetail) => void
  /** Without an account the address proves the author, and cannot be changed. */
  asksForContact: boolean
  cancel: ReactNode
}

export function EditForm({ posting, storedFor, save, done, asksForContact, cancel }: Props) {
  // The version that the form was filled from.
  const [base, setBase] = useState(posting)
  const [stale, setStale] = useState<readonly StaleField[]>([])
  const [defaults] = useState(() => formOf(posting))
  const [storageName] = useState(() => `edit:${storedFor}:${posting.id}`)
  const schema = useMemo(() => changesSchema(base, stale.filter(isUndecided)), [base, stale])
  const form = useApiForm<FieldValues, PostingChanges, PostingDetail>({
    schema,
    defaults,
    submit: send,
    done(saved) {
      typed.forget()
      toast(
        saved.waitingEdit
          ? { title: 'Changes sent', description: 'A moderator reviews them. Until then physicians see the posting as it was.' }
          : { title: 'Job updated successfully!' },
      )
      done(saved)
    },
    leavesPage: true,
    failure: { title: 'Failed to update job' },
  })
  const typed: LocalDraft = useLocalDraft(form, storageName, defaults, compare)

  function compare(before: FieldValues): void {
    if (!isSame(before, defaults)) merge(before as PostingForm, posting)
  }

  async function send(changes: PostingChanges): Promise<PostingDetail> {
    try {
      return await save(changes)
    } catch (error) {
      const current = error instanceof ApiError ? (error.current as PostingDetail | undefined) : undefined
      if (current) merge(formOf(base), current)
      throw error
    }
  }

  /** Fills in what only others changed; fields that both changed keep the typed value until the user decides. */
  function merge(before: PostingForm, current: PostingDetail): void {
    const now = formOf(current)
    const found = staleFields(before, now, form.hook.getValues() as PostingForm)
    for (const { field, yours } of found) if (yours === undefined) form.hook.setValue(field, now[field])
    // Until all is decided a reload asks again.
    typed.rebase(found.some(isUndecided) ? before : now)
    setStale(found)
    setBase(current)
  }

  function choose(fields: readonly StaleField[], choice: 'mine' | 'theirs'): void {
    for (const { field, now, yours = now } of fields) {
      form.hook.setValue(field, choice === 'mine' ? yours : now)
      form.hook.clearErrors(field)
    }
    const decided = stale.map((it) => (fields.includes(it) ? { ...it, choice } : it))
    if (!decided.some(isUndecided)) typed.rebase(formOf(base))
    setStale(decided)
  }

  function discard(): void {
    typed.rebase(formOf(base))
    typed.discard()
    setStale([])
  }

  useNamedField(form.fieldId, form.ready)

  const canSwitch = postingCan.activate(base) || postingCan.deactivate(base) || base.status === 'expired'
  return (
    <ApiForm form={form} label="Edit Job" className="flex flex-col gap-8">
      {stale.length > 0 && <StaleNotice fields={stale} onChoose={choose} />}
      <RestoredDraft isRestored={typed.isRestored} onDiscard={discard} />
      <FormColumns
        aside={<CompletenessMeter form={form} defaults={defaults} />}
        actions={
          <div className="flex flex-wrap gap-3">
            <SubmitButton label="Save Changes" form={form} size="lg" pendingLabel="Saving..." />
            {cancel}
          </div>
        }
      >
        <EditFields
          form={form}
          hidden={[
            ...(canSwitch ? [] : ['isActive' as const]),
            ...(asksForContact ? [] : ['contactEmail' as const]),
            ...(posting.channel === 'import' ? ['applyUntil' as const] : []),
          ]}
        />
      </FormColumns>
    </ApiForm>
  )
}

/** Shows the field that the address names, such as `?field=salaryMin`: advice about a posting links to it. */
function useNamedField(fieldId: (name: PostingField) => string, isReady: boolean): void {
  const { field } = useShownPage().search
  useEffect(() => {
    const element = isReady && field !== undefined ? document.getElementById(fieldId(field as PostingField)) : null
    if (!element) return undefined
    element.closest('details')?.setAttribute('open', '')
    const control = element.matches('input, textarea, select')
      ? element
      : (element.querySelector<HTMLElement>('input') ?? element)
    // After the router, which focuses the new page's content.
    const frame = requestAnimationFrame(() => {
      control.focus({ preventScroll: true })
      element.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react/exhaustive-deps -- once, as soon as the form can be used
  }, [isReady])
}

const [main, ...further] = formSections.edit

/** The required fields, and the others in a section that opens on demand or when it has an error. */
export function EditFields({ form, hidden }: { form: AnyForm; hidden: readonly PostingField[] }) {
  const [isOpen, setOpen] = useState(false)
  const mainFields: readonly string[] = fieldsOfSection('edit', main.id)
  const hasProblem = form.problems.some(({ field }) => field !== undefined && !mainFields.includes(field))
  return (
    <>
      <FormFields form={form} kind="edit" section={main.id} hidden={hidden} />
      <details
        open={isOpen || hasProblem}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group rounded-md border border-line bg-surface"
      >
        <summary className="flex cursor-pointer items-center justify-between gap-4 px-4 py-3 font-semibold hover:text-action">
          <span>
            More details
            <span className="block text-xs font-normal text-muted">
              Employer, practice, contract terms, benefits, requirements, facility, application
            </span>
          </span>
          <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-8 border-t border-line p-4">
          {further.map(({ id, title }) => (
            <section key={id} aria-label={title} className="flex flex-col gap-5">
              <h2 className="text-lg font-semibold">{title}</h2>
              <FormFields form={form} kind="edit" section={id} hidden={hidden} />
            </section>
          ))}
        </div>
      </details>
    </>
  )
}
