import { importRunPath, importSourcePath } from '#shared/paths.ts'
import { Badge, type BadgeTone } from '#ui/feedback.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Link, useNavigate } from '#platform/web/navigation.tsx'
import type { ImportSource } from '#features/imports/contract.ts'
import { importSchedules, type ImportStatus } from '#features/imports/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, type ButtonSize } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { refreshImports, runSource } from '../queries.ts'
import { LocalTime } from '#platform/web/page-parts.tsx'

const columns: readonly Column<ImportSource>[] = [
  {
    id: 'name',
    header: 'Source',
    isRowHeader: true,
    cell: ({ id, name }) => (
      <Link to={importSourcePath(id)} className="text-link break-words">
        {name}
      </Link>
    ),
  },
  {
    id: 'schedule',
    header: 'Schedule',
    cell: ({ schedule, nextRunAt, isComplete }) => (
      <>
        {importSchedules[schedule]}
        {nextRunAt && (
          <span className="block text-xs text-muted">
            next <LocalTime at={nextRunAt} />
          </span>
        )}
        {isComplete && <span className="block text-xs text-muted">closes what vanished</span>}
      </>
    ),
  },
  { id: 'last', header: 'Last import', cell: (source) => <LastRun source={source} /> },
  {
    id: 'authorized',
    header: 'Structured data',
    cell: ({ structuredDataAllowed }) =>
      structuredDataAllowed ? <Badge tone="action">Authorized</Badge> : <Badge>Not authorized</Badge>,
  },
  {
    id: 'run',
    header: '',
    align: 'right',
    cell: ({ id, name, lastRun }) => <RunSourceButton id={id} name={name} isRunning={lastRun?.status === 'running'} />,
  },
]

function LastRun({ source: { lastRun, failuresInARow } }: { source: ImportSource }) {
  if (!lastRun) return <span className="text-muted">Never imported</span>
  const { id, status, startedAt, imported, skipped, closed } = lastRun
  const counts = [
    `${formatNumber(imported)} imported`,
    `${formatNumber(skipped)} skipped`,
    ...(closed > 0 ? [`${formatNumber(closed)} closed`] : []),
  ]
  return (
    <>
      <RunStatus status={status} />{' '}
      <Link to={importRunPath(id)} className="text-link">
        <LocalTime at={startedAt} />
      </Link>
      <span className="block text-xs text-muted tabular-nums">{counts.join(', ')}</span>
      {failuresInARow > 1 && (
        <span className="block text-xs font-semibold text-danger">Failed {failuresInARow} times in a row</span>
      )}
    </>
  )
}

export const SourceTable = ({ sources }: { sources: readonly ImportSource[] }) => (
  <DataTable caption="Sources" columns={columns} rows={sources} rowKey={(source) => source.id} />
)

type Props = { id: string; name: string; isRunning: boolean; size?: ButtonSize }

/** Starts an import, and goes where one can watch it. */
export function RunSourceButton({ id, name, isRunning, size = 'sm' }: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => runSource(id),
    onSuccess({ runId }) {
      void refreshImports(queryClient)
      navigate({ to: importRunPath(runId) })
    },
    onError: (error) => toast({ title: 'Import failed', description: error.message, tone: 'danger' }),
  })
  return (
    <Button look="secondary" size={size} disabled={isRunning || isPending} onClick={() => mutate()}>
      {isRunning ? 'Running' : 'Run now'} <span className="sr-only">{name}</span>
    </Button>
  )
}

const looks: Record<ImportStatus, { tone: BadgeTone; words: string }> = {
  running: { tone: 'action', words: 'Running' },
  finished: { tone: 'neutral', words: 'Finished' },
  stopped: { tone: 'danger', words: 'Stopped by its dataset' },
  failed: { tone: 'danger', words: 'Failed' },
  interrupted: { tone: 'danger', words: 'Interrupted' },
  cancelled: { tone: 'neutral', words: 'Cancelled' },
}

export function RunStatus({ status }: { status: ImportStatus }) {
  const { tone, words } = looks[status]
  return <Badge tone={tone}>{words}</Badge>
}
