import { useId, type ChangeEvent, type ReactNode, type ComponentProps } from 'react'
import { ChevronDown } from 'lucide-react'

type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid'?: true
  required?: boolean
}

/**
 * The hint and the error of a field or a group of fields, with the ids by which these name them.
 */
export function notesOf(
  id: string,
  { hint, error }: { hint: ReactNode; error: string | undefined },
  className = '',
) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  )
  return {
    describedBy: ids.join(' ') || undefined,
    hint: hint !== undefined && (
      <p id={`${id}-hint`} className={`text-xs text-muted ${className}`}>
        {hint}
      </p>
    ),
    error: error !== undefined && (
      <p id={`${id}-error`} className={`text-xs font-semibold text-danger ${className}`}>
        <span className="sr-only">Error: </span>
        {error}
      </p>
    ),
  }
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Adds '(optional)' to the label. */
  optional?: boolean
  hideLabel?: boolean
  /** An id for links from an error summary. */
  id?: string
  className?: string
  children: (control: Control) => ReactNode
}

/** A label, a hint, a control and its error, connected by ids. */
export function Field({
  label,
  hint,
  error,
  required,
  optional,
  hideLabel,
  id,
  className = '',
  children,
}: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const notes = notesOf(controlId, { hint, error })
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label
        htmlFor={controlId}
        className={hideLabel ? 'sr-only' : 'text-xs font-semibold text-ink'}
      >
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {notes.hint}
      {children({
        id: controlId,
        'aria-describedby': notes.describedBy,
        ...(error !== undefined && { 'aria-invalid': true as const }),
        ...(required && { required }),
      })}
      {notes.error}
    </div>
  )
}

/** The shared look of text controls. */
export const controlClass = 'control px-3 text-sm pointer-coarse:text-base'

export const TextInput = ({ className = '', ...rest }: ComponentProps<'input'>) => (
  <input {...rest} className={`${controlClass} min-h-10 pointer-coarse:min-h-11 ${className}`} />
)

/** For a form that browsers fill in and check. */
export const EmailInput = (input: ComponentProps<'input'>) => (
  <TextInput
    type="email"
    name="email"
    maxLength={254}
    autoComplete="email"
    inputMode="email"
    {...input}
  />
)

export const TextArea = ({ className = '', ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} className={`${controlClass} min-h-32 py-2 ${className}`} />
)

type Option = string | { value: string; label: string }

type SelectProps = ComponentProps<'select'> & {
  /** The label of the first option, which has no value. */
  empty?: string | undefined
  options?: readonly Option[] | Readonly<Record<string, string>>
}

/** A change of a select that has no other values. */
export type Choice<Value extends string> = ChangeEvent<HTMLSelectElement & { value: Value }>

/** The native select, which phones and screen readers support best. */
export const Select = ({ className = '', empty, options, children, ...rest }: SelectProps) => (
  <span className={`relative block ${className}`}>
    <select
      {...rest}
      className={`${controlClass} min-h-10 appearance-none truncate pr-9 pointer-coarse:min-h-11`}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {listOf(options).map((choice) =>
        typeof choice === 'string' ? (
          <option key={choice}>{choice}</option>
        ) : (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ),
      )}
      {children}
    </select>
    <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted" />
  </span>
)

const listOf = (options: SelectProps['options'] = {}) =>
  isList(options) ? options : Object.entries(options).map(([value, label]) => ({ value, label }))

const isList = (options: NonNullable<SelectProps['options']>): options is readonly Option[] =>
  Array.isArray(options)

type Labels = Pick<FieldProps, 'label' | 'hint' | 'error' | 'hideLabel' | 'optional' | 'className'>

/** A field with this control. */
const fieldWith =
  <Own extends object>(Input: (props: Omit<Labels & Own, keyof Labels>) => ReactNode) =>
  ({
    label,
    hint,
    error,
    hideLabel = false,
    optional = false,
    className = '',
    ...rest
  }: Labels & Own) => (
    <Field {...{ label, hint, error, hideLabel, optional, className }}>
      {(control) => <Input {...control} {...rest} />}
    </Field>
  )

export const SelectField = fieldWith<SelectProps>(Select)
export const TextField = fieldWith<ComponentProps<'input'>>(TextInput)
export const TextAreaField = fieldWith<ComponentProps<'textarea'>>(TextArea)

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  /** A quiet text at the end of the line, such as the number of jobs. */
  note?: ReactNode
}

export const Checkbox = ({ label, note, className = '', ...rest }: CheckboxProps) => (
  <label className={`check-line ${className}`}>
    <input {...rest} type="checkbox" />
    <span className="grow">{label}</span>
    {note !== undefined && (
      <span className="text-xs whitespace-nowrap text-muted tabular-nums">{note}</span>
    )}
  </label>
)
