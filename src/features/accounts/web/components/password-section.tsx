import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/current-user.ts'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshCurrentUser } from '#web/lib/current-user.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import type { ChangePassword } from '#features/accounts/contract.ts'
import { changePasswordSchema } from '#features/accounts/schemas.ts'
import { sessionsQuery } from '../queries.ts'
import { AccountSection } from './account-section.tsx'

/** Changes the password; who signs in with a provider only can set one here. */
export function PasswordSection({ user }: { user: CurrentUser }) {
  if (user.email !== null) return <PasswordForm user={user} />
  return (
    <AccountSection title="Password">
      One signs in with an e-mail address and a password. Your sign-in provider told us no address, so a password would open
      nothing: please go on signing in with your provider.
    </AccountSection>
  )
}

function PasswordForm({ user: { hasPassword, email } }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const title = hasPassword ? 'Change password' : 'Set a password'
  const form = useApiForm({
    schema: hasPassword ? changePasswordSchema.required({ currentPassword: true }) : changePasswordSchema,
    submit: (body) => callApi<ChangePassword>({ method: 'PUT', url: '/api/auth/password', body }),
    done() {
      form.hook.reset()
      toast({
        title: hasPassword ? 'Password changed' : 'Password set',
        description: 'You stay signed in here, and are signed out everywhere else.',
      })
      void refreshCurrentUser(queryClient)
      void queryClient.invalidateQueries(sessionsQuery)
    },
    failure: { title: 'The password could not be changed' },
  })

  return (
    <AccountSection title={title} lead="You are then signed out everywhere else.">
      <ApiForm form={form} label={title} className="flex flex-col gap-4">
        {/* Password managers want to know whose password it is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        {hasPassword && (
          <FormField form={form} name="currentPassword" label="Current password" required>
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </FormField>
        )}
        <FormField
          form={form}
          name="newPassword"
          label="New password"
          hint="At least 8 characters, and none of the common ones"
          required
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" />}
        </FormField>
        <div>
          <SubmitButton form={form} pendingLabel="Saving...">
            {title}
          </SubmitButton>
        </div>
      </ApiForm>
    </AccountSection>
  )
}
