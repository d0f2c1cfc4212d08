type Props = {
  values: readonly number[]
  className?: string
}

const [width, height, gap] = [8, 24, 2]

/** A few counts side by side, as high as they are: a picture beside the words, which say what it shows. */
export function SparkBars({ values, className = '' }: Props) {
  const highest = Math.max(1, ...values)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${values.length * (width + gap) - gap} ${height}`}
      className={`h-6 shrink-0 text-action ${className}`}
    >
      {values.map((value, index) => {
        // A day without anything keeps its place on the line.
        const tall = Math.max(1, Math.round((value / highest) * height))
        // oxlint-disable-next-line react/no-array-index-key -- a place in a row is what each of them is
        return <rect key={index} x={index * (width + gap)} y={height - tall} width={width} height={tall} fill="currentColor" />
      })}
    </svg>
  )
}
