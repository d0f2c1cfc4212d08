import { Download } from 'lucide-react'
import type { CsvPreview } from '#features/postings/contract-dashboard.ts'
import { csvLabelOf } from '#features/postings/csv-fields.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { buttonClass } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'

type CsvRow = CsvPreview['rows'][number]

export function CsvRowErrors({ preview: { columns, rows, valid, invalid } }: { preview: CsvPreview }) {
  return (
    <LabeledSection title="Rows">
      <p role="status" className="mb-3">
        {valid === 1 ? '1 row is' : `${valid} rows are`} ready
        {invalid > 0 && `, ${invalid} ${invalid === 1 ? 'has' : 'have'} errors`}.
      </p>
      <RowErrors rows={rows.filter(({ errors }) => errors.length > 0)} columns={columns} />
    </LabeledSection>
  )
}

/** The rows with errors, and a file of them to correct and upload again. */
export function RowErrors({ rows, columns }: { rows: readonly CsvRow[]; columns: readonly string[] }) {
  if (rows.length === 0) return null
  const file = [
    [...columns, 'What is wrong'],
    ...rows.map(({ cells = [], errors }) => [
      ...columns.map((_, index) => harmlessCell(cells[index] ?? '')),
      errors.map(errorText).join('; '),
    ]),
  ]
  return (
    <>
      <DataTable caption="Rows with errors" rows={rows} rowKey={({ line }) => String(line)} columns={errorColumns} />
      <a href={csvAddress(file)} download="rows-with-errors.csv" className={`${buttonClass('secondary')} mt-4`}>
        <Download aria-hidden className="size-4" />
        Download the rows with errors
      </a>
    </>
  )
}

const errorText = ({ field, message }: CsvRow['errors'][number]): string =>
  [csvLabelOf(field), message].filter(Boolean).join(': ')

const errorColumns: readonly Column<CsvRow>[] = [
  { id: 'line', header: 'Line', isRowHeader: true, cell: ({ line }) => line },
  {
    id: 'title',
    header: 'Job title',
    cell: ({ values }) => <span className="break-words">{values['title'] || <span className="text-muted">No title</span>}</span>,
  },
  {
    id: 'errors',
    header: 'Errors',
    cell: ({ errors }) => (
      <ul>
        {errors.map((error) => (
          <li key={errorText(error)} className="break-words text-danger">
            {errorText(error)}
          </li>
        ))}
      </ul>
    ),
  },
]

const cellText = (text: string): string => (/[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A CSV file of these rows, such as Excel reads. */
const csvText = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`

/** A cell that a spreadsheet would run as a formula is marked as text. */
const harmlessCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** The address of a file that the browser has made. A byte order mark tells Excel that it is UTF-8. */
export const csvAddress = (rows: readonly (readonly string[])[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${csvText(rows)}`)}`
