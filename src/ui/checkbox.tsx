import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  /** A quiet text at the end of the line, such as the number of jobs. */
  note?: ReactNode
}

export function Checkbox({ label, note, className = '', ...rest }: Props) {
  return (
    <label className={`check-line ${className}`}>
      <input {...rest} type="checkbox" className="size-4 shrink-0 accent-action" />
      <span className="grow">{label}</span>
      {note !== undefined && <span className="text-xs text-muted tabular-nums">{note}</span>}
    </label>
  )
}
