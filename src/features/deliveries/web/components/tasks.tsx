import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaskEntry, TaskList } from '#features/deliveries/contract.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { LocalTime, Loaded } from '#platform/web/page-parts.tsx'
import { ActionButton, useAction, type Action } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { Steps } from '#platform/web/list-search.tsx'
import { tasksQuery } from '../queries.ts'

export function Tasks({ params }: { params: Record<string, string> }) {
  return (
    <Loaded query={useQuery(tasksQuery(params))} failure="We could not load the tasks." placeholder={<Spinner />}>
      {(list) => <TasksOf list={list} params={params} />}
    </Loaded>
  )
}

function TasksOf({ list: data, params }: { list: TaskList; params: Record<string, string> }) {
  const [discarding, setDiscarding] = useState<TaskEntry>()
  const retry = useAction({
    call: (ids: readonly string[]) => callApi('POST /api/admin/tasks/retry', { body: { ids } }),
    changes: ['GET /api/admin/tasks'],
    done: ({ retried }) => ({ title: `${retried} will be retried` }),
  })
  const discard = useAction({
    call: (body: { ids: readonly string[]; reason: string }) => callApi('POST /api/admin/tasks/discard', { body }),
    changes: ['GET /api/admin/tasks'],
    done: { title: 'Task discarded' },
  })
  return (
    <>
      {data.tasks.length === 0 ? (
        <EmptyState title="No tasks found">No task has failed.</EmptyState>
      ) : (
        <DataTable
          caption="Background tasks"
          rows={data.tasks}
          rowKey={({ id }) => id}
          columns={[...factColumns, actionColumn(retry, setDiscarding)]}
        />
      )}
      {data.tasks.length > 1 && (
        <ActionButton action={retry} input={data.tasks.map((task) => task.id)} look="secondary" className="self-center">
          Retry all {data.tasks.length} on this page
        </ActionButton>
      )}
      <Steps
        to={deliveriesPath}
        params={{ show: 'tasks', ...params }}
        by="page"
        next={data.isMore ? Number(params['page'] ?? 1) + 1 : null}
        labels={{ first: 'Newest', next: 'Older tasks' }}
      />
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

const factColumns: Column<TaskEntry>[] = [
  { header: 'Task', cell: ({ name }) => name, isRowHeader: true },
  { header: 'Data', cell: ({ data }) => <code className="text-xs break-all">{data}</code> },
  { header: 'Failed', cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
  { header: 'Attempts', cell: outcome },
]

const actionColumn = (retry: Action<readonly string[]>, onDiscard: (task: TaskEntry) => void): Column<TaskEntry> => ({
  header: 'Actions',
  cell: (task) => (
    <span className="flex flex-wrap gap-2">
      <ActionButton label="Retry" about={task.name} action={retry} input={[task.id]} look="secondary" size="sm" />
      <Button label="Discard" about={task.name} look="danger" size="sm" onClick={() => onDiscard(task)} />
    </span>
  ),
})

function outcome({ attempts, lastError }: TaskEntry) {
  return (
    <>
      <span className="block">{attempts}</span>
      {lastError !== null && <span className="block text-xs break-words text-danger">{lastError}</span>}
    </>
  )
}

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
          <Button label="Discard" type="submit" look="danger" />
        </DialogActions>
      </form>
    </Dialog>
  )
}
