import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { labelOf } from '#features/jobs/fields.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import {
  changedMeanwhile,
  changesSchema,
  formOf,
  isSame,
  textOf,
  type PostingField,
  type PostingForm,
} from '#features/postings/posting-form.ts'
import { takenBackText } from '#features/postings/model.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { currentOf } from '#platform/web/api.ts'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm, type AnyForm } from '#platform/web/form/use-api-form.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { useLocalDraft, type LocalDraft } from '../local-draft.ts'
import { FormSections } from './form-fields.tsx'
import { CompletenessMeter, FormColumns, RestoredDraft } from './form-frame.tsx'

type Saved = ResponseOf<'PUT /api/job-postings/:id'>

type Props = {
  posting: PostingDetail
  /** The id of the person, for the key of the local draft. */
  storedFor: string
  /** @throws {ApiError} with `current` when the posting was changed since it was read. */
  save: (changes: PostingChanges) => Promise<Saved>
  done: (saved: PostingDetail) => void
  /** Without an account the address proves the author, and cannot be changed. */
  asksForContact: boolean
  cancel: ReactNode
}

export function EditForm({ posting, storedFor, save, done, asksForContact, cancel }: Props) {
  // The version that the form was filled from.
  const [base, setBase] = useState(posting)
  const [stale, setStale] = useState<readonly PostingField[]>([])
  const [defaults] = useState(() => formOf(posting))
  const [storageName] = useState(() => `edit:${storedFor}:${posting.id}`)
  const schema = useMemo(() => changesSchema(base), [base])
  const form = useApiForm<FieldValues, PostingChanges, Saved>({
    schema,
    defaults,
    submit: send,
    done(saved) {
      typed.forget()
      const takenBack = takenBackText(saved.rejectionsTakenBack ?? 0)
      toast(
        saved.waitingEdit
          ? {
              title: 'Changes sent',
              description:
                'A moderator reviews them. Until then physicians see the posting as it was.',
            }
          : { title: 'Job updated successfully!', ...(takenBack && { description: takenBack }) },
      )
      done(saved)
    },
    leavesPage: true,
    failure: { title: 'Failed to update job' },
  })
  const typed: LocalDraft = useLocalDraft(form, storageName, defaults, compare)

  function compare(before: FieldValues) {
    if (!isSame(before, defaults)) merge(before, posting)
  }

  async function send(changes: PostingChanges) {
    try {
      return await save(changes)
    } catch (error) {
      const current = currentOf<PostingDetail>(error)
      if (current) merge(formOf(base), current)
      throw error
    }
  }

  /**
   * Takes what only others changed. A field that both changed keeps the typed value, and the notice
   * shows the saved one.
   */
  function merge(before: FieldValues, current: PostingDetail) {
    const now = formOf(current)
    const { changed, theirs } = changedMeanwhile(before, now, form.hook.getValues())
    for (const field of theirs) form.hook.setValue(field, now[field])
    typed.rebase(now)
    setStale(changed)
    setBase(current)
  }

  useNamedField(form)

  const canSwitch =
    postingCan.activate(base) || postingCan.deactivate(base) || base.status === 'expired'
  return (
    <ApiForm form={form} label="Edit Job">
      {stale.length > 0 && <StaleNotice form={form} saved={formOf(base)} fields={stale} />}
      <RestoredDraft
        isRestored={typed.isRestored}
        onDiscard={() => {
          typed.discard()
          setStale([])
        }}
      />
      <FormColumns
        aside={<CompletenessMeter form={form} defaults={defaults} />}
        actions={
          <>
            <SubmitButton label="Save Changes" form={form} size="lg" pendingLabel="Saving..." />
            {cancel}
          </>
        }
        actionsClass="save-bar"
      >
        <FormSections
          form={form}
          kind="edit"
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

type StaleProps = { form: AnyForm; saved: PostingForm; fields: readonly PostingField[] }

/**
 * The fields that somebody else saved while the form was open; where both changed one, the saved
 * value can be taken.
 */
function StaleNotice({ form: { hook }, saved, fields }: StaleProps) {
  const values = useWatch({ control: hook.control })
  return (
    <Alert title="Changes saved in the meantime">
      <p>
        Other people’s changes are in your form now. Where you changed the same field, your value
        stays and replaces theirs when you save.
      </p>
      <dl aria-label="Fields changed in the meantime" className="mt-3 flex flex-col gap-2">
        {fields.map((field) => (
          <div key={field}>
            <dt className="font-semibold">{labelOf(field)}</dt>
            <dd className="whitespace-pre-line">
              {textOf(saved[field]) || <span className="text-muted">Nothing</span>}
            </dd>
            {!isSame(values[field], saved[field]) && (
              <dd>
                <Button
                  label="Take theirs"
                  about={labelOf(field)}
                  look="secondary"
                  size="sm"
                  onClick={() => hook.setValue(field, saved[field])}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Alert>
  )
}

/**
 * Shows the field that the address names, such as `?field=salaryMin`: advice about a posting links
 * to it.
 */
function useNamedField(form: AnyForm) {
  const { field } = useShownPage().search
  useEffect(() => {
    if (!form.ready || field === undefined) return undefined
    // After the router, which focuses the new page's content.
    const frame = requestAnimationFrame(() => form.focusField(field))
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react/exhaustive-deps -- once, as soon as the form can be used
  }, [form.ready])
}
