import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { SendAlertsLink } from '#features/alerts/contract.ts'
import { alertsPath, signInPath, withReturnTo } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { callApi } from '#web/lib/api.ts'
import { formText } from '#web/lib/form-text.ts'
import { refusalOf } from '#web/lib/form/refusal.ts'
import { Link, useHydrated } from '#web/lib/navigation.tsx'

/** Two ways to one's alerts: signing in, or the link that is mailed to their address. */
export function LinkRequest() {
  const ready = useHydrated()
  const [invalid, setInvalid] = useState<string>()
  const request = useMutation({
    mutationFn: (email: string) => callApi<SendAlertsLink>({ method: 'POST', url: '/api/alerts/link', body: { email } }),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = formText(new FormData(form), 'email')
    const isValid = email !== '' && form.checkValidity()
    setInvalid(isValid ? undefined : 'Please enter a valid email address')
    if (isValid) request.mutate(email)
    else form.querySelector('input')?.focus()
  }

  return (
    <section className="flex max-w-form flex-col gap-4">
      <p>
        <Link to={withReturnTo(signInPath, alertsPath)} className="text-link">
          Sign in
        </Link>{' '}
        to see your job alerts. Without an account, the link in any of their mails leads to them; we can send it to you again.
      </p>
      {request.data && <Alert>{request.data.message}</Alert>}
      {request.error && (
        <Alert tone="danger">
          {refusalOf(request.error, { title: 'The link could not be sent. Please try again.' }).message}
        </Alert>
      )}
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        <Field label="E-mail address" error={invalid} required>
          {(control) => (
            <TextInput {...control} type="email" name="email" maxLength={254} autoComplete="email" inputMode="email" />
          )}
        </Field>
        <div>
          <Button type="submit" look="secondary" disabled={!ready || request.isPending}>
            {request.isPending ? 'Sending...' : 'Send me the link'}
          </Button>
        </div>
      </form>
    </section>
  )
}
