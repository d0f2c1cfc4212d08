import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PreviewedRow } from '#features/imports/contract.ts'
import { mappingFields, uploadIdOf } from '#features/imports/model.ts'
import type { Mapping } from '#features/imports/model.ts'
import { apiUrl, invalidateCalls } from '#platform/web/api.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Alert, Badge } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { importQuery, previewQuery, startCheck } from '../queries.ts'
import { OutlineReport } from './outline.tsx'

type PreviewProps = {
  data: ResponseOf<'POST /api/admin/import-preview'> | undefined
  error: Error | null
  isFetching: boolean
  /** It shows what was asked before. */
  isOfBefore: boolean
}

/** What the dataset's first rows become, and why some become nothing. */
export function Preview({ data, error, isFetching, isOfBefore }: PreviewProps) {
  return (
    <section
      aria-labelledby="preview"
      className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:pr-2"
    >
      <h2 id="preview" className="text-lg font-semibold">
        Preview of the first rows
      </h2>
      <p role="status" className="mt-1 text-muted">
        {isFetching ? 'Reading the first rows…' : data ? data.message : !error && 'Enter the dataset’s address to see a preview.'}
      </p>
      {error && <Alert tone="danger">{error.message}</Alert>}
      {data?.stopped && <Alert tone="danger">The dataset breaks off: {data.stopped}</Alert>}
      {data && (
        <ol className={`mt-3 flex flex-col ${isOfBefore ? 'opacity-60' : ''}`}>
          {data.rows.map((row) => (
            <Row key={row.row} row={row} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Row({ row: { row, preset, fields, title, detail, skipped, waits } }: { row: PreviewedRow }) {
  const named = title || (fields.find((field) => field.field === 'title')?.value ?? 'Untitled')
  return (
    <li className="border-b border-line py-2">
      <details>
        <summary className="min-h-8 cursor-pointer">
          <span className="text-xs text-muted">Row {row}</span> <span className="font-semibold break-words">{named}</span>{' '}
          {skipped && <Badge tone={skipped.reason === 'duplicate' ? 'neutral' : 'danger'}>Skipped: {skipped.words}</Badge>}
          {waits !== null && <span className="block text-xs font-medium text-action">Waits: {waits}</span>}
          {detail && <span className="block text-xs text-muted">{detail}</span>}
        </summary>
        <div className="mt-2 text-xs">
          <p className="text-muted">{preset === null ? 'We cannot read this row.' : `Read as ${preset}.`}</p>
          {fields.length > 0 && (
            <DataTable
              caption={`What goes where in row ${row}`}
              columns={whatGoesWhere}
              rows={fields}
              rowKey={(it) => it.field}
            />
          )}
        </div>
      </details>
    </li>
  )
}

const whatGoesWhere: readonly Column<PreviewedRow['fields'][number]>[] = [
  { header: 'Field', isRowHeader: true, cell: ({ field }) => mappingFields[field] },
  {
    header: 'What the item has',
    cell: ({ value, path }) => (
      <span className="break-words">
        {value}
        {path !== null && <span className="block text-muted">from {path}</span>}
      </span>
    ),
  },
]

const pauseMs = 600

/** Previews the dataset's first rows, debounced. */
export function usePreview(url: string, mapping: Mapping, source: string | undefined) {
  const question = useSettled(JSON.stringify({ url: url.trim(), mapping: finished(mapping), source }))
  const asked = JSON.parse(question) as { url: string; mapping: Mapping; source?: string }
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...previewQuery(asked),
    enabled: isDataset(asked.url),
  })
  return { data: error ? undefined : data, error, isFetching, isOfBefore: isPlaceholderData }
}

/** Whether an address could be read. */
const isDataset = (url: string): boolean => uploadIdOf(url) !== undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** Without rules that are still empty. */
export function finished(mapping: Mapping): Mapping {
  const rules = Object.entries(mapping).filter(
    ([, rule]) => ('path' in rule ? rule.path : 'value' in rule ? rule.value : rule.fallback).trim() !== '',
  )
  return Object.fromEntries(rules)
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timeout = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timeout)
  }, [value])
  return settled
}

type FullCheckProps = { url: string; mapping: Mapping; source: string | undefined }

/** What would become of every row, if it were imported as the form says. */
export function FullCheck({ url, mapping, source }: FullCheckProps) {
  const asked = JSON.stringify([url.trim(), finished(mapping)])
  const {
    mutate,
    data: started,
    error,
    isPending,
    variables,
  } = useMutation({
    mutationFn: (_asked: string) =>
      startCheck({ url: url.trim(), mapping: finished(mapping), ...(source !== undefined && { source }) }),
  })
  const { data: check } = useQuery({ ...importQuery(started?.id ?? ''), enabled: started !== undefined })
  const queryClient = useQueryClient()
  const isRunning = isPending || (started !== undefined && (check === undefined || check.status === 'running'))
  const isOld = check !== undefined && variables !== asked
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = check?.status === 'finished'
  useEffect(() => {
    if (!isDone) return
    heading.current?.scrollIntoView({ block: 'nearest' })
    void invalidateCalls(queryClient, ['GET /api/admin/import-sources/:id/answers'])
  }, [isDone, queryClient])

  return (
    <section aria-labelledby="check" className="min-w-0">
      <h2 id="check" ref={heading} className="text-lg font-semibold">
        Check of every row
      </h2>
      <p className="mt-1 text-muted">Reads the whole dataset and shows what an import would do. It imports nothing.</p>
      <Button look="secondary" className="mt-3" disabled={!isDataset(url.trim()) || isRunning} onClick={() => mutate(asked)}>
        {isRunning ? 'Checking...' : 'Check every row'}
      </Button>
      {isRunning && (
        <div className="mt-3">
          <ProgressBar label="Rows checked" />
          <p className="mt-1 text-xs text-muted tabular-nums">{formatNumber(check?.processed ?? 0)} rows so far</p>
        </div>
      )}
      {error && <Alert tone="danger">{error.message}</Alert>}
      {check?.status === 'failed' && <Alert tone="danger">{check.message}</Alert>}
      <p role="status" className="mt-3 font-semibold">
        {isDone ? check.message : ''}
      </p>
      {isOld && !isRunning && <p className="mt-1 text-muted">The form has changed since: check again.</p>}
      {check?.report && check.status !== 'failed' && (
        <div className={`mt-4 ${isOld ? 'opacity-60' : ''}`}>
          <OutlineReport
            outline={check.report}
            file={apiUrl('GET /api/admin/imports/:id/rows.csv', { params: { id: check.id } })}
            isCheck
          />
        </div>
      )}
    </section>
  )
}
