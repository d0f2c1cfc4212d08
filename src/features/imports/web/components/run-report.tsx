import { momentText } from '#shared/dates.ts'
import { importSourcePath } from '#shared/paths.ts'
import { DefinitionGrid } from '#ui/definition-grid.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import { Link } from '#web/lib/navigation.tsx'
import type { ImportRunDetail } from '#features/imports/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { ReasonChart } from './reason-chart.tsx'
import { RowList } from './row-list.tsx'
import { RunStatus } from './run-status.tsx'

/** What became of a dataset, or has become of it so far. */
export function RunReport({ run }: { run: ImportRunDetail }) {
  const { status, message, processed, imported, skipped, duplicates, closed, reopened } = run
  return (
    <div className="flex flex-col gap-6">
      <div>
        <RunStatus status={status} />
        <p role="status" className="mt-2 font-semibold">
          {message ?? 'The import is running. It goes on if you leave.'}
        </p>
        {status === 'running' && <Progress run={run} />}
      </div>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        <StatCard label="Jobs imported" value={imported} />
        <StatCard label="Jobs skipped" value={skipped} />
        <StatCard label="Duplicates" value={duplicates} note="among the skipped" />
        <StatCard label="Jobs closed" value={closed} note={reopened > 0 ? `${formatNumber(reopened)} opened again` : undefined} />
        <StatCard label="Total processed" value={processed} />
      </dl>
      <Facts run={run} />
      {run.reasons.length > 0 && <ReasonChart reasons={run.reasons} />}
      <div className="flex flex-col gap-2">
        <RowList title="Skipped rows" total={skipped - duplicates} rows={run.skippedRows.map(skippedText)} />
        <RowList title="Duplicates" total={duplicates} rows={run.duplicateRows} />
      </div>
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
        { term: 'Started', value: <time dateTime={startedAt}>{momentText(startedAt)}</time> },
        { term: 'Ended', value: finishedAt && <time dateTime={finishedAt}>{momentText(finishedAt)}</time> },
      ]}
    />
  )
}

const skippedText = ({ row, reason, title }: ImportRunDetail['skippedRows'][number]): string =>
  `Row ${formatNumber(row)}: ${reason}${title ? ` – ${title}` : ''}`
