import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CsvPreview } from '#features/postings/contract-dashboard.ts'
import { csvFields, maxCsvCharacters, maxCsvRows } from '#features/postings/csv-fields.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employerDashboardPath, importPostingsPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { Alert, Spinner } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Field, Select } from '#ui/field.tsx'
import { callApi } from '#platform/web/api.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { LinkButton, useHydrated } from '#platform/web/navigation.tsx'
import {
  CsvRowErrors,
  missingFields,
  SameForAll,
  WrongRows,
  type Instead,
} from './components/csv-preview.tsx'
import { PosterPage } from './components/posting-page-parts.tsx'
import { refreshPostings } from './queries.ts'

/** The key makes one posting of each row, however often the call is made. */
type Upload = { name: string; csv: string; preview: CsvPreview; instead: Instead; key: string }
type Answer = ResponseOf<'POST /api/job-postings/csv'>

export const head = unlistedHead(
  'Upload postings',
  'Post many jobs at once from a CSV file.',
  importPostingsPath,
)

export const Page = () => (
  <PosterPage>
    {() => (
      <>
        <header className="max-w-prose">
          <h1 className="text-xl font-bold">Upload postings</h1>
          <p className="mt-4 text-muted">
            Post up to {maxCsvRows} jobs at once from a CSV file, such as one exported from a
            spreadsheet. Check which column fills which field, and see what to fix in each row.
            Nothing is posted until you press the button.
          </p>
          <details className="mt-2">
            <summary className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11">
              Columns that we read
            </summary>
            <p className="text-muted">{csvFields.map(({ label }) => label).join(', ')}</p>
          </details>
        </header>
        <CsvUpload />
      </>
    )}
  </PosterPage>
)

/** Chooses a file, shows its preview, and posts it. */
function CsvUpload() {
  const queryClient = useQueryClient()
  const hydrated = useHydrated()
  const [upload, setUpload] = useState<Upload>()
  const [result, setResult] = useState<ResultProps>()
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
      if (turn === latest.current)
        setProblem(
          refusalOf(error, { title: 'Failed to read the file. Please try again.' }).message,
        )
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
      if (file.size > 4 * maxCsvCharacters)
        return setProblem('The file is too large: at most 1 MB can be uploaded at once')
      const csv = await file.text()
      const preview = await callApi('POST /api/job-postings/csv/preview', { body: { csv } })
      if (isLatest())
        setUpload({ name: file.name, csv, preview, instead: [], key: crypto.randomUUID() })
    })

  const check = (change: { mapping?: Mapping; instead?: Instead }) =>
    attempt(async (isLatest) => {
      if (!upload) return
      const { csv, preview: shown, instead } = upload
      const asked = { mapping: shown.mapping, instead, ...change }
      setUpload({ ...upload, ...asked, preview: { ...shown, mapping: asked.mapping } })
      setOutdated(true)
      const preview = await callApi('POST /api/job-postings/csv/preview', {
        body: { csv, ...asked },
      })
      if (!isLatest()) return
      setUpload({ ...upload, preview, instead: asked.instead, key: crypto.randomUUID() })
      setOutdated(false)
    })

  const post = () =>
    attempt(async () => {
      if (!upload) return
      const { csv, preview, instead, key } = upload
      const answer = await callApi('POST /api/job-postings/csv', {
        body: { csv, mapping: preview.mapping, instead, idempotencyKey: key },
      })
      setResult({ ...answer, preview })
      setUpload(undefined)
      await refreshPostings(queryClient)
    })

  return (
    <div className="flex flex-col gap-8">
      <Field
        label="CSV file"
        hint={
          upload
            ? `You see ${upload.name}. Choose it again after an edit.`
            : 'The first line must hold the column headings. Up to 1 MB'
        }
        error={problem}
        className="max-w-form"
      >
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
          <CsvColumns
            preview={upload.preview}
            instead={upload.instead}
            onMap={(mapping) => void check({ mapping })}
          />
          <SameForAll
            preview={upload.preview}
            instead={upload.instead}
            onChange={(instead) => void check({ instead })}
          />
          <CsvRowErrors {...upload} onInstead={(instead) => void check({ instead })} />
          <div className="flex flex-wrap items-center gap-4 border-t border-line pt-6">
            <Button
              label={isBusy ? 'Submitting...' : postLabel(upload.preview.valid)}
              size="lg"
              disabled={upload.preview.valid === 0 || isOutdated}
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) void post()
              }}
            />
            {upload.preview.invalid > 0 && upload.preview.valid > 0 && (
              <p className="text-muted">Rows with errors are left out.</p>
            )}
          </div>
        </>
      )}
      {result && <CsvResult result={result} />}
    </div>
  )
}

type Mapping = CsvPreview['mapping']
type ColumnsProps = { preview: CsvPreview; instead: Instead; onMap: (mapping: Mapping) => void }
type FileColumn = { name: string; index: number; field: string | null; samples: readonly string[] }

/** The field of each column, which can be changed. */
function CsvColumns({ preview, instead, onMap }: ColumnsProps) {
  const { mapping } = preview
  const missing = missingFields(preview, instead)
  return (
    <LabeledSection title="Columns">
      <p
        role="status"
        className={missing.length > 0 ? 'mb-3 font-semibold text-danger' : 'mb-3 text-muted'}
      >
        {missing.length > 0
          ? `No column fills ${missing.map(({ label }) => label).join(', ')} yet. Choose a column, or give one value for all rows below.`
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
    cell: ({ name }) => <span className="break-words">{name}</span>,
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
      <span className="line-clamp-3 break-words text-muted">
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

const postLabel = (count: number): string => (count === 1 ? 'Post 1 Job' : `Post ${count} Jobs`)

type ResultProps = Answer & { preview: CsvPreview }

function CsvResult({ result: { created, failed, preview } }: { result: ResultProps }) {
  return (
    <section aria-label="Result" className="flex flex-col gap-6">
      <Alert
        title={`${created.length} ${created.length === 1 ? 'job' : 'jobs'} posted`}
        action={
          <LinkButton
            label="See them in your dashboard"
            to={employerDashboardPath}
            look="secondary"
          />
        }
      >
        {failed.length === 0
          ? 'All rows of the file were in order.'
          : `${failed.length} ${failed.length === 1 ? 'row was' : 'rows were'} left out. Download them, correct them, and upload them again.`}
      </Alert>
      <WrongRows rows={failed} file={preview} />
    </section>
  )
}
