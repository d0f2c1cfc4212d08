import { useState } from 'react'
import { signInPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { TextInput } from '#ui/field.tsx'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { addressSchema } from '#features/accounts/schemas.ts'
import { FormPage, NeedsScripts } from './form-page.tsx'

type Props = {
  title: string
  lead: string
  /** The form's name. */
  label: string
  /** How long the link works. */
  lifetime: string
  send: (body: { email: string }) => Promise<unknown>
}

/** A page that asks for an address and has a link sent there. */
export function AskForLink({ title, lead, label, lifetime, send }: Props) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useApiForm({
    schema: addressSchema,
    submit: send,
    done: (_answer, { email }) => setSentTo(email),
    failure: { title: 'We could not send the link' },
  })

  return (
    <FormPage title={title} lead={lead}>
      <NeedsScripts />
      {/* The same for known and unknown addresses: nobody learns here who has an account. */}
      {sentTo !== undefined && (
        <Alert title="Check your inbox">
          If there is an account for {sentTo}, we sent a link. It works once, for {lifetime}.
        </Alert>
      )}
      <ApiForm form={form} label={label} className="flex flex-col gap-4">
        <FormField form={form} name="email" label="Email" required>
          {(control) => <TextInput {...control} type="email" autoComplete="username" inputMode="email" />}
        </FormField>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton form={form} pendingLabel="Sending...">
            {sentTo === undefined ? 'Send the link' : 'Send it again'}
          </SubmitButton>
          <TextLink to={signInPath} className="inline-flex min-h-8 items-center">
            Back to Sign In
          </TextLink>
        </div>
      </ApiForm>
    </FormPage>
  )
}
