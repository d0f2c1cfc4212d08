import type { CsvPreview } from '#features/postings/contract-csv.ts'
import { csvFields } from '#features/postings/csv-fields.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'

type CsvRow = CsvPreview['rows'][number]

/** How many rows can be posted, and what is wrong with the others. */
export function CsvRowErrors({ preview: { rows, valid, invalid } }: { preview: CsvPreview }) {
  return (
    <section aria-labelledby="rows">
      <h2 id="rows" className="text-lg font-semibold">
        Rows
      </h2>
      <p role="status" className="mb-3">
        {valid === 1 ? '1 row is' : `${valid} rows are`} ready
        {invalid > 0 && `, ${invalid} ${invalid === 1 ? 'has' : 'have'} errors`}.
      </p>
      <RowErrorTable rows={rows.filter(({ errors }) => errors.length > 0)} />
    </section>
  )
}

export function RowErrorTable({ rows }: { rows: readonly CsvRow[] }) {
  if (rows.length === 0) return null
  return <DataTable caption="Rows with errors" rows={rows} rowKey={({ line }) => String(line)} columns={tableColumns} />
}

const tableColumns: readonly Column<CsvRow>[] = [
  { id: 'line', header: 'Line', isRowHeader: true, cell: ({ line }) => line },
  {
    id: 'title',
    header: 'Job title',
    cell: ({ values }) => <span className="break-words">{values['title'] || 'Untitled'}</span>,
  },
  {
    id: 'errors',
    header: 'Errors',
    cell: ({ errors }) => (
      <ul>
        {errors.map(({ field, message }) => (
          <li key={`${field} ${message}`} className="break-words text-danger">
            {labels.has(field) ? `${labels.get(field)}: ${message}` : message}
          </li>
        ))}
      </ul>
    ),
  },
]

const labels = new Map<string, string>(csvFields.map(({ name, label }) => [name, label]))
