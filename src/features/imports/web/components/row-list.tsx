import { formatNumber } from '#shared/numbers.ts'
type Props = { title: string; total: number; rows: readonly string[] }

/** Rows by name, for whoever wants to look; nothing where there are none. */
export function RowList({ title, total, rows }: Props) {
  if (rows.length === 0) return null
  const isCut = rows.length < total
  return (
    <details>
      <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
        {title} ({isCut ? `the first ${rows.length} of ${formatNumber(total)}` : formatNumber(total)})
      </summary>
      <ul className="mt-2 flex flex-col gap-1 pl-5 text-xs break-words list-disc">
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </details>
  )
}
