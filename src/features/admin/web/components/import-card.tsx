import { useEffect, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportRun, ImportRunDetail } from '#features/imports/contract.ts'
import { isRunOfAddress, reportLimit } from '#features/imports/model.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importRunPath, importsPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi, invalidateCalls } from '#platform/web/api.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { importRunQuery, importRunsQuery, summaryQuery } from '../queries.ts'

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
        <Field label="Dataset URL" hint="The address of an Apify dataset’s items. New jobs wait for approval." error={error}>
          {(control) => (
            <TextInput
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://api.apify.com/v2/datasets/…/items"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
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

/** Starts an import and follows it. The call answers at its end, or after a while. */
function useImport() {
  const [followed, setFollowed] = useState<string>()
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: (url: string) => callApi('POST /api/admin/import-apify', { body: { url } }),
    onMutate: () => setFollowed(undefined),
    onSuccess: (answer) => (answer.running ? setFollowed(answer.id) : finish(answer)),
    onError: (failure) => toastFailure(messageOf(failure)),
  })
  const { data: latest } = useQuery({ ...importRunsQuery, enabled: start.isPending })
  const { data: run } = useQuery({ ...importRunQuery(followed ?? ''), enabled: followed !== undefined })
  const hasEnded = followed !== undefined && run !== undefined && run.status !== 'running'

  useEffect(() => {
    if (!hasEnded) return
    if (run.status === 'failed') toastFailure(run.message ?? fallback)
    else finish(run)
    // Once for each finished run.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasEnded])

  function finish({ imported, skipped }: Pick<ImportResult, 'imported' | 'skipped'>): void {
    toast({ title: 'Import completed!', description: `${imported} jobs imported, ${skipped} skipped` })
    void queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey })
    void invalidateCalls(queryClient, ['GET /api/job-postings'])
  }

  return {
    start: start.mutate,
    isRunning: start.isPending || (followed !== undefined && !hasEnded),
    /** The progress, once known. */
    progress: start.isPending ? latest?.runs.find((it) => isRunOfAddress(it, start.variables)) : hasEnded ? undefined : run,
    error: start.error ? messageOf(start.error) : undefined,
    result: followed === undefined ? start.data : hasEnded ? resultOf(run) : undefined,
  }
}

const resultOf = (run: ImportRunDetail): ImportResult => ({
  ...run,
  message: run.message ?? '',
  totalProcessed: run.processed,
  duplicates: run.duplicateRows,
})

const toastFailure = (description: string): void => toast({ title: 'Import failed', description, tone: 'danger' })

const fallback = 'Failed to import jobs from Apify'

/** The server's message, if it has one. */
const messageOf = (error: Error): string => (error instanceof ApiError && error.hasWords ? error.message : fallback)
