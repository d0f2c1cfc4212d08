import { erasureRequests } from '#features/accounts/administration.ts'
import type { UserDetail } from '#features/accounts/contract-administration.ts'
import { erasureFormSchema } from '#features/accounts/schemas-administration.ts'
import { displayName } from '#shared/current-user.ts'
import { usersPath } from '#shared/paths.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { emptyIsMissing, FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { useNavigate } from '#web/lib/navigation.tsx'
import { eraseUser } from '../administration-queries.ts'
import { useFormDeed } from '../use-deed.ts'

type Props = { user: UserDetail; open: boolean; onClose: () => void }

export function EraseDialog({ user, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Erase">
      {open && <EraseForm user={user} />}
    </Dialog>
  )
}

function EraseForm({ user }: Pick<Props, 'user'>) {
  const name = user.email ?? displayName(user)
  const navigate = useNavigate()
  const deed = useFormDeed()
  const form = useApiForm({
    schema: erasureFormSchema(name),
    defaults: { typed: '' },
    submit: ({ requestedBy }) => deed.attempt(eraseUser(user.id, { requestedBy, revision: user.revision })),
    done() {
      void deed.gone()
      toast({ title: 'Erased', description: 'The audit log says that it was done, and nothing of the person.' })
      navigate({ to: usersPath })
    },
    leavesPage: true,
    failure: { title: 'The account was not erased' },
  })
  return (
    <ApiForm form={form} label="Erase" className="flex flex-col gap-4">
      <p>
        This cannot be undone. The account goes with everything that belongs to it: postings, inquiries, CV, saved jobs, alerts.
        What stays is a record that it was done, when, by whom and on whose request.
      </p>
      <FormField form={form} name="requestedBy" label="Who asked for it" options={emptyIsMissing} required>
        {(control) => (
          <Select {...control}>
            <option value="">Please choose</option>
            {Object.entries(erasureRequests).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="typed" label={`Type ${name} to confirm`} required>
        {(control) => <TextInput {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
      </FormField>
      <SubmitButton form={form} look="danger" pendingLabel="Erasing..." className="self-end">
        Erase for good
      </SubmitButton>
    </ApiForm>
  )
}
