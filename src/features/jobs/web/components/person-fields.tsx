import type { ComponentProps } from 'react'
import { TextInput } from '#ui/text-input.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'

type PersonForm = ComponentProps<typeof FormField<{ name: string; email: string }, unknown>>['form']

/** Who writes. Both dialogs ask for it in the same words; the form has more fields than these. */
export function PersonFields({ form }: { form: unknown }) {
  const person = form as PersonForm
  return (
    <>
      <FormField form={person} name="name" label="Name">
        {(control) => <TextInput {...control} autoComplete="name" />}
      </FormField>
      <FormField form={person} name="email" label="Email">
        {(control) => <TextInput {...control} type="email" autoComplete="email" inputMode="email" />}
      </FormField>
    </>
  )
}
