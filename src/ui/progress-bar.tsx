type Props = {
  label: string
  /** From 0 to 1; undefined if unknown. */
  value?: number | undefined
  className?: string
}

/** The progress of a longer task. */
export function ProgressBar({ label, value, className = '' }: Props) {
  const percent = value === undefined ? undefined : Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== undefined && { 'aria-valuenow': percent })}
      className={`h-2 overflow-hidden rounded-full bg-line ${className}`}
    >
      <div
        className={`h-full rounded-full bg-action transition-[width] ${percent === undefined ? 'w-1/3 animate-pulse' : ''}`}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
