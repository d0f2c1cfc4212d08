import type { ComponentProps, ReactNode } from 'react'
import { Fieldset } from './fieldset.tsx'

type Option = { value: string; title: string; description?: ReactNode; icon?: ReactNode }

type Props = Omit<ComponentProps<typeof Fieldset>, 'children' | 'role'> &
  Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'> & {
    /** The first card's id, for links from an error summary. */
    id?: string
    options: readonly Option[]
    /** The number of columns on wide screens. */
    columns?: 1 | 2 | 3
  }

const columnClass = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

/** One of a few choices with explanations. */
export function RadioCards({ options, columns = 1, id, name, onChange, onBlur, ref, ...fieldset }: Props) {
  return (
    <Fieldset {...fieldset} role="radiogroup">
      <div className={`grid gap-3 ${columnClass[columns]}`}>
        {options.map(({ value, title, description, icon }, index) => (
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
              <span className="flex items-center gap-2 font-semibold">
                {icon}
                {title}
              </span>
              {description !== undefined && <span className="mt-1 block text-xs text-muted">{description}</span>}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
