import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CsvPreview } from '#features/postings/contract-dashboard.ts'
import { csvFields, csvLabelOf, maxCsvCharacters } from '#features/postings/csv-fields.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { Alert, Spinner } from '#ui/feedback.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Field, Select } from '#ui/field.tsx'
import { refusalOf } from '#web/lib/form/problems.ts'
import { Link, useHydrated } from '#web/lib/navigation.tsx'
import { postCsv, previewCsv, refreshPostings } from '../queries.ts'

/** The key makes one posting of each row, however often the call is made. */
type Upload = { csv: string; preview: CsvPreview; key: string }
type Answer = ResponseOf<'POST /api/job-postings/csv'>

/** Chooses a file, shows its preview, and posts it. */
export function CsvUpload() {
  const queryClient = useQueryClient()
  const hydrated = useHydrated()
  const [upload, setUpload] = useState<Upload>()
  const [result, setResult] = useState<Answer>()
  const [problem, setProblem] = useState<string>()
  // The preview does not match the chosen columns.
  const [isOutdated, setOutdated] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // Of two files or choices in quick succession, the later one counts.
  const latest = useRef(0)

  async function attempt(action: (isLatest: () => boolean) => Promise<void>): Promise<void> {
    const turn = (latest.current += 1)
    setBusy(true)
    setProblem(undefined)
    try {
      await action(() => turn === latest.current)
    } catch (error) {
      if (turn === latest.current) setProblem(refusalOf(error, { title: 'Failed to read the file. Please try again.' }).message)
    } finally {
      if (turn === latest.current) setBusy(false)
    }
  }

  const read = (file: File) =>
    attempt(async (isLatest) => {
      setUpload(undefined)
      setResult(undefined)
      setOutdated(false)
      // Checked before reading, because a large file would fill the memory.
      if (file.size > 4 * maxCsvCharacters) return setProblem('The file is too large: at most 1 MB can be uploaded at once')
      const csv = await file.text()
      const preview = await previewCsv({ csv })
      if (isLatest()) setUpload({ csv, preview, key: crypto.randomUUID() })
    })

  const map = (mapping: CsvPreview['mapping']) =>
    attempt(async (isLatest) => {
      if (!upload) return
      setUpload({ ...upload, preview: { ...upload.preview, mapping } })
      setOutdated(true)
      const preview = await previewCsv({ csv: upload.csv, mapping })
      if (!isLatest()) return
      setUpload({ csv: upload.csv, preview, key: crypto.randomUUID() })
      setOutdated(false)
    })

  const post = () =>
    attempt(async () => {
      if (!upload) return
      const { csv, preview, key } = upload
      setResult(await postCsv({ csv, mapping: preview.mapping, idempotencyKey: key }))
      setUpload(undefined)
      await refreshPostings(queryClient)
    })

  return (
    <div className="flex flex-col gap-8">
      <Field label="CSV file" hint="The first line holds the headings; at most 1 MB" error={problem} className="max-w-form">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv,text/plain"
            disabled={!hydrated}
            className="rounded-sm border border-edge bg-surface p-2 text-sm file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-action-wash file:px-3 file:font-semibold file:text-action"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              // Lets the same file be chosen again after an edit.
              if (file) void read(file).finally(() => (target.value = ''))
            }}
          />
        )}
      </Field>
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      {isBusy && !upload && <Spinner label="Reading the file..." />}
      {upload && (
        <>
          <CsvColumns preview={upload.preview} onMap={(mapping) => void map(mapping)} />
          <CsvRowErrors preview={upload.preview} />
          <div className="flex flex-wrap items-center gap-4 border-t border-line pt-6">
            <Button
              size="lg"
              disabled={upload.preview.valid === 0 || isOutdated}
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) void post()
              }}
            >
              {isBusy ? 'Submitting...' : postLabel(upload.preview.valid)}
            </Button>
            {upload.preview.invalid > 0 && upload.preview.valid > 0 && (
              <p className="text-muted">Rows with errors are left out; you can upload them again once they are mended.</p>
            )}
          </div>
        </>
      )}
      {result && <CsvResult result={result} />}
    </div>
  )
}

type Mapping = CsvPreview['mapping']
type ColumnsProps = { preview: CsvPreview; onMap: (mapping: Mapping) => void }
type FileColumn = { name: string; index: number; field: string | null; example: string }

/** The field of each column, which can be changed. */
function CsvColumns({ preview, onMap }: ColumnsProps) {
  const { mapping } = preview
  const missing = csvFields.filter((it) => it.required && !mapping.includes(it.name))
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
        columns={mappingColumns(mapping, onMap)}
      />
    </section>
  )
}

const fileColumns = ({ columns, mapping, rows }: CsvPreview): FileColumn[] =>
  columns.map((name, index) => {
    const field = mapping[index] ?? null
    return { name: name || `Column ${index + 1}`, index, field, example: field === null ? '' : (rows[0]?.values[field] ?? '') }
  })

const mappingColumns = (mapping: Mapping, onMap: ColumnsProps['onMap']): Column<FileColumn>[] => [
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
      {csvFields.map((it) => (
        <option key={it.name} value={it.name} disabled={it.name !== field && mapping.includes(it.name)}>
          {it.label}
        </option>
      ))}
    </Select>
  )
}

const postLabel = (count: number): string => (count === 1 ? 'Post 1 Job' : `Post ${count} Jobs`)

function CsvResult({ result: { created, failed } }: { result: ResponseOf<'POST /api/job-postings/csv'> }) {
  return (
    <section aria-label="Result" className="flex flex-col gap-6">
      <Alert
        title={`${created.length} ${created.length === 1 ? 'job' : 'jobs'} posted`}
        action={
          <Link to={employerDashboardPath} className={buttonClass('secondary')}>
            See them in your dashboard
          </Link>
        }
      >
        {failed.length === 0
          ? 'All rows of the file were in order.'
          : `${failed.length} ${failed.length === 1 ? 'row was' : 'rows were'} left out; what is wrong with them stands below.`}
      </Alert>
      <RowErrorTable rows={failed} />
    </section>
  )
}

type CsvRow = CsvPreview['rows'][number]

function CsvRowErrors({ preview: { rows, valid, invalid } }: { preview: CsvPreview }) {
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

function RowErrorTable({ rows }: { rows: readonly CsvRow[] }) {
  if (rows.length === 0) return null
  return <DataTable caption="Rows with errors" rows={rows} rowKey={({ line }) => String(line)} columns={errorColumns} />
}

const errorColumns: readonly Column<CsvRow>[] = [
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
            {[csvLabelOf(field), message].filter(Boolean).join(': ')}
          </li>
        ))}
      </ul>
    ),
  },
]
