import { useQueryClient } from '@tanstack/react-query'
import { forgotPasswordPath } from '#shared/paths.ts'
import { PasswordInput } from '#ui/password-input.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshCurrentUser } from '#web/lib/current-user.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { TrapField } from '#web/lib/form/trap-field.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { Link } from '#web/lib/navigation.tsx'
import type { LoginEndpoint } from '#features/accounts/contract.ts'
import { loginSchema } from '#features/accounts/schemas.ts'
import { SocialSignIn } from './social-sign-in.tsx'

export function SignInForm({ returnTo }: { returnTo: string }) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: loginSchema,
    async submit(body) {
      await callApi<LoginEndpoint>({ method: 'POST', url: '/api/auth/login', body })
      await refreshCurrentUser(queryClient)
    },
    done: () => toast({ title: 'Welcome back!', description: 'You have successfully logged in.' }),
    leavesPage: true,
    failure: { title: 'Login failed' },
  })

  return (
    <div className="flex flex-col gap-6 pt-6">
      <ApiForm form={form} label="Sign In" className="flex flex-col gap-4">
        <FormField form={form} name="email" label="Email" required>
          {(control) => <TextInput {...control} type="email" autoComplete="username" inputMode="email" />}
        </FormField>
        <FormField form={form} name="password" label="Password" required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <TrapField form={form} name="website" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton form={form} pendingLabel="Signing In...">
            Sign In
          </SubmitButton>
          <Link to={forgotPasswordPath} className="text-link inline-flex min-h-8 items-center">
            Forgot password?
          </Link>
        </div>
      </ApiForm>
      <SocialSignIn label="Quick Sign In" returnTo={returnTo} />
    </div>
  )
}
