import { useId, type ReactNode } from 'react'

type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; required?: boolean }

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Shown as a word beside the label: most forms mark what may be left out, not what may not. */
  optional?: boolean
  /** The label is spoken but not seen, for controls that a heading or an icon already names. */
  hideLabel?: boolean
  /** An id of one's own, so that an error summary can link here. */
  id?: string
  className?: string
  children: (control: Control) => ReactNode
}

/** Label above, help before the control, the error beside it; the control refers to all three. */
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
