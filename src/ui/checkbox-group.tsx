import type { ComponentProps } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Fieldset } from './fieldset.tsx'

type Props = Omit<ComponentProps<typeof Fieldset>, 'children' | 'role'> &
  Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'> & {
    /** The first box's id, for links from an error summary. */
    id?: string
    options: readonly (string | { value: string; label: string })[]
  }

/** Any number of a few choices. */
export function CheckboxGroup({ options, id, name, onChange, onBlur, ref, ...fieldset }: Props) {
  return (
    <Fieldset {...fieldset}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {options.map((option, index) => {
          const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
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
}
