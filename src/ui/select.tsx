import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass } from './text-input.tsx'

type Option = string | { value: string; label: string }

type Props = ComponentProps<'select'> & {
  /** The label of the first option, which has no value. */
  empty?: string | undefined
  options?: readonly Option[] | Readonly<Record<string, string>>
}

/** The native select, which phones and screen readers support best. */
export function Select({ className = '', empty, options, children, ...rest }: Props) {
  return (
    <span className={`relative block ${className}`}>
      <select {...rest} className={`${controlClass} min-h-10 appearance-none truncate pr-9 pointer-coarse:min-h-11`}>
        {empty !== undefined && <option value="">{empty}</option>}
        {listOf(options).map((it) =>
          typeof it === 'string' ? (
            <option key={it}>{it}</option>
          ) : (
            <option key={it.value} value={it.value}>
              {it.label}
            </option>
          ),
        )}
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
    </span>
  )
}

function listOf(options: Props['options'] = {}): readonly Option[] {
  return isList(options) ? options : Object.entries(options).map(([value, label]) => ({ value, label }))
}

const isList = (options: NonNullable<Props['options']>): options is readonly Option[] => Array.isArray(options)
