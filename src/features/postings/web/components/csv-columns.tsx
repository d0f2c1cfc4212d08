import type { CsvPreview } from '#features/postings/contract-csv.ts'
import { csvFields } from '#features/postings/csv-fields.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Select } from '#ui/select.tsx'

type Mapping = CsvPreview['mapping']
type Props = { preview: CsvPreview; onMap: (mapping: Mapping) => void }
type FileColumn = { name: string; index: number; field: string | null; example: string }

/** Which column fills which field, to be changed. */
export function CsvColumns({ preview, onMap }: Props) {
  const { mapping } = preview
  const missing = csvFields.filter((it) => 'required' in it && !mapping.includes(it.name))
  return (
    <section aria-labelledby="columns">
      <h2 id="columns" className="text-lg font-semibold">
        Columns
      </h2>
      <p role="status" className={missing.length > 0 ? 'mb-3 font-semibold text-danger' : 'mb-3 text-muted'}>
        {missing.length > 0
          ? `No column fills ${missing.map(({ label }) => label).join(', ')} yet.`
          : 'Check that each column fills the field that it should.'}
      </p>
      <DataTable
        caption="Columns of the file and the fields that they fill"
        rows={fileColumns(preview)}
        rowKey={({ index }) => String(index)}
        columns={tableColumns(mapping, onMap)}
      />
    </section>
  )
}

const fileColumns = ({ columns, mapping, rows }: CsvPreview): FileColumn[] =>
  columns.map((name, index) => {
    const field = mapping[index] ?? null
    return { name: name || `Column ${index + 1}`, index, field, example: field === null ? '' : (rows[0]?.values[field] ?? '') }
  })

const tableColumns = (mapping: Mapping, onMap: Props['onMap']): Column<FileColumn>[] => [
  { id: 'column', header: 'Column', isRowHeader: true, cell: ({ name }) => <span className="break-words">{name}</span> },
  {
    id: 'field',
    header: 'Fills',
    cell: (column) => (
      <FieldChoice
        column={column}
        mapping={mapping}
        onChoose={(field) => onMap(mapping.map((it, place) => (place === column.index ? field : it)))}
      />
    ),
  },
  {
    id: 'example',
    header: 'First row',
    cell: ({ example }) => <span className="line-clamp-2 break-words text-muted">{example}</span>,
  },
]

type ChoiceProps = { column: FileColumn; mapping: Mapping; onChoose: (field: string | null) => void }

/** A field can be filled once. */
function FieldChoice({ column: { name, field }, mapping, onChoose }: ChoiceProps) {
  return (
    <Select
      aria-label={`Field for ${name}`}
      value={field ?? ''}
      className="w-64 max-w-full"
      onChange={({ target }) => onChoose(target.value || null)}
    >
      <option value="">Leave out</option>
      {csvFields.map((it) => (
        <option key={it.name} value={it.name} disabled={it.name !== field && mapping.includes(it.name)}>
          {it.label}
        </option>
      ))}
    </Select>
  )
}
