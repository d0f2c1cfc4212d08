import { momentText } from '#shared/dates.ts'
import { importRunPath, importSourcePath } from '#shared/paths.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Link } from '#web/lib/navigation.tsx'
import type { ImportRun } from '#features/imports/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { RunStatus } from './run-status.tsx'

const counted = (id: 'imported' | 'skipped' | 'duplicates' | 'closed', header: string): Column<ImportRun> => ({
  id,
  header,
  align: 'right',
  cell: (run) => formatNumber(run[id]),
})

const columns: readonly Column<ImportRun>[] = [
  {
    id: 'started',
    header: 'Started',
    isRowHeader: true,
    cell: ({ id, startedAt }) => (
      <Link to={importRunPath(id)} className="text-link">
        <time dateTime={startedAt}>{momentText(startedAt)}</time>
      </Link>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    cell: ({ source, sourceId }) =>
      sourceId === null ? (
        <span className="break-all">{source}</span>
      ) : (
        <Link to={importSourcePath(sourceId)} className="text-link break-all">
          {source}
        </Link>
      ),
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <RunStatus status={status} /> },
  counted('imported', 'Imported'),
  counted('skipped', 'Skipped'),
  counted('duplicates', 'Duplicates'),
  counted('closed', 'Closed'),
  { id: 'by', header: 'Started by', cell: ({ startedBy }) => startedBy?.name ?? 'Schedule or command line' },
]

export const RunTable = ({ runs }: { runs: readonly ImportRun[] }) => (
  <DataTable caption="Imports" columns={columns} rows={runs} rowKey={(run) => run.id} />
)
