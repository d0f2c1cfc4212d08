import { useState } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { signInPath, forgotPasswordPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { callApi } from '#web/lib/api.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { Link } from '#web/lib/navigation.tsx'
import { forgotPasswordSchema } from '../schemas.ts'
import { FormPage, NeedsScripts } from './components/form-page.tsx'

export const head = unlistedHead('Forgot Your Password?', 'Get a link by e-mail that sets a new password.', forgotPasswordPath)

export function Page() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useApiForm({
    schema: forgotPasswordSchema,
    submit: (body) => callApi('POST /api/auth/forgot-password', { body }),
    done: (_answer, { email }) => setSentTo(email),
    failure: { title: 'The link could not be sent' },
  })

  return (
    <FormPage title="Forgot your password?" lead="Tell us your e-mail address, and we send you a link that sets a new one.">
      <NeedsScripts />
      {/* The same for known and unknown addresses: nobody learns here who has an account. */}
      {sentTo !== undefined && (
        <Alert title="Please look into your mailbox">
          If there is an account for {sentTo}, a link is on its way. It works once, for one hour.
        </Alert>
      )}
      <ApiForm form={form} label="Forgot password" className="flex flex-col gap-4">
        <FormField form={form} name="email" label="Email" required>
          {(control) => <TextInput {...control} type="email" autoComplete="username" inputMode="email" />}
        </FormField>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton form={form} pendingLabel="Sending...">
            {sentTo === undefined ? 'Send the link' : 'Send it again'}
          </SubmitButton>
          <Link to={signInPath} className="text-link inline-flex min-h-8 items-center">
            Back to Sign In
          </Link>
        </div>
      </ApiForm>
    </FormPage>
  )
}
