import { useQueryClient } from '@tanstack/react-query'
import { site } from '#features/site/config.ts'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
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
import type { RegisterEndpoint } from '#features/accounts/contract.ts'
import { hires, signUpRoles } from '#features/accounts/model.ts'
import { registerSchema } from '#features/accounts/schemas.ts'
import { roleTexts } from '../role-texts.ts'
import { CompanyFields } from './company-fields.tsx'
import { SocialSignIn } from './social-sign-in.tsx'

export function SignUpForm({ returnTo }: { returnTo: string }) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: registerSchema,
    async submit(body) {
      await callApi<RegisterEndpoint>({ method: 'POST', url: '/api/auth/register', body })
      await refreshCurrentUser(queryClient)
    },
    done: () =>
      toast({ title: `Welcome to ${site.name}!`, description: "Your account has been created and you're now signed in." }),
    leavesPage: true,
    failure: { title: 'Registration failed' },
  })
  const role = form.hook.watch('role')

  return (
    <div className="flex flex-col gap-6 pt-6">
      <ApiForm form={form} label="Sign Up" className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="firstName" label="First name" required>
            {(control) => <TextInput {...control} autoComplete="given-name" />}
          </FormField>
          <FormField form={form} name="lastName" label="Last name" required>
            {(control) => <TextInput {...control} autoComplete="family-name" />}
          </FormField>
        </div>
        <FormField form={form} name="email" label="Email" required>
          {(control) => <TextInput {...control} type="email" autoComplete="username" inputMode="email" />}
        </FormField>
        <FormField
          form={form}
          name="password"
          label="Password"
          hint="At least 8 characters, and none of the common ones"
          required
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" />}
        </FormField>
        <FormField form={form} name="role" label="I am a" required>
          {(control) => (
            <Select {...control}>
              {signUpRoles.map((value) => (
                <option key={value} value={value}>
                  {roleTexts[value].name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {hires(role) && <CompanyFields form={form} isEmployer={role === 'employer'} />}
        <TrapField form={form} name="website" />
        <div>
          <SubmitButton form={form} pendingLabel="Creating Account...">
            Create Account
          </SubmitButton>
        </div>
        <p className="text-xs text-muted">
          With an account you accept the{' '}
          <Link to="/terms" className="text-link">
            Terms of Service
          </Link>
          . What is kept about you says the{' '}
          <Link to="/privacy" className="text-link">
            Privacy Policy
          </Link>
          .
        </p>
      </ApiForm>
      <SocialSignIn label="Continue with Social Login" returnTo={returnTo} />
    </div>
  )
}
