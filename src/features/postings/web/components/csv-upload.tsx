import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CsvPreview, PostCsv } from '#features/postings/contract-csv.ts'
import { maxCsvCharacters } from '#features/postings/csv-fields.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { refusalOf } from '#web/lib/form/refusal.ts'
import { useHydrated } from '#web/lib/navigation.tsx'
import { postCsv, previewCsv, refreshPostings } from '../dashboard-queries.ts'
import { CsvColumns } from './csv-columns.tsx'
import { CsvResult } from './csv-result.tsx'
import { CsvRowErrors } from './csv-row-errors.tsx'

/** The key makes one posting of each row, however often the call is made. */
type Upload = { csv: string; preview: CsvPreview; key: string }
type Answer = ResponseOf<PostCsv>

/** A file, what it would post, and what it has posted. */
export function CsvUpload() {
  const queryClient = useQueryClient()
  const hydrated = useHydrated()
  const [upload, setUpload] = useState<Upload>()
  const [result, setResult] = useState<Answer>()
  const [problem, setProblem] = useState<string>()
  // What is shown is not what the chosen columns would post.
  const [isOutdated, setOutdated] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // Of two files, or two choices in quick succession, the later one counts.
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
      // Before it is read: a film chosen by mistake would fill the memory.
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
              // The same file can be chosen again once it has been mended.
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

const postLabel = (count: number): string => (count === 1 ? 'Post 1 Job' : `Post ${count} Jobs`)
