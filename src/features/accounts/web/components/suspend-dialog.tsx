import { suspensionReasons } from '#features/accounts/administration.ts'
import type { UserDetail } from '#features/accounts/contract-administration.ts'
import { suspensionSchema } from '#features/accounts/schemas-administration.ts'
import { displayName } from '#shared/current-user.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { emptyIsMissing, FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { suspendUser } from '../administration-queries.ts'
import { useFormDeed } from '../use-deed.ts'

type Props = { user: UserDetail; open: boolean; onClose: () => void }

export function SuspendDialog({ user, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Suspend">
      {open && <SuspendForm user={user} onClose={onClose} />}
    </Dialog>
  )
}

function SuspendForm({ user, onClose }: Omit<Props, 'open'>) {
  const deed = useFormDeed()
  const form = useApiForm({
    schema: suspensionSchema,
    submit: (values) => deed.attempt(suspendUser(user.id, { ...values, revision: user.revision })),
    done() {
      void deed.done()
      toast({ title: 'Suspended', description: `${displayName(user)} is signed out everywhere.` })
      onClose()
    },
    failure: { title: 'The account was not suspended' },
  })
  return (
    <ApiForm form={form} label="Suspend" className="flex flex-col gap-4">
      <p>
        {displayName(user)} is signed out everywhere and cannot sign in, live postings are hidden, job alerts rest. All of it can
        be taken back.
      </p>
      <FormField form={form} name="reason" label="Reason" hint="It stays in the audit log." options={emptyIsMissing} required>
        {(control) => (
          <Select {...control}>
            <option value="">Please choose</option>
            {Object.entries(suspensionReasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="note" label="Note" hint="For other administrators, until the suspension ends." optional>
        {(control) => <TextArea {...control} maxLength={500} />}
      </FormField>
      <SubmitButton form={form} look="danger" pendingLabel="Suspending..." className="self-end">
        Suspend the account
      </SubmitButton>
    </ApiForm>
  )
}
