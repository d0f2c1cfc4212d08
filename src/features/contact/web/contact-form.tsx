import { useState } from 'react'
import { site } from '#features/site/config.ts'
import { MailLink } from '#ui/layout.tsx'
import { Alert } from '#ui/feedback.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { callApi } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton, TrapField } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { contactSchema } from '../schemas.ts'

export function ContactForm() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useApiForm({
    schema: contactSchema,
    submit: (body) => callApi('POST /api/contact', { body }),
    done(_answer, { email }) {
      setSentTo(email)
      form.hook.reset()
    },
    failure: { title: 'We could not send your message' },
  })
  return (
    <section aria-label="Write to us" className="flex max-w-form flex-col gap-5">
      {sentTo !== undefined && (
        <Alert title="Thank you for your message">
          We sent a confirmation to {sentTo}. A person will read your message and answer you by email.
        </Alert>
      )}
      <ApiForm form={form} label="Write to us" className="flex flex-col gap-4 noscript:hidden">
        <FormField form={form} name="name" label="Name" required>
          {(control) => <TextInput {...control} autoComplete="name" />}
        </FormField>
        <FormField form={form} name="email" label="Email" required>
          {(control) => <TextInput {...control} type="email" autoComplete="email" inputMode="email" />}
        </FormField>
        <FormField form={form} name="message" label="Message" hint="10 to 2000 characters" required>
          {(control) => <TextArea {...control} rows={6} />}
        </FormField>
        <TrapField form={form} />
        <div>
          <SubmitButton form={form} pendingLabel="Sending...">
            Send message
          </SubmitButton>
        </div>
      </ApiForm>
      <p className="hidden noscript:block">
        This form needs JavaScript. Please write to <MailLink address={site.emails.support} /> instead.
      </p>
    </section>
  )
}
