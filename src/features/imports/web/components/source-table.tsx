import type { ComponentProps } from 'react'
import { importRunPath, importSourcePath } from '#shared/paths.ts'
import { Badge, type BadgeTone } from '#ui/feedback.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Link, useNavigate } from '#platform/web/navigation.tsx'
import type { ImportSource } from '#features/imports/contract-sources.ts'
import { importSchedules, type ImportStatus } from '#features/imports/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { Button } from '#ui/button.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { ofImports } from '../queries.ts'
import { LocalTime } from '#platform/web/page-parts.tsx'

export const sourceColumns: readonly Column<ImportSource>[] = [
  {
    header: 'Source',
    isRowHeader: true,
    cell: ({ id, name }) => (
      <Link to={importSourcePath(id)} className="text-link">
        {name}
      </Link>
    ),
  },
  {
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
  { header: 'Last import', cell: (source) => <LastRun source={source} /> },
  {
    header: 'Structured data',
    cell: ({ structuredDataAllowed }) =>
      structuredDataAllowed ? (
        <Badge tone="action">Authorized</Badge>
      ) : (
        <Badge>Not authorized</Badge>
      ),
  },
  {
    header: '',
    align: 'right',
    cell: ({ id, name, lastRun }) => (
      <RunSourceButton
        id={id}
        label="Run now"
        about={name}
        look="secondary"
        size="sm"
        isRunning={lastRun?.status === 'running'}
      />
    ),
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
        <span className="block text-xs font-semibold text-danger">
          Failed {failuresInARow} times in a row
        </span>
      )}
    </>
  )
}

type Props = { id: string; isRunning: boolean } & Pick<
  ComponentProps<typeof Button>,
  'label' | 'about' | 'look' | 'size'
>

/** Starts an import, and goes where one can watch it. */
export function RunSourceButton({ id, isRunning, label, ...button }: Props) {
  const navigate = useNavigate()
  const action = useAction({
    call: () => callApi('POST /api/admin/import-sources/:id/run', { params: { id } }),
    done: ({ runId }) => navigate({ to: importRunPath(runId) }),
    failure: 'Import failed',
    changes: ofImports,
  })
  return (
    <ActionButton
      {...button}
      action={action}
      disabled={isRunning}
      label={isRunning ? 'Running' : label}
    />
  )
}

const looks: Record<ImportStatus, { tone: BadgeTone; words: string }> = {
  running: { tone: 'action', words: 'Running' },
  finished: { tone: 'neutral', words: 'Finished' },
  stopped: { tone: 'danger', words: 'Stopped by its dataset' },
  failed: { tone: 'danger', words: 'Failed' },
  interrupted: { tone: 'danger', words: 'Interrupted' },
  cancelled: { tone: 'neutral', words: 'Canceled' },
}

export function RunStatus({ status }: { status: ImportStatus }) {
  const { tone, words } = looks[status]
  return <Badge tone={tone}>{words}</Badge>
}
