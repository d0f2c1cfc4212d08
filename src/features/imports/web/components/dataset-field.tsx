import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { maxUploadBytes, uploadIdOf } from '#features/imports/model.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { apiUrl } from '#platform/web/api.ts'
import { upload } from '#platform/web/upload.ts'
import type { ResponseOf } from '#shared/contract.ts'

type Props = {
  /** The dataset's address so far. */
  url: string
  /** What its file was called, where it was uploaded before. */
  fileName?: string | null | undefined
  onChange: (url: string) => void
  /** The field of the address. */
  children: ReactNode
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`

/** Takes a dataset's address, or its file, dropped or chosen, which is uploaded at once: then it has an address as any other. */
export function DatasetField({ url, fileName, onChange, children }: Props) {
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()
  const [name, setName] = useState(fileName ?? undefined)
  const isUpload = uploadIdOf(url) !== undefined

  async function take(file: File | undefined): Promise<void> {
    if (!file || share !== undefined) return
    setError(undefined)
    if (file.size > maxUploadBytes) {
      setError(
        `${file.name} has ${sizeText(file.size)}; at most ${sizeText(maxUploadBytes)} can be uploaded. Compress it with gzip, or give its address.`,
      )
      return
    }
    setShare(0)
    try {
      const url = apiUrl('POST /api/admin/import-files', { query: { name: file.name } })
      const content = file.slice(0, file.size, 'application/octet-stream')
      const uploaded = await upload<ResponseOf<'POST /api/admin/import-files'>>(url, content, { onProgress: setShare })
      setName(file.name)
      onChange(uploaded.url)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'The upload failed. Please try again.')
    } finally {
      setShare(undefined)
    }
  }

  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <div className="flex flex-col gap-3">
      {isUpload ? (
        <Button label="Give an address instead" look="quiet" className="self-start" onClick={() => onChange('')} />
      ) : (
        children
      )}
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed p-4 ${isOver ? 'border-action bg-raised' : 'border-line'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <div className="min-w-0 grow basis-48">
          <p className="text-sm font-semibold break-words">{isUpload ? (name ?? 'An uploaded file') : 'Drop a file here'}</p>
          <p id={hintId} className="text-xs text-muted">
            CSV, JSON, JSON lines or XML, also compressed with gzip; at most {sizeText(maxUploadBytes)}.
          </p>
        </div>
        <input
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label="Dataset file"
          aria-describedby={hintId}
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.gz,application/json,text/csv,application/xml,application/gzip"
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = ''
          }}
        />
        <Button look="secondary" disabled={share !== undefined} onClick={() => input.current?.click()}>
          {isUpload ? 'Choose another file' : 'Choose a file'}
        </Button>
        {share !== undefined && (
          <div className="w-full">
            <ProgressBar label="Uploading" value={share} />
            <p role="status" className="mt-1 text-xs text-muted tabular-nums">
              {share < 1 ? `Uploading, ${Math.floor(share * 100)}%` : 'Looking at the file…'}
            </p>
          </div>
        )}
      </div>
      {error && <Alert tone="danger">{error}</Alert>}
    </div>
  )
}
