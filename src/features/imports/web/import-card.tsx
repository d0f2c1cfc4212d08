import { useEffect, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '#shared/numbers.ts'
import { importRunPath, importsPath, newImportSourcePath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { StatCard } from '#ui/figures.tsx'
import { BulletList, cardClass } from '#ui/layout.tsx'
import { TextField } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#platform/web/action.tsx'
import { ApiError, callApi, invalidateCalls } from '#platform/web/api.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import type { ImportRunDetail } from '../contract.ts'
import { namedRows } from '../model.ts'
import { importQuery, refreshImports } from './queries.ts'

/**
 * Imports a dataset of a known shape at once. `onImported`: what else shows how many jobs there
 * are, on the dashboard.
 */
export function ImportCard({ onImported }: { onImported: () => void }) {
  const [url, setUrl] = useState('')
  const { start, isRunning, run, error } = useImport(onImported)
  return (
    <section aria-labelledby="import-jobs" className={`${cardClass} p-5`}>
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="import-jobs" className="text-lg font-semibold">
          Import Jobs
        </h2>
        <TextLink to={importsPath}>Sources and history</TextLink>
      </div>
      <form
        aria-labelledby="import-jobs"
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
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" disabled={url.trim() === '' || isRunning}>
            {isRunning ? 'Importing...' : 'Import Jobs'}
          </Button>
          <TextLink to={newImportSourcePath}>Import a file or another list</TextLink>
        </div>
      </form>
      {(isRunning || run) && (
        <p role="status" className="mt-4">
          {run?.message ?? 'Reading the dataset. You can leave this page.'}{' '}
          {run && <TextLink to={importRunPath(run.id)}>Show this import</TextLink>}
        </p>
      )}
      {run && !isRunning && <Result run={run} />}
    </section>
  )
}

function Result({
  run: { imported, skipped, processed, duplicates, report },
}: {
  run: ImportRunDetail
}) {
  const named = namedRows(report?.groups ?? []).duplicates
  return (
    <>
      <dl className="mt-4 grid gap-2 sm:grid-cols-3 sm:gap-4">
        <StatCard label="Jobs imported" value={imported} />
        <StatCard label="Jobs skipped" value={skipped} />
        <StatCard label="Total processed" value={processed} />
      </dl>
      {named.length > 0 && (
        <details className="mt-4">
          <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
            {duplicates === 1 ? '1 duplicate' : `${formatNumber(duplicates)} duplicates`}
          </summary>
          <BulletList>
            {named.map((duplicate) => (
              <li key={duplicate}>{duplicate}</li>
            ))}
          </BulletList>
        </details>
      )}
    </>
  )
}

/** Starts an import and follows it to its end. */
function useImport(onImported: () => void) {
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: (url: string) =>
      callApi('POST /api/admin/import-apify', { body: { url, background: true } }),
    onError: (failure) => toastFailure(messageOf(failure), failed),
    onSettled: () => refreshImports(queryClient),
  })
  const id = start.data?.id
  const { data: run } = useQuery({ ...importQuery(id ?? ''), enabled: id !== undefined })
  const isRunning =
    start.isPending || (id !== undefined && (run === undefined || run.status === 'running'))
  const ended = isRunning ? undefined : run

  useEffect(() => {
    if (!ended) return
    if (ended.status === 'finished')
      toast({
        title: 'Import completed!',
        description: `${ended.imported} jobs imported, ${ended.skipped} skipped`,
      })
    else
      toastFailure(
        ended.message ?? fallback,
        ended.status === 'cancelled' ? 'Import canceled' : failed,
      )
    if (ended.status === 'failed') return
    void invalidateCalls(queryClient, ['GET /api/job-postings'])
    onImported()
    // Once for each finished run.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ended?.id])

  return {
    start: start.mutate,
    isRunning,
    run,
    error: start.error ? messageOf(start.error) : undefined,
  }
}

const failed = 'Import failed'
const fallback = 'Failed to import jobs from Apify'

/** The server's message, if it has one. */
const messageOf = (error: Error) =>
  error instanceof ApiError && error.hasWords ? error.message : fallback
