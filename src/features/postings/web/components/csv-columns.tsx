import type { CsvPreview } from '#features/postings/contract-dashboard.ts'
import { csvFields } from '#features/postings/csv-fields.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Select } from '#ui/field.tsx'
import { missingFields, type Instead } from './csv-preview.tsx'

export type Mapping = CsvPreview['mapping']
type ColumnsProps = { preview: CsvPreview; instead: Instead; onMap: (mapping: Mapping) => void }
type FileColumn = { name: string; index: number; field: string | null; samples: readonly string[] }

/** The field of each column, which can be changed. */
export function CsvColumns({ preview, instead, onMap }: ColumnsProps) {
  const { mapping } = preview
  const missing = missingFields(preview, instead)
  return (
    <LabeledSection title="Columns">
      <p
        role="status"
        className={missing.length > 0 ? 'mb-3 font-semibold text-danger' : 'mb-3 text-muted'}
      >
        {missing.length > 0
          ? `No column fills ${missing.map(({ label }) => label).join(', ')} yet. Choose a ` +
            'column, or give one value for all rows below.'
          : 'Check that each column fills the field that it should.'}
      </p>
      <DataTable
        caption="Columns of the file and the fields that they fill"
        rows={fileColumns(preview)}
        rowKey={({ index }) => String(index)}
        columns={mappingColumns(mapping, onMap)}
      />
    </LabeledSection>
  )
}

const fileColumns = ({ columns, mapping, samples }: CsvPreview): FileColumn[] =>
  columns.map((name, index) => ({
    name: name || `Column ${index + 1}`,
    index,
    field: mapping[index] ?? null,
    samples: samples[index] ?? [],
  }))

const mappingColumns = (mapping: Mapping, onMap: ColumnsProps['onMap']): Column<FileColumn>[] => [
  {
    header: 'Column',
    isRowHeader: true,
    cell: ({ name }) => <span>{name}</span>,
  },
  {
    header: 'Fills',
    cell: (column) => (
      <FieldChoice
        column={column}
        mapping={mapping}
        onChoose={(field) =>
          onMap(mapping.map((former, place) => (place === column.index ? field : former)))
        }
      />
    ),
  },
  {
    header: 'Samples',
    cell: ({ samples }) => (
      <span className="line-clamp-3 text-muted">
        {samples.length === 0 ? 'Empty in every row' : samples.join(' · ')}
      </span>
    ),
  },
]

type ChoiceProps = {
  column: FileColumn
  mapping: Mapping
  onChoose: (field: string | null) => void
}

/** Each field can be chosen once. */
function FieldChoice({ column: { name, field }, mapping, onChoose }: ChoiceProps) {
  return (
    <Select
      aria-label={`Field for ${name}`}
      value={field ?? ''}
      className="w-64 max-w-full"
      onChange={({ target }) => onChoose(target.value || null)}
    >
      <option value="">Leave out</option>
      {csvFields.map((csvField) => (
        <option
          key={csvField.name}
          value={csvField.name}
          disabled={csvField.name !== field && mapping.includes(csvField.name)}
        >
          {csvField.label}
        </option>
      ))}
    </Select>
  )
}
