import type { FieldValues, Path } from 'react-hook-form'
import { TextInput } from '#ui/field.tsx'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm, type ApiFormState } from '#platform/web/form/use-api-form.ts'
import { codeSchema } from '#features/accounts/schemas.ts'

type Props<Answer> = {
  /** The form's name and its button. */
  label: string
  hint: string
  submit: (body: { code: string }) => Promise<Answer>
  done: (answer: Answer) => void
}

/** Asks for a code of an authenticator app, or a recovery code. */
export function CodeForm<Answer>({ label, hint, submit, done }: Props<Answer>) {
  const form = useApiForm({ schema: codeSchema, submit, done, failure: { title: 'The code was not accepted' } })
  return (
    <ApiForm form={form} label={label} className="flex flex-col gap-4">
      <CodeField form={form} hint={hint} />
      <SubmitButton label={label} form={form} pendingLabel="Checking..." className="self-start" />
    </ApiForm>
  )
}

type FieldProps<Input extends FieldValues, Output> = { form: ApiFormState<Input, Output>; hint: string }

export const CodeField = <Input extends FieldValues, Output>({ form, hint }: FieldProps<Input, Output>) => (
  <FormField form={form} name={'code' as Path<Input>} label="Code" hint={hint} required>
    {(control) => <TextInput {...control} autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />}
  </FormField>
)
