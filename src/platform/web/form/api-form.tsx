import type { ReactNode, ComponentProps } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormRegisterReturn } from 'react-hook-form'
import { ErrorSummary } from '#ui/fieldset.tsx'
import { trapName, type AnyForm, type FormState } from './use-api-form.ts'
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx'
import { Button } from '#ui/button.tsx'

type ApiFormProps<Input extends FieldValues, Output> = {
  form: FormState<Input, Output>
  /** Where a form without scripts goes: a call that accepts multipart forms. */
  action?: string
  label?: string
  className?: string
  children: ReactNode
}

/** The form element, with an error summary above it for several errors. */
export function ApiForm<Input extends FieldValues, Output>({
  form,
  action,
  label,
  className = 'flex flex-col gap-4',
  children,
}: ApiFormProps<Input, Output>) {
  const { problems, element, summary, fieldId, focusField, onSubmit } = form
  const needsSummary = problems.length > 1 || problems.some(({ field }) => field === undefined)
  return (
    // POST, so that a form sent without JavaScript keeps its fields out of the address.
    <form
      ref={element}
      method="post"
      {...(action !== undefined && { action, encType: 'multipart/form-data' })}
      // Without scripts the browser validates.
      noValidate={action === undefined || form.ready}
      onSubmit={onSubmit}
      aria-label={label}
      className={className}
    >
      {needsSummary && (
        <ErrorSummary
          ref={summary}
          problems={problems.map(({ message, field, href }) => ({
            message,
            href,
            ...(field !== undefined && {
              controlId: fieldId(field),
              onFollow: () => focusField(field),
            }),
          }))}
        />
      )}
      {children}
    </form>
  )
}

type FieldProps = ComponentProps<typeof Field>
type Control = Parameters<FieldProps['children']>[0] &
  UseFormRegisterReturn & { defaultValue?: string }

type FormFieldProps<Input extends FieldValues, Output> = Omit<
  FieldProps,
  'id' | 'error' | 'children'
> & {
  form: FormState<Input, Output>
  name: Path<Input>
  /** For values that are not text: `{ valueAsNumber: true }`, `emptyIsMissing`. */
  options?: RegisterOptions<Input, Path<Input>>
  /** The control, if no child is one: one line of text, unless there is `area` or `select`. */
  input?: ComponentProps<typeof TextInput>
  area?: ComponentProps<typeof TextArea>
  select?: ComponentProps<typeof Select>
  children?: (control: Control) => ReactNode
}

/** A `Field` for one control of the form. */
export function FormField<Input extends FieldValues, Output>({
  form,
  name,
  options,
  input,
  area,
  select,
  children,
  ...field
}: FormFieldProps<Input, Output>) {
  const show = (control: Control) => {
    if (children) return children(control)
    if (select) return <Select {...control} {...select} />
    return area ? <TextArea {...control} {...area} /> : <TextInput {...control} {...input} />
  }
  const error = form.errorOf(name)
  // A wrong file is refused when it is chosen.
  const checked = input?.type === 'file' && { onChange: () => form.hook.trigger(name) }
  const initial: unknown = form.hook.formState.defaultValues?.[name]
  return (
    <Field {...field} id={form.fieldId(name)} error={error}>
      {(control) =>
        show({
          ...control,
          ...form.hook.register(name, { ...options, ...checked }),
          // Rendered on the server, so that a filled form is not shown empty first.
          ...((typeof initial === 'string' || typeof initial === 'number') && {
            defaultValue: String(initial),
          }),
        })
      }
    </Field>
  )
}

type EmailFieldProps<Input extends FieldValues, Output> = Omit<
  FormFieldProps<Input, Output>,
  'label' | 'input'
> & { label?: string; autoComplete: string }

/** A required email address, with the keyboard for one. */
export const EmailField = <Input extends FieldValues, Output>({
  label = 'Email',
  autoComplete,
  ...field
}: EmailFieldProps<Input, Output>) => (
  <FormField
    {...field}
    label={label}
    required
    input={{ type: 'email', autoComplete, inputMode: 'email' }}
  />
)

/** For a select whose empty option means a missing value. */
export const emptyIsMissing = { setValueAs: (value: unknown) => (value === '' ? undefined : value) }

type SubmitButtonProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof Button>,
  'form' | 'type'
> & {
  form: FormState<Input, Output>
  label: string
  pendingLabel: string
  /** The form has an `action`. */
  isPlain?: true
}

/** Keeps the focus while the form is being sent: shut, not disabled. */
export function SubmitButton<Input extends FieldValues, Output>({
  form: { pending, ready },
  label,
  pendingLabel,
  isPlain,
  disabled = false,
  className = 'self-start',
  ...button
}: SubmitButtonProps<Input, Output>) {
  return (
    <Button
      {...button}
      className={className}
      type="submit"
      label={pending ? pendingLabel : label}
      disabled={disabled || !(ready || isPlain === true)}
      aria-disabled={pending}
    />
  )
}

/** A honeypot field, hidden from people; `useApiForm` empties it. */
export function TrapField({ form }: { form: { untyped: AnyForm } }) {
  return (
    <div aria-hidden className="absolute -left-[200vw] h-px w-px overflow-hidden">
      <label>
        Leave this empty
        <input
          {...form.untyped.hook.register(trapName)}
          type="text"
          tabIndex={-1}
          autoComplete="off"
        />
      </label>
    </div>
  )
}
