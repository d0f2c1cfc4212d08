import { useId, type ReactNode } from 'react'

type Props = {
  legend: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** Hides the legend visually. */
  hideLegend?: boolean
  /** For sections of a long form: 'lg'. */
  size?: 'md' | 'lg'
  role?: 'group' | 'radiogroup'
  className?: string
  children: ReactNode
}

export function Fieldset({ legend, hint, error, optional, hideLegend, size = 'md', role, className = '', children }: Props) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error === undefined ? undefined : `${id}-error`
  const describedBy = [hintId, errorId].filter(Boolean).join(' ')
  const legendClass = size === 'lg' ? 'text-lg font-semibold' : 'text-xs font-semibold'

  return (
    <fieldset
      role={role}
      {...(describedBy !== '' && { 'aria-describedby': describedBy })}
      {...(role === 'radiogroup' && error !== undefined && { 'aria-invalid': true })}
      className={`min-w-0 ${className}`}
    >
      <legend className={hideLegend ? 'sr-only' : `mb-1 ${legendClass}`}>
        {legend}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      {hint !== undefined && (
        <p id={hintId} className="mb-2 text-xs text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className="mb-2 text-xs font-semibold text-danger">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}
