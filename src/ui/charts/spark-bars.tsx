type Props = { values: readonly number[]; className?: string }

const [width, height, gap] = [8, 24, 2]

/** A small bar chart of a few counts; the text beside it must say the same. */
export function SparkBars({ values, className = '' }: Props) {
  const highest = Math.max(1, ...values)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${values.length * (width + gap) - gap} ${height}`}
      className={`h-6 shrink-0 text-action ${className}`}
    >
      {values.map((value, index) => {
        // Zero has a visible bar, too.
        const tall = Math.max(1, Math.round((value / highest) * height))
        // oxlint-disable-next-line react/no-array-index-key -- a place in a row is what each of them is
        return <rect key={index} x={index * (width + gap)} y={height - tall} width={width} height={tall} fill="currentColor" />
      })}
    </svg>
  )
}
