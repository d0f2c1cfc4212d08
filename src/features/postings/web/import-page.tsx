import { counted } from '#shared/numbers.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type SyntheticEvent } from 'react'
import type { CsvPreview } from '#features/postings/contract-dashboard.ts'
import { csvFields, maxCsvCharacters, maxCsvRows } from '#features/postings/csv-fields.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employerDashboardPath, importPostingsPath } from '#shared/paths.ts'
import { Alert, Spinner } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { callApi } from '#platform/web/api.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { LinkButton, useHydrated } from '#platform/web/navigation.tsx'
import { wrongKind } from '#platform/web/upload.ts'
import {
  CsvCount,
  CsvRowErrors,
  CsvUpdates,
  SameForAll,
  type Instead,
} from './components/csv-preview.tsx'
import { PosterPage } from './components/posting-page-parts.tsx'
import { refreshPostings } from './queries.ts'
import { type Mapping, CsvColumns } from './components/csv-columns.tsx'

type CsvFile = { id: string; name: string; csv: string }
/** What differs from how the file is read. */
type Asked = { mapping?: Mapping; instead: Instead }
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
            Nothing is posted until you press the button. A row with the requisition number of one
            of your postings updates that posting.
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

/** Lets the same file be chosen again after an edit. */
const empty = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
  currentTarget.value = ''
}

const csvKinds = '.csv,.txt'

/** Chooses a file. */
function CsvUpload() {
  const hydrated = useHydrated()
  const [file, setFile] = useState<CsvFile>()
  const [problem, setProblem] = useState<string>()
  const [result, setResult] = useState<Answer>()

  async function read(chosen: File) {
    setFile(undefined)
    setResult(undefined)
    // Checked before reading, because a large file would fill the memory.
    const tooLarge =
      chosen.size > 4 * maxCsvCharacters
        ? 'The file is too large: at most 1 MB can be uploaded at once'
        : undefined
    const wrong = wrongKind(chosen, csvKinds) ?? tooLarge
    setProblem(wrong)
    if (wrong === undefined)
      setFile({ id: crypto.randomUUID(), name: chosen.name, csv: await chosen.text() })
  }

  return (
    <div className="flex flex-col gap-8">
      <Field
        label="CSV file"
        hint={
          file
            ? `You see ${file.name}. Choose it again after an edit.`
            : 'The first line must hold the column headings. Up to 1 MB'
        }
        error={problem}
        className="max-w-form"
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept={csvKinds}
            disabled={!hydrated}
            className="rounded-sm border border-edge bg-surface p-2 text-sm file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-action-wash file:px-3 file:font-semibold file:text-action"
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) void read(chosen)
            }}
            onClick={empty}
            onDrop={empty}
          />
        )}
      </Field>
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      {file && (
        <CheckedFile
          key={file.id}
          file={file}
          onPosted={(answer) => {
            setResult(answer)
            setFile(undefined)
          }}
        />
      )}
      {result && <CsvResult result={result} />}
    </div>
  )
}

type CheckedProps = { file: CsvFile; onPosted: (answer: Answer) => void }

/** Shows the preview of a file, and posts its good rows. */
function CheckedFile({ file: { id, csv }, onPosted }: CheckedProps) {
  const queryClient = useQueryClient()
  const [choices, setChoices] = useState<Asked>({ instead: [] })
  const [closesMissing, setClosesMissing] = useState(false)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['preview of a CSV file', id, choices],
    queryFn: () => callApi('POST /api/job-postings/csv/preview', { body: { csv, ...choices } }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  // One key for each set of rows: a second try posts nothing twice.
  const key = useMemo(
    () => ({ asked: choices, closesMissing, idempotencyKey: crypto.randomUUID() }),
    [choices, closesMissing],
  )
  const post = useMutation({
    mutationFn: ({ mapping, missing }: CsvPreview) =>
      callApi('POST /api/job-postings/csv', {
        body: {
          csv,
          ...choices,
          mapping,
          closes: closesMissing ? missing.map(({ id }) => id) : [],
          idempotencyKey: key.idempotencyKey,
        },
      }),
    onSuccess(answer) {
      onPosted(answer)
      return refreshPostings(queryClient)
    },
  })
  const failure = error ?? post.error
  const problem = failure && (
    <Alert tone="danger">
      {refusalOf(failure, { title: 'Failed to read the file. Please try again.' }).message}
    </Alert>
  )
  if (!data) return problem ?? <Spinner label="Reading the file..." />
  const preview = { ...data, mapping: choices.mapping ?? data.mapping }
  const { instead } = choices
  const counts = countsOf(preview, closesMissing)
  const onInstead = (chosen: Instead) => setChoices({ ...choices, instead: chosen })
  return (
    <>
      <CsvCount preview={preview} instead={instead} />
      <CsvColumns
        preview={preview}
        instead={instead}
        onMap={(mapping) => setChoices({ ...choices, mapping })}
      />
      <SameForAll preview={preview} instead={instead} onChange={onInstead} />
      <CsvRowErrors preview={preview} instead={instead} onInstead={onInstead} />
      <CsvUpdates preview={preview} closes={closesMissing} onCloses={setClosesMissing} />
      {problem}
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-6">
        <Button
          label={post.isPending ? 'Submitting...' : postLabel(counts)}
          size="lg"
          disabled={Object.values(counts).every((count) => count === 0) || isPlaceholderData}
          aria-disabled={post.isPending}
          onClick={() => {
            if (!post.isPending) post.mutate(preview)
          }}
        />
        {preview.invalid > 0 && preview.valid > 0 && (
          <p className="text-muted">Rows with errors are left out.</p>
        )}
      </div>
    </>
  )
}

type Counts = { posts: number; updates: number; closes: number }

function countsOf({ rows, missing }: CsvPreview, closesMissing: boolean): Counts {
  const ready = rows.filter(({ errors }) => errors.length === 0)
  return {
    posts: ready.filter(({ update }) => !update).length,
    updates: ready.filter(({ update }) => update?.changes.length).length,
    closes: closesMissing ? missing.length : 0,
  }
}

/** 'Post 3 Jobs', 'Post 3 Jobs, update 2, close 1' */
function postLabel({ posts, updates, closes }: Counts) {
  const parts = [
    (posts > 0 || updates + closes === 0) && `Post ${counted(posts, 'Job')}`,
    updates > 0 && `update ${updates}`,
    closes > 0 && `close ${closes}`,
  ].filter((part) => part !== false)
  const label = parts.join(', ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

const CsvResult = ({ result: { created, updated, closed, failed } }: { result: Answer }) => (
  <section aria-label="Result">
    <Alert
      title={[
        `${counted(created.length, 'job')} posted`,
        updated.length > 0 && `${updated.length} updated`,
        closed.length > 0 && `${closed.length} closed`,
      ]
        .filter(Boolean)
        .join(', ')}
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
        : `${counted(failed.length, 'row was', 'rows were')} left out: ${failed.map(({ line }) => `line ${line}`).join(', ')}. Correct them in your file, and upload only those.`}
    </Alert>
  </section>
)
