import { useMemo, useRef, useState } from 'react'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { specialties } from '#vocabulary/specialties.ts'
import type { QueueItem } from '#features/moderation/contract.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import { labelOf } from '#features/jobs/fields.ts'
import { changesSchema, formOf, mergedForm } from '#features/postings/posting-form.ts'
import type { PostingField, PostingForm } from '#features/postings/posting-form.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { Alert } from '#ui/feedback.tsx'
import { Dialog, DialogActions, focusFirst } from '#ui/dialog.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { correctPosting } from '../queries.ts'

type Saved = { posting: PostingDetail; decisionId: string | null }
type Props = {
  item: QueueItem
  onClose: () => void
  /** The decision's id if the posting was also approved. */
  onSaved: (decisionId: string | null) => void
}

/** A moderator's correction, validated like the poster's own form. */
export function EditDialog({ item: { posting }, onClose, onSaved }: Props) {
  const [base, setBase] = useState(posting)
  const [theirs, setTheirs] = useState<readonly PostingField[]>()
  const approves = useRef(false)
  const schema = useMemo(() => changesSchema(base), [base])
  const form = useApiForm<PostingForm, PostingChanges, Saved>({
    schema,
    defaults: formOf(posting),
    submit: send,
    done({ posting: saved, decisionId }) {
      toast({
        title: decisionId === null ? 'Saved' : 'Saved and approved',
        description: saved.title,
      })
      onSaved(decisionId)
    },
    failure: { title: 'Failed to save the correction' },
  })

  async function send(changes: PostingChanges): Promise<Saved> {
    try {
      return await correctPosting(posting.id, { changes, approves: approves.current })
    } catch (error) {
      const current =
        error instanceof ApiError ? (error.current as PostingDetail | undefined) : undefined
      if (current) merge(current)
      throw error
    }
  }

  /** Fills in what somebody else saved meanwhile, except fields that were also changed here. */
  function merge(current: PostingDetail): void {
    const { changed, form: merged } = mergedForm(
      formOf(base),
      formOf(current),
      form.hook.getValues(),
    )
    for (const field of changed) form.hook.setValue(field, merged[field])
    setTheirs(changed)
    setBase(current)
  }

  const asksOther = form.hook.watch('specialty') === 'Other'
  const canApprove = postingCan.approve(base)
  return (
    <Dialog open onClose={onClose} title="Edit">
      <ApiForm form={form} label="Edit the posting" className="flex flex-col gap-4">
        {theirs && (
          <Alert title="Someone else saved this posting in the meantime">
            They changed: {theirs.map((field) => labelOf(field)).join(', ') || 'nothing shown here'}
            . Please check it, then save again.
          </Alert>
        )}
        <FormField form={form} name="title" label={labelOf('title')}>
          {({ ref, ...control }) => (
            <TextInput
              {...control}
              ref={(element) => {
                ref(element)
                focusFirst(element)
              }}
            />
          )}
        </FormField>
        {wideLines.map((line) => (
          <FormField key={line.name} form={form} {...line} label={labelOf(line.name)}>
            {(control) => <TextInput {...control} />}
          </FormField>
        ))}
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="specialty" label={labelOf('specialty')}>
            {(control) => <Select {...control} options={specialties} />}
          </FormField>
          <FormField form={form} name="jobType" label={labelOf('jobType')}>
            {(control) => <Select {...control} options={employmentTypeLabels} />}
          </FormField>
          {narrowLines
            .filter(({ name }) => name !== 'specialtyOther' || asksOther)
            .map((line) => (
              <FormField key={line.name} form={form} {...line} label={labelOf(line.name)}>
                {(control) => <TextInput {...control} />}
              </FormField>
            ))}
        </div>
        <FormField form={form} name="compNotes" label={labelOf('compNotes')} optional>
          {(control) => <TextArea {...control} rows={2} className="min-h-16" />}
        </FormField>
        <FormField form={form} name="description" label={labelOf('description')}>
          {(control) => <TextArea {...control} rows={10} />}
        </FormField>
        <p className="text-xs text-muted">
          After the decision we email the poster what you changed.
        </p>
        <DialogActions>
          <SubmitButton
            label="Save"
            form={form}
            look="secondary"
            pendingLabel="Saving..."
            onClick={() => (approves.current = false)}
          />
          {canApprove && (
            <SubmitButton
              label="Save and approve"
              form={form}
              pendingLabel="Saving..."
              onClick={() => (approves.current = true)}
            />
          )}
        </DialogActions>
      </ApiForm>
    </Dialog>
  )
}

type Line = { name: PostingField; hint?: string; optional?: true }

const wideLines = [
  { name: 'company' },
  { name: 'applyUrl' },
  { name: 'location', hint: 'City, State' },
] as const satisfies readonly Line[]
const narrowLines = [
  { name: 'specialtyOther' },
  { name: 'salaryMin', optional: true },
  { name: 'salaryMax', optional: true },
] as const satisfies readonly Line[]
