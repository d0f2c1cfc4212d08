import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaskEntry } from '#features/deliveries/contract.ts'
import { countText } from '#features/deliveries/model.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { Alert, EmptyState, Spinner } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { ChoiceLinks, LocalTime } from '#platform/web/page-parts.tsx'
import { LinkButton } from '#platform/web/navigation.tsx'
import { discardTasks, retryTasks, tasksQuery, useAdminAction } from '../queries.ts'

const stateLabels = { dead: 'Given up', waiting: 'Waiting' } as const

export function Tasks({ params }: { params: Record<string, string> }) {
  const { data, isError } = useQuery(tasksQuery(params))
  const [discarding, setDiscarding] = useState<TaskEntry>()
  const retry = useAdminAction({
    action: retryTasks,
    changes: 'GET /api/admin/tasks',
    words: ({ retried }) => `${retried} will be retried`,
  })
  const discard = useAdminAction({ action: discardTasks, changes: 'GET /api/admin/tasks', words: () => 'Task discarded' })
  if (isError && !data) return <Alert tone="danger">Failed to load the tasks. Please refresh the page or try again later.</Alert>
  if (!data) return <Spinner />
  const isDead = params['state'] === 'dead'
  const words = params['q'] === undefined ? {} : { q: params['q'] }
  const page = Number(params['page'] ?? 1)
  return (
    <>
      <ChoiceLinks
        to={deliveriesPath}
        label="Filter the tasks"
        choices={(['dead', 'waiting'] as const).map((state) => ({
          label: stateLabels[state],
          count: countText(data.counts[state]),
          search: { show: 'tasks', state, ...words },
          isCurrent: params['state'] === state,
        }))}
      />
      {data.tasks.length === 0 ? (
        <EmptyState title="No tasks found">{isDead ? 'No task has failed.' : 'No task is waiting.'}</EmptyState>
      ) : (
        <DataTable
          caption="Background tasks"
          rows={data.tasks}
          rowKey={({ id }) => id}
          columns={isDead ? [...factColumns('Given up'), actionColumn(retry, setDiscarding)] : factColumns('Since')}
        />
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {isDead && data.tasks.length > 1 && (
          <Button look="secondary" aria-disabled={retry.isPending} onClick={() => retry.run(data.tasks.map((it) => it.id))}>
            Retry all {data.tasks.length} on this page
          </Button>
        )}
        {data.isMore && (
          <LinkButton to={deliveriesPath} search={{ show: 'tasks', ...params, page: page + 1 }} look="secondary">
            Older tasks
          </LinkButton>
        )}
      </div>
      <DiscardDialog
        key={discarding?.id}
        name={discarding?.name ?? ''}
        open={discarding !== undefined}
        onClose={() => setDiscarding(undefined)}
        onReason={(reason) => {
          if (discarding) discard.run({ ids: [discarding.id], reason })
          setDiscarding(undefined)
        }}
      />
    </>
  )
}

const factColumns = (since: string): Column<TaskEntry>[] => [
  { id: 'name', header: 'Task', cell: ({ name }) => name, isRowHeader: true },
  { id: 'data', header: 'Data', cell: ({ data }) => <code className="text-xs break-all">{data}</code> },
  { id: 'created', header: since, cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
  { id: 'outcome', header: 'Attempts', cell: outcome },
]

type Retry = { isPending: boolean; run: (ids: string[]) => void }

const actionColumn = (retry: Retry, onDiscard: (task: TaskEntry) => void): Column<TaskEntry> => ({
  id: 'actions',
  header: 'Actions',
  cell: (task) => (
    <span className="flex flex-wrap gap-2">
      <Button look="secondary" size="sm" aria-disabled={retry.isPending} onClick={() => retry.run([task.id])}>
        Retry<span className="sr-only"> {task.name}</span>
      </Button>
      <Button look="danger" size="sm" onClick={() => onDiscard(task)}>
        Discard<span className="sr-only"> {task.name}</span>
      </Button>
    </span>
  ),
})

const outcome = ({ attempts, lastError, nextTryAt }: TaskEntry) => (
  <>
    <span className="block">
      {attempts}
      {nextTryAt !== null && (
        <>
          ; next <LocalTime at={nextTryAt} />
        </>
      )}
    </span>
    {lastError !== null && <span className="block text-xs break-words text-danger">{lastError}</span>}
  </>
)

type Props = { name: string; open: boolean; onClose: () => void; onReason: (reason: string) => void }

function DiscardDialog({ name, open, onClose, onReason }: Props) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} title="Discard the task?">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() === '') setMissing(true)
          else onReason(reason.trim())
        }}
      >
        <Field
          label={`Why we no longer need ${name}`}
          hint="The reason stays in the audit log. The task is deleted."
          error={missing ? 'Please give a reason' : undefined}
        >
          {(control) => (
            <TextArea {...control} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" look="danger">
            Discard
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
