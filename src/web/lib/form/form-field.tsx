import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#ui/field.tsx'
import type { ApiFormState } from './use-api-form.ts'

type FieldProps = ComponentProps<typeof Field>
type Control = Parameters<FieldProps['children']>[0] & UseFormRegisterReturn & { defaultValue?: string }

type Props<Input extends FieldValues, Output> = Omit<FieldProps, 'id' | 'error' | 'children'> & {
  form: ApiFormState<Input, Output>
  name: Path<Input>
  /** For values that are not text: `{ valueAsNumber: true }`, `emptyIsMissing`. */
  options?: RegisterOptions<Input, Path<Input>>
  children: (control: Control) => ReactNode
}

/** A `Field` for one control of the form. */
export function FormField<Input extends FieldValues, Output>({ form, name, options, children, ...field }: Props<Input, Output>) {
  const error = form.errorOf(name)
  const initial: unknown = form.hook.formState.defaultValues?.[name]
  return (
    <Field {...field} id={form.fieldId(name)} error={error}>
      {(control) =>
        children({
          ...control,
          ...form.hook.register(name, options),
          // Rendered on the server, so that a filled form is not shown empty first.
          ...((typeof initial === 'string' || typeof initial === 'number') && { defaultValue: String(initial) }),
        })
      }
    </Field>
  )
}

/** For a select whose empty option means a missing value. */
export const emptyIsMissing = { setValueAs: (value: unknown) => (value === '' ? undefined : value) }
