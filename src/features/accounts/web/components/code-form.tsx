import { TextInput } from '#ui/field.tsx'
import { PasswordInput } from '#ui/fieldset.tsx'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { reauthenticationSchema } from '#features/accounts/schemas.ts'

type Props<Answer> = {
  /** The form's name. */
  label: string
  button?: string
  hint: string
  /** Asks for the password, too, or for it alone. */
  hasPassword?: boolean
  hasCode?: boolean
  submit: (proof: { code?: string | undefined; password?: string | undefined }) => Promise<Answer>
  done: (answer: Answer) => void
  failure?: string
}

/** Asks for a code of an authenticator app, or a recovery code. */
export function CodeForm<Answer>(props: Props<Answer>) {
  const { label, button = label, hint, hasPassword = false, hasCode = true, submit, done } = props
  const form = useApiForm({
    schema: reauthenticationSchema.required({ ...(hasPassword && { password: true }), ...(hasCode && { code: true }) }),
    submit,
    done,
    failure: { title: props.failure ?? 'The code was not accepted' },
  })
  return (
    <ApiForm form={form} label={label} className="flex flex-col gap-4">
      {hasPassword && (
        <FormField form={form} name="password" label="Your password" required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
      )}
      {hasCode && (
        <FormField form={form} name="code" label="Code" hint={hint} required>
          {(control) => <TextInput {...control} autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />}
        </FormField>
      )}
      <SubmitButton label={button} form={form} pendingLabel="Checking..." className="self-start" />
    </ApiForm>
  )
}
