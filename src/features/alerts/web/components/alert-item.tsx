import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { dateText } from '#features/jobs/display.ts'
import type { AlertView } from '#features/alerts/contract.ts'
import { frequencies, frequencyLabels, rhythmText } from '#features/alerts/model.ts'
import type { Frequency } from '#features/alerts/model.ts'
import { useChangeAlert, useDeleteAlert } from '../queries.ts'
import type { Access } from '../queries.ts'

export function AlertItem({ alert, access }: { alert: AlertView; access: Access }) {
  const { mutate: change, isPending } = useChangeAlert(access, alert.id)
  const { label, status, search, lastMailAt } = alert
  return (
    <li className={`${cardClass} flex flex-col gap-4 p-5`}>
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h2 className="text-base font-semibold">
            <Link to="/jobs" search={search} className="text-link">
              {label}
            </Link>
          </h2>
          <StatusBadge status={status} />
        </div>
        <p className="mt-1 text-xs text-muted">
          {rhythmText(alert)} · to {alert.email}
          {lastMailAt !== null && ` · last mail ${dateText(lastMailAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="How often" className="w-40">
          {(control) => (
            <Select
              {...control}
              value={alert.frequency}
              disabled={isPending}
              onChange={(event) => change({ frequency: event.currentTarget.value as Frequency })}
            >
              {frequencies.map((it) => (
                <option key={it} value={it}>
                  {frequencyLabels[it]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button
          look="secondary"
          disabled={isPending}
          aria-label={`${status === 'active' ? 'Pause' : 'Turn on'}: ${label}`}
          onClick={() => change({ status: status === 'active' ? 'paused' : 'active' })}
        >
          {status === 'active' ? 'Pause' : 'Turn on'}
        </Button>
        <DeleteButton alert={alert} access={access} />
      </div>
    </li>
  )
}

function StatusBadge({ status }: Pick<AlertView, 'status'>) {
  if (status === 'active') return <Badge tone="action">On</Badge>
  return <Badge>{status === 'paused' ? 'Paused' : 'Waits for your confirmation'}</Badge>
}

function DeleteButton({ alert, access }: { alert: AlertView; access: Access }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useDeleteAlert(access, alert)
  return (
    <>
      <Button look="quiet" aria-label={`Delete: ${alert.label}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this job alert?"
        footer={
          <>
            <Button look="secondary" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button look="danger" disabled={isPending} onClick={() => mutate(undefined, { onSettled: () => setAsking(false) })}>
              {isPending ? 'Deleting...' : 'Delete job alert'}
            </Button>
          </>
        }
      >
        <p>{alert.label}</p>
      </Dialog>
    </>
  )
}
