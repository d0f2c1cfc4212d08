import { useId, useState, type ReactNode, type ComponentProps, type Ref } from 'react'
import { Checkbox, notesOf, TextInput } from './field.tsx'
import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from './button.tsx'

type FieldsetProps = {
  legend: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** Hides the legend visually. */
  hideLegend?: boolean
  role?: 'group' | 'radiogroup'
  className?: string
  children: ReactNode
}

export function Fieldset({
  legend,
  hint,
  error,
  optional,
  hideLegend,
  role,
  className = '',
  children,
}: FieldsetProps) {
  const notes = notesOf(useId(), { hint, error }, 'mb-2')

  return (
    <fieldset
      role={role}
      aria-describedby={notes.describedBy}
      {...(role === 'radiogroup' && error !== undefined && { 'aria-invalid': true })}
      className={`min-w-0 ${className}`}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-1 text-xs font-semibold'}>
        {legend}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      {notes.hint}
      {notes.error}
      {children}
    </fieldset>
  )
}

type Option = { value: string; title: string; description?: ReactNode }

type ChoiceProps = Omit<FieldsetProps, 'children' | 'role'> &
  Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'> & {
    /** The first choice's id, for links from an error summary. */
    id?: string
  }

type RadioCardsProps = ChoiceProps & {
  options: readonly Option[]
  /** The number of columns on wide screens. */
  columns?: 1 | 2 | 3
}

const columnClass = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

/** One of a few choices with explanations. */
export const RadioCards = ({
  options,
  columns = 1,
  id,
  name,
  onChange,
  onBlur,
  ref,
  ...fieldset
}: RadioCardsProps) => (
  <Fieldset {...fieldset} role="radiogroup">
    <div className={`grid gap-3 ${columnClass[columns]}`}>
      {options.map(({ value, title, description }, index) => (
        <label
          key={value}
          className={
            'flex gap-3 rounded-md border border-edge bg-surface p-4 transition-colors hover:border-action ' +
            'has-checked:border-action has-checked:bg-action-wash has-checked:ring-1 has-checked:ring-action ' +
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action'
          }
        >
          <input
            {...(index === 0 && id !== undefined && { id })}
            {...{ name, onChange, onBlur, ref, value }}
            type="radio"
            className="mt-1 size-4 shrink-0 accent-action outline-none"
          />
          <span className="min-w-0 grow">
            <span className="block font-semibold">{title}</span>
            {description !== undefined && (
              <span className="mt-1 block text-xs text-muted">{description}</span>
            )}
          </span>
        </label>
      ))}
    </div>
  </Fieldset>
)

type CheckboxGroupProps = ChoiceProps & {
  options: readonly (string | { value: string; label: string })[]
}

/** Any number of a few choices. */
export const CheckboxGroup = ({
  options,
  id,
  name,
  onChange,
  onBlur,
  ref,
  ...fieldset
}: CheckboxGroupProps) => (
  <Fieldset {...fieldset}>
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-3 sm:grid-cols-3 sm:gap-x-6">
      {options.map((option, index) => {
        const { value, label } =
          typeof option === 'string' ? { value: option, label: option } : option
        return (
          <Checkbox
            key={value}
            {...(index === 0 && id !== undefined && { id })}
            {...(fieldset.error !== undefined && { 'aria-invalid': true })}
            {...{ name, onChange, onBlur, ref, value, label }}
          />
        )
      })}
    </div>
  </Fieldset>
)

/** A password field with a button that shows the text. */
export function PasswordInput({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className={`relative block ${className}`}>
      <TextInput
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-11"
      />
      <IconButton
        label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 noscript:hidden"
      >
        <Icon />
      </IconButton>
    </span>
  )
}

type ErrorSummaryProps = {
  ref?: Ref<HTMLDivElement>
  /** A problem with a control's id links to it. */
  problems: readonly {
    message: string
    controlId?: string
    onFollow?: () => void
    href?: string | undefined
  }[]
}

/** The errors of a form, above it. Focus it when it appears, so that screen readers read it. */
export function ErrorSummary({ ref, problems }: ErrorSummaryProps) {
  const titleId = useId()
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      className="mb-6 rounded-sm border-2 border-danger bg-danger-wash p-4"
    >
      <h2 id={titleId} className="font-semibold">
        There is a problem
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {problems.map(({ message, controlId, onFollow, href = controlId && `#${controlId}` }) => (
          <li key={`${controlId ?? ''} ${message}`}>
            {href === undefined ? (
              message
            ) : (
              <a
                href={href}
                onClick={(event) => {
                  if (!onFollow) return
                  event.preventDefault()
                  onFollow()
                }}
                className="font-semibold text-danger underline underline-offset-2"
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
