import { useMemo, useState } from 'react'
import { labelOf } from '#features/jobs/fields.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import type { QueueItem } from '#features/moderation/contract.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import {
  changedMeanwhile,
  changesSchema,
  formOf,
  type PostingField,
  type PostingForm,
} from '#features/postings/posting-form.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import { callApi, currentOf } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { Dialog, DialogActions, focusFirst } from '#ui/dialog.tsx'
import { Alert } from '#ui/feedback.tsx'
import { TextInput } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { specialties } from '#vocabulary/specialties.ts'

type Props = { item: QueueItem; onClose: () => void; onSaved: () => void }

/** A moderator's correction, validated like the poster's own form. */
export function EditDialog({ item: { posting }, onClose, onSaved }: Props) {
  const [base, setBase] = useState(posting)
  const [changedFields, setChanged] = useState<readonly PostingField[]>()
  const schema = useMemo(() => changesSchema(base), [base])
  const form = useApiForm<PostingForm, PostingChanges, { posting: PostingDetail }>({
    schema,
    defaults: formOf(posting),
    async submit(changes) {
      try {
        return await callApi('PUT /api/admin/postings/:id', {
          params: { id: posting.id },
          body: { changes },
        })
      } catch (error) {
        const current = currentOf<PostingDetail>(error)
        if (current) merge(current)
        throw error
      }
    },
    done({ posting: saved }) {
      toast({ title: 'Saved', description: saved.title })
      onSaved()
    },
    failure: { title: 'Failed to save the correction' },
  })

  /**
   * Fills in what somebody else saved meanwhile, except into fields that the moderator changed,
   * too.
   */
  function merge(current: PostingDetail) {
    const now = formOf(current)
    const { changed, theirs } = changedMeanwhile(formOf(base), now, form.hook.getValues())
    for (const field of theirs) form.hook.setValue(field, now[field])
    setChanged(changed)
    setBase(current)
  }

  const field = (name: PostingField) => ({ form, name, label: labelOf(name) })
  return (
    <Dialog open onClose={onClose} title="Edit">
      <ApiForm form={form} label="Edit the posting" className="flex flex-col gap-4">
        {changedFields && (
          <Alert title="Someone else saved this posting in the meantime">
            They changed: {changedFields.map(labelOf).join(', ') || 'nothing shown here'}. Please
            check it, then save again.
          </Alert>
        )}
        <FormField {...field('title')}>
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
        <FormField {...field('company')} />
        <FormField {...field('applyUrl')} />
        <FormField {...field('location')} hint="City, State" />
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField {...field('specialty')} select={{ options: specialties }} />
          <FormField {...field('jobType')} select={{ options: employmentTypeLabels }} />
          {form.hook.watch('specialty') === 'Other' && <FormField {...field('specialtyOther')} />}
          <FormField {...field('salaryMin')} optional />
          <FormField {...field('salaryMax')} optional />
        </div>
        <FormField {...field('compNotes')} optional area={{ rows: 2, className: 'min-h-16' }} />
        <FormField {...field('description')} area={{ rows: 10 }} />
        <p className="text-xs text-muted">
          After the decision we email the poster what you changed.
        </p>
        <DialogActions>
          <SubmitButton label="Save" form={form} pendingLabel="Saving..." />
        </DialogActions>
      </ApiForm>
    </Dialog>
  )
}
