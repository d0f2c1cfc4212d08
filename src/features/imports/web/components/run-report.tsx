import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportRunDetail } from '#features/imports/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importSourcePath } from '#shared/paths.ts'
import { DefinitionGrid, ProgressBar, StatCard } from '#ui/figures.tsx'
import { apiUrl } from '#platform/web/api.ts'
import { Link } from '#platform/web/navigation.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { refreshImports } from '../queries.ts'
import { OutlineReport } from './outline.tsx'
import { RunStatus } from './source-table.tsx'

/** What became of a dataset, or has become of it so far. */
export function RunReport({ run }: { run: ImportRunDetail }) {
  const { status, message, processed, imported, doubtful, skipped, duplicates, closed, reopened } = run
  useRefreshAtTheEnd(status === 'running')
  return (
    <div className="flex flex-col gap-6">
      <div>
        <RunStatus status={status} />
        <p role="status" className="mt-2 font-semibold">
          {message ?? 'The import is running. You can leave this page.'}
        </p>
        {status === 'running' && <Progress run={run} />}
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
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
      {run.report && (
        <OutlineReport outline={run.report} file={apiUrl('GET /api/admin/imports/:id/rows.csv', { params: { id: run.id } })} />
      )}
    </div>
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
