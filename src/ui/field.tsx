import { useId, type ReactNode } from 'react'

type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; required?: boolean }

type Props = {
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
export function Field({ label, hint, error, required, optional, hideLabel, id, className = '', children }: Props) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hint === undefined ? undefined : `${controlId}-hint`
  const errorId = error === undefined ? undefined : `${controlId}-error`
  const describedBy = [hintId, errorId].filter(Boolean).join(' ')

  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'text-xs font-semibold text-ink'}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        ...(describedBy !== '' && { 'aria-describedby': describedBy }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
        ...(required && { required }),
      })}
      {error !== undefined && (
        <p id={errorId} className="text-xs font-semibold text-danger">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
    </div>
  )
}
