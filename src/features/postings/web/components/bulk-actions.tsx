import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PostingSummary } from '#features/postings/contract-parts.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useShownPage } from '#web/lib/navigation.tsx'
import { changePostings, refreshPostings } from '../dashboard-queries.ts'
import type { BulkAction } from '../dashboard-queries.ts'
import { useOneAtATime } from '../use-posting-actions.ts'

type Failed = { title: string; error: string }

const done: Record<BulkAction, string> = {
  activate: 'activated',
  deactivate: 'deactivated',
  renew: 'renewed',
  delete: 'deleted',
}

/** One action on all that are selected; those that cannot take it are named, with the reason. */
export function BulkActions({ selected, onDone }: { selected: readonly PostingSummary[]; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { now } = useShownPage()
  const { isBusy, run } = useOneAtATime()
  const [failed, setFailed] = useState<readonly Failed[]>([])

  async function change(action: BulkAction): Promise<void> {
    if (action === 'delete' && !confirm(question(selected))) return
    await run('Failed to change the job postings. Please try again.', async () => {
      const titles = new Map(selected.map(({ id, title }) => [id, title]))
      const answer = await changePostings([...titles.keys()], action)
      setFailed(answer.failed.map(({ id, error }) => ({ title: titles.get(id) ?? id, error })))
      toast({ title: `${countOf(answer.changed.length)} ${done[action]}` })
      onDone()
      await refreshPostings(queryClient)
    })
  }

  const offers: { action: BulkAction; label: string; fits: (posting: PostingSummary) => boolean }[] = [
    { action: 'activate', label: 'Activate', fits: postingCan.activate },
    { action: 'deactivate', label: 'Deactivate', fits: postingCan.deactivate },
    { action: 'renew', label: 'Renew', fits: (posting) => postingCan.renew(posting, new Date(now)) },
    { action: 'delete', label: 'Delete', fits: postingCan.remove },
  ]
  return (
    <>
      <div role="group" aria-label="With the selected postings" className="flex flex-wrap items-center gap-2">
        <p role="status" className="text-xs text-muted tabular-nums empty:hidden">
          {selected.length > 0 && `${selected.length} selected`}
        </p>
        {selected.length > 0 &&
          offers.map(({ action, label, fits }) => (
            <Button
              key={action}
              look={action === 'delete' ? 'danger' : 'secondary'}
              size="sm"
              // Nothing among them could take it.
              disabled={!selected.some((posting) => fits(posting))}
              aria-disabled={isBusy}
              onClick={() => void change(action)}
            >
              {label}
            </Button>
          ))}
      </div>
      {failed.length > 0 && (
        <div className="w-full">
          <Alert
            tone="danger"
            title={`${countOf(failed.length)} could not be changed`}
            action={
              <Button look="secondary" size="sm" onClick={() => setFailed([])}>
                Dismiss
              </Button>
            }
          >
            <ul className="list-disc pl-5">
              {failed.map(({ title, error }) => (
                <li key={title} className="break-words">
                  {title}: {error}
                </li>
              ))}
            </ul>
          </Alert>
        </div>
      )}
    </>
  )
}

const countOf = (count: number): string => (count === 1 ? '1 posting' : `${count} postings`)

const question = (selected: readonly PostingSummary[]): string => {
  const [only] = selected
  const what = only && selected.length === 1 ? `"${only.title}"` : countOf(selected.length)
  return `Are you sure you want to delete ${what}? This action cannot be undone.`
}
