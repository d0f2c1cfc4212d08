import { useEffect, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportRun, ImportRunDetail } from '#features/imports/contract.ts'
import { namedRows, reportLimit } from '#features/imports/model.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importRunPath, importsPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { TextField } from '#ui/field.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi, invalidateCalls } from '#platform/web/api.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { importRunQuery, summaryQuery } from '../queries.ts'

export function ImportCard() {
  const [url, setUrl] = useState('')
  const { start, isRunning, progress, error, result } = useImport()
  return (
    <section aria-labelledby="import-jobs" className={`${cardClass} p-5`}>
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="import-jobs" className="text-lg font-semibold">
          Import Jobs
        </h2>
        <TextLink to={importsPath}>Sources and history</TextLink>
      </div>
      <form
        // The server says what is wrong with an address, in our words.
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRunning && url.trim() !== '') start(url.trim())
        }}
      >
        <TextField
          label="Dataset URL"
          hint="The address of an Apify dataset’s items. New jobs wait for approval."
          error={error}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://api.apify.com/v2/datasets/…/items"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button type="submit" className="self-start" disabled={url.trim() === '' || isRunning}>
          {isRunning ? 'Importing...' : 'Import Jobs'}
        </Button>
      </form>
      {isRunning && <Progress run={progress} />}
      <div role="status" className="mt-4 empty:mt-0">
        {isRunning && 'Reading the dataset. You can leave this page.'}
        {result && !isRunning && <Result result={result} />}
      </div>
    </section>
  )
}

function Progress({ run }: { run: ImportRun | undefined }) {
  const share = run && run.total !== null && run.total > 0 ? run.processed / run.total : undefined
  return (
    <div className="mt-4">
      <ProgressBar label="Rows read" value={share} />
      {run && (
        <p className="mt-1 text-xs text-muted tabular-nums">
          {formatNumber(run.processed)} rows read, {formatNumber(run.imported)} jobs imported.{' '}
          <TextLink to={importRunPath(run.id)}>Watch this import</TextLink>
        </p>
      )}
    </div>
  )
}

function Result({ result }: { result: ImportResult }) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="font-semibold">{result.message}</p>
      <dl className="grid grid-cols-3 gap-4">
        {(
          [
            ['Jobs imported', result.imported],
            ['Jobs skipped', result.skipped],
            ['Total processed', result.totalProcessed],
          ] as const
        ).map(([term, n]) => (
          <div key={term}>
            <dt className="text-xs text-muted">{term}</dt>
            <dd className="text-lg font-semibold tabular-nums">{formatNumber(n)}</dd>
          </div>
        ))}
      </dl>
      {result.reasons.length > 0 && (
        <Details title={`Why rows were skipped (${result.reasons.length})`}>
          {result.reasons.map(({ reason, count }) => `${formatNumber(count)} × ${reason}`)}
        </Details>
      )}
      {result.skippedRows.length > 0 && (
        <Details title="The first skipped rows">
          {result.skippedRows.map(({ row, reason, title }) => `Row ${row}: ${reason}${title ? ` – ${title}` : ''}`)}
        </Details>
      )}
      {result.duplicates.length > 0 && <Details title={duplicatesTitle(result.duplicates)}>{result.duplicates}</Details>}
      <TextLink to={importRunPath(result.id)} className="self-start">
        Show this import
      </TextLink>
    </div>
  )
}

/** Lists the first ones only. */
const duplicatesTitle = ({ length }: readonly string[]): string =>
  length < reportLimit ? `Duplicates (${length})` : `Duplicates (the first ${length})`

const Details = ({ title, children }: { title: string; children: readonly string[] }) => (
  <details>
    <summary className="cursor-pointer text-action">{title}</summary>
    <ul className="mt-2 flex max-h-72 list-disc flex-col gap-1 overflow-y-auto pl-5 text-xs break-words">
      {children.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </details>
)

type ImportResult = Omit<ResponseOf<'POST /api/admin/import-apify'>, 'running'>

/** Starts an import and follows it to its end. */
function useImport() {
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: (url: string) => callApi('POST /api/admin/import-apify', { body: { url, background: true } }),
    onError: (failure) => toastFailure(messageOf(failure)),
  })
  const id = start.data?.id
  const { data: run } = useQuery({ ...importRunQuery(id ?? ''), enabled: id !== undefined })
  const isRunning = start.isPending || (id !== undefined && (run === undefined || run.status === 'running'))
  const ended = isRunning ? undefined : run
  const failed = ended?.status === 'failed' ? (ended.message ?? fallback) : undefined

  useEffect(() => {
    if (!ended) return
    if (failed !== undefined) return toastFailure(failed)
    toast({ title: 'Import completed!', description: `${ended.imported} jobs imported, ${ended.skipped} skipped` })
    void queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey })
    void invalidateCalls(queryClient, ['GET /api/job-postings'])
    // Once for each finished run.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ended?.id])

  return {
    start: start.mutate,
    isRunning,
    /** The progress, once known. */
    progress: isRunning ? run : undefined,
    error: start.error ? messageOf(start.error) : failed,
    result: ended && failed === undefined ? resultOf(ended) : undefined,
  }
}

const resultOf = (run: ImportRunDetail): ImportResult => ({
  ...run,
  ...namedRows(run.report?.groups ?? []),
  message: run.message ?? '',
  totalProcessed: run.processed,
})

const toastFailure = (description: string): void => toast({ title: 'Import failed', description, tone: 'danger' })

const fallback = 'Failed to import jobs from Apify'

/** The server's message, if it has one. */
const messageOf = (error: Error): string => (error instanceof ApiError && error.hasWords ? error.message : fallback)
