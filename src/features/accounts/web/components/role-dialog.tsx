import type { UserDetail } from '#features/accounts/contract-administration.ts'
import { roleChangeSchema } from '#features/accounts/schemas-administration.ts'
import { roles } from '#shared/contract.ts'
import { signInPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { emptyIsMissing, FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { changeUserRole } from '../administration-queries.ts'
import { roleName } from '../role-texts.ts'
import { useFormDeed } from '../use-deed.ts'

type Props = { user: UserDetail; isOwn: boolean; open: boolean; onClose: () => void }

export function RoleDialog({ user, isOwn, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Change role">
      {open && <RoleForm user={user} isOwn={isOwn} onClose={onClose} />}
    </Dialog>
  )
}

function RoleForm({ user, isOwn, onClose }: Omit<Props, 'open'>) {
  const deed = useFormDeed()
  const form = useApiForm({
    schema: roleChangeSchema,
    submit: ({ role }) => deed.attempt(changeUserRole(user.id, { role, revision: user.revision })),
    done(_, { role }) {
      // A full page load: whoever changed their own role is signed out.
      if (isOwn) return location.assign(signInPath)
      void deed.done()
      toast({ title: `The role is now: ${roleName(role)}`, description: 'They are signed out everywhere.' })
      onClose()
    },
    failure: { title: 'The role was not changed' },
  })
  return (
    <ApiForm form={form} label="Change role" className="flex flex-col gap-4">
      {isOwn && (
        <Alert tone="danger" title="This is your own account">
          You lose the rights of an administrator at once, and are signed out. Only another administrator can give them back.
        </Alert>
      )}
      <p>
        The role is now: {roleName(user.role)}. With the new one they have to sign in again.
        {user.postings.active > 0 && ' Their live postings stay where they are.'}
        {user.isVerifiedHospital && ' The mark of a verified hospital stays with employers only.'}
      </p>
      <FormField form={form} name="role" label="New role" options={emptyIsMissing} required>
        {(control) => (
          <Select {...control}>
            <option value="">Please choose</option>
            {roles
              .filter((role) => role !== user.role)
              .map((role) => (
                <option key={role} value={role}>
                  {roleName(role)}
                </option>
              ))}
          </Select>
        )}
      </FormField>
      <SubmitButton form={form} look={isOwn ? 'danger' : 'primary'} pendingLabel="Changing..." className="self-end">
        {isOwn ? 'Change my own role' : 'Change role'}
      </SubmitButton>
    </ApiForm>
  )
}
