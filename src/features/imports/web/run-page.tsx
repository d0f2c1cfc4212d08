import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { importRunPath, importSourcePath, importsPath, moderationPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState, LoadFailure, Spinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { ApiError, apiUrl } from '#platform/web/api.ts'
import { Link, useShownPage, type PageHead, type PageLoad } from '#platform/web/navigation.tsx'
import { cancelImport, importQuery, refreshImports, reportQuery } from './queries.ts'
import { OutlineReport } from './components/outline.tsx'
import { DefinitionGrid, ProgressBar, StatCard } from '#ui/figures.tsx'
import type { ImportRunDetail } from '#features/imports/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { RunStatus } from './components/source-table.tsx'

export const load: PageLoad = ({ queryClient, params: { id = '' } }) => queryClient.prefetchQuery(importQuery(id))

export const head: PageHead = ({ queryClient, site, params: { id = '' } }) => {
  const run = queryClient.getQueryData(importQuery(id).queryKey)
  return pageHead({ site, title: titleOf(run), description: 'The result of one import.', path: importRunPath(id), noindex: true })
}

const titleOf = (run: ImportRunDetail | undefined): string => (run ? `Import: ${run.source}` : 'Import')

export function Page() {
  const { data: run } = useQuery(importQuery(useShownPage().params['id'] ?? ''))
  return (
    <AdminPage
      title={titleOf(run)}
      actions={
        <Link to={importsPath} className={buttonClass('secondary')}>
          All imports
        </Link>
      }
    >
      <Run />
    </AdminPage>
  )
}

function Run() {
  const { id = '' } = useShownPage().params
  const { data: run, error, refetch } = useQuery(importQuery(id))
  const isRunning = run?.status === 'running'
  useRefreshAtTheEnd(isRunning)
  if (!run && error instanceof ApiError && error.status < 500) {
    return <EmptyState title="Import not found">No import has this address.</EmptyState>
  }
  if (!run && error) return <LoadFailure onRetry={() => void refetch()}>Failed to load the import. Please try again.</LoadFailure>
  if (!run) return <Spinner />
  return (
    <>
      <RunReport run={run} />
      <div className="mt-8 flex flex-wrap gap-3">
        {isRunning && <CancelButton id={id} />}
        {!isRunning && run.imported > 0 && (
          <Link to={moderationPath} search={{ kind: 'pending' }} className={buttonClass()}>
            Moderate Jobs
          </Link>
        )}
      </div>
    </>
  )
}

/** Other pages have cached sources and imports from before the end. */
function useRefreshAtTheEnd(isRunning: boolean): void {
  const queryClient = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refreshImports(queryClient)
    wasRunning.current = isRunning
  }, [isRunning, queryClient])
}

function CancelButton({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancelImport(id),
    onSuccess: () => toast({ title: 'Import canceled', description: 'Jobs it already added stay.' }),
    onError: (error) => toast({ title: 'We could not cancel the import', description: error.message, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey }),
  })
  return (
    <Button look="danger" disabled={isPending} onClick={() => mutate()}>
      Cancel Import
    </Button>
  )
}

/** What became of a dataset, or has become of it so far. */
function RunReport({ run }: { run: ImportRunDetail }) {
  const { status, message, processed, imported, doubtful, skipped, duplicates, closed, reopened } = run
  return (
    <div className="flex flex-col gap-6">
      <div>
        <RunStatus status={status} />
        <p role="status" className="mt-2 font-semibold">
          {message ?? 'The import is running. You can leave this page.'}
        </p>
        {status === 'running' && <Progress run={run} />}
      </div>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        <StatCard
          label="Jobs imported"
          value={imported}
          note={doubtful > 0 ? `${formatNumber(doubtful)} wait because a fact is doubtful` : undefined}
        />
        <StatCard label="Jobs skipped" value={skipped} />
        <StatCard label="Duplicates" value={duplicates} note="among the skipped" />
        <StatCard label="Jobs closed" value={closed} note={reopened > 0 ? `${formatNumber(reopened)} opened again` : undefined} />
        <StatCard label="Total processed" value={processed} />
      </dl>
      <Facts run={run} />
      {run.reasons.length > 0 && <ReasonChart reasons={run.reasons} />}
      <Report run={run} />
    </div>
  )
}

/** Runs of former releases have no report, only their first rows. */
function Report({ run: { id, status, skipped, duplicates, skippedRows, duplicateRows } }: { run: ImportRunDetail }) {
  const { data } = useQuery(reportQuery(id, status === 'running'))
  if (data?.report)
    return <OutlineReport outline={data.report} file={apiUrl('GET /api/admin/imports/:id/rows.csv', { params: { id } })} />
  return (
    <div className="flex flex-col gap-2">
      <RowList title="Skipped rows" total={skipped - duplicates} rows={skippedRows.map(skippedText)} />
      <RowList title="Duplicates" total={duplicates} rows={duplicateRows} />
    </div>
  )
}

function Progress({ run: { processed, total } }: { run: ImportRunDetail }) {
  return (
    <div className="mt-3 max-w-form">
      <ProgressBar label="Rows read" value={total === null || total === 0 ? undefined : processed / total} />
      <p className="mt-1 text-xs text-muted tabular-nums">
        {formatNumber(processed)} {total !== null && `of ${formatNumber(total)} `}rows read
      </p>
    </div>
  )
}

function Facts({ run: { source, sourceId, url, startedBy, startedAt, finishedAt } }: { run: ImportRunDetail }) {
  return (
    <DefinitionGrid
      items={[
        {
          term: 'Source',
          value:
            sourceId === null ? (
              source
            ) : (
              <Link to={importSourcePath(sourceId)} className="text-link">
                {source}
              </Link>
            ),
        },
        { term: 'Dataset', value: url !== source && url !== null && <span className="break-all">{url}</span> },
        { term: 'Started by', value: startedBy?.name ?? 'Schedule or command line' },
        { term: 'Started', value: <LocalTime at={startedAt} /> },
        { term: 'Ended', value: finishedAt && <LocalTime at={finishedAt} /> },
      ]}
    />
  )
}

const skippedText = ({ row, reason, title }: ImportRunDetail['skippedRows'][number]): string =>
  `Row ${formatNumber(row)}: ${reason}${title ? ` – ${title}` : ''}`

type Props = { title: string; total: number; rows: readonly string[] }

function RowList({ title, total, rows }: Props) {
  if (rows.length === 0) return null
  const isCut = rows.length < total
  return (
    <details>
      <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
        {title} ({isCut ? `the first ${rows.length} of ${formatNumber(total)}` : formatNumber(total)})
      </summary>
      <ul className="mt-2 flex flex-col gap-1 pl-5 text-xs break-words list-disc">
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </details>
  )
}

/** A bar chart built as a table: how many rows were skipped for each reason. */
function ReasonChart({ reasons }: { reasons: ImportRunDetail['reasons'] }) {
  const sorted = reasons.toSorted((a, b) => b.count - a.count)
  const most = sorted[0]?.count ?? 1
  return (
    <section aria-labelledby="reasons">
      <h2 id="reasons" className="text-lg font-semibold">
        Why rows were skipped
      </h2>
      <table className="mt-2 w-full max-w-prose text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Rows</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ reason, count }) => (
            <tr key={reason} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {reason}
                <span
                  aria-hidden
                  className="mt-1 block h-2 rounded-full bg-action"
                  style={{ width: `${(count / most) * 100}%` }}
                />
              </th>
              <td className="w-20 py-2 text-right align-bottom font-semibold tabular-nums">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
