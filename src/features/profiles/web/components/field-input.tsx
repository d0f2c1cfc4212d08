import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Checkbox, Field, Select, TextArea, TextInput } from '#ui/field.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import {
  canBeShown,
  profileField,
  textOfField,
  type ProfileFieldName,
} from '#features/profiles/fields.ts'

type Props = {
  name: ProfileFieldName
  values: readonly string[]
  isShown: boolean
  error: string | undefined
  onChange: (values: string[]) => void
  onShow: (isShown: boolean) => void
}

/** One field of the table, and beside its name who reads it. */
export const FieldInput = ({ isShown, onShow, ...input }: Props) => (
  <div className="@container relative">
    <Control {...input} />
    {canBeShown(input.name) && (
      <Checkbox
        label={
          <span className="text-xs text-muted">
            Employers
            <span className="sr-only"> may read it: {profileField(input.name).label}</span>
          </span>
        }
        checked={isShown}
        onChange={({ target }) => onShow(target.checked)}
        className="top-6 right-0 items-end [&>input]:mb-0.5 @min-[18rem]:absolute @min-[18rem]:-translate-y-full [label+&]:top-full [label+&]:items-center"
      />
    )}
  </div>
)

const foldedFrom = 12

function Control({ name, values, error, onChange }: Omit<Props, 'isShown' | 'onShow'>) {
  const { label, hint, values: options, most = 1, input, length } = profileField(name)
  const id = `field-${name}`
  const field = { id, label, error, ...(hint !== undefined && { hint }) }
  const [value = ''] = values
  if (options?.length === 1)
    return (
      <Checkbox
        id={id}
        label={label}
        checked={values.length > 0}
        onChange={({ target }) => onChange(target.checked ? [...options] : [])}
      />
    )
  if (options && most > 1) return <Choices {...{ name, values, error, onChange }} />
  if (options)
    return (
      <Field {...field}>
        {(control) => (
          <Select
            {...control}
            empty="Not said"
            options={options.map((option) => ({
              value: option,
              label: textOfField(name, [option]),
            }))}
            value={options.includes(value) ? value : ''}
            onChange={({ target }) => onChange([target.value])}
          />
        )}
      </Field>
    )
  return (
    <Field {...field}>
      {(control) =>
        length !== undefined && length > 200 ? (
          <TextArea
            {...control}
            rows={3}
            maxLength={length}
            value={value}
            onChange={({ target }) => onChange([target.value])}
          />
        ) : (
          <TextInput
            {...control}
            {...(input === 'month' && { type: 'month', placeholder: '2027-06' })}
            {...(input === 'number' && { inputMode: 'numeric' as const })}
            value={value}
            maxLength={length}
            onChange={({ target }) => onChange([target.value])}
          />
        )
      }
    </Field>
  )
}

function Choices({
  name,
  values,
  error,
  onChange,
}: Pick<Props, 'name' | 'values' | 'error' | 'onChange'>) {
  const { label, hint, values: options = [] } = profileField(name)
  return (
    <Fieldset legend={label} error={error} {...(hint !== undefined && { hint })}>
      <FoldedBoxes
        id={`field-${name}`}
        options={options}
        values={values}
        text={(value) => textOfField(name, [value])}
        onChange={onChange}
      />
    </Fieldset>
  )
}

const FoldSummary = ({ id, children }: { id?: string; children: ReactNode }) => (
  <summary
    id={id}
    className="control flex min-h-10 cursor-pointer items-center justify-between gap-2 px-3 text-sm pointer-coarse:min-h-11"
  >
    <span className="truncate">{children}</span>
    <ChevronDown aria-hidden className="size-4 shrink-0 [[open]>summary>&]:rotate-180" />
  </summary>
)

type BoxesProps = {
  id: string
  options: readonly string[]
  values: readonly string[]
  text: (value: string) => string
  onChange: (values: string[]) => void
}

/** A long list is folded, and made when it is opened. */
export function FoldedBoxes({ id, options, values, text, onChange }: BoxesProps) {
  const [isOpen, setOpen] = useState(false)
  const boxes = (
    <div className="grid grid-cols-2 gap-x-3 sm:gap-x-6">
      {options.map((option) => (
        <Checkbox
          key={option}
          label={text(option)}
          checked={values.includes(option)}
          onChange={({ target }) =>
            onChange(
              target.checked ? [...values, option] : values.filter((value) => value !== option),
            )
          }
        />
      ))}
    </div>
  )
  if (options.length <= foldedFrom) return boxes
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <FoldSummary id={id}>
        {values.length === 0 ? 'Choose' : values.map(text).join(', ')}
      </FoldSummary>
      {isOpen && <div className="mt-2 max-h-72 overflow-y-auto">{boxes}</div>}
    </details>
  )
}
