import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { QueueItem } from '#features/moderation/contract.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { choicesFor } from '../deeds.ts'
import { approvePostings, decide, queueKey } from '../queries.ts'
import type { Deed } from '../queries.ts'
import { QueueEntry } from './queue-entry.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Pending = { item: QueueItem; deed: Deed; done: string }

const keyOf = ({ kind, id }: QueueItem): string => `${kind}-${id}`

export function Queue({ items }: { items: readonly QueueItem[] }) {
  const list = useRef<HTMLOListElement>(null)
  const queryClient = useQueryClient()
  /** Waits for its reason. */
  const [asking, setAsking] = useState<Pending>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queueKey })

  const decision = useMutation({
    mutationFn: ({ item, deed, reason }: Pending & { reason?: string }) => decide(item, deed, reason),
    onSuccess: (_, { item, done }) => toast({ title: done, description: item.posting.title }),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'danger' }),
    onSettled: refresh,
  })
  const bulk = useMutation({
    mutationFn: approvePostings,
    onSuccess: ({ approved, failed }) =>
      toast({
        title: `${approved} approved`,
        ...(failed.length > 0 && { description: `${failed.length} could not be approved.`, tone: 'danger' as const }),
      }),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'danger' }),
    onSettled: refresh,
  })

  function choose(item: QueueItem, { deed, done, needsReason }: (typeof choicesFor)[QueueItem['kind']][number]): void {
    if (decision.isPending) return
    moveFrom(item, 1)
    if (needsReason) setAsking({ item, deed, done })
    else decision.mutate({ item, deed, done })
  }

  /** So that the next key finds the next item, even as this one goes. */
  function moveFrom(item: QueueItem, by: number): void {
    const index = items.findIndex((it) => keyOf(it) === keyOf(item))
    const next = list.current?.children[Math.min(Math.max(index + by, 0), items.length - 1)]
    if (next instanceof HTMLElement) next.focus()
  }

  function onKeyDown(event: KeyboardEvent, item: QueueItem): void {
    // Keys typed into a field, or meant for the browser, are not ours.
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const key = event.key.toLowerCase()
    const choice = choicesFor[item.kind].find((it) => it.key === key)
    const step = { j: 1, k: -1 }[key]
    if (choice) choose(item, choice)
    else if (step !== undefined) moveFrom(item, step)
    else return
    event.preventDefault()
  }

  const waiting = items.filter((it) => it.kind === 'pending')
  return (
    <>
      {waiting.length > 1 && (
        <Button
          look="secondary"
          size="sm"
          className="mt-4"
          aria-disabled={bulk.isPending}
          onClick={() => {
            if (!bulk.isPending && confirm(`Approve the ${waiting.length} postings that wait on this page?`)) {
              bulk.mutate(waiting.map((it) => it.id))
            }
          }}
        >
          {bulk.isPending ? 'Approving...' : `Approve all ${waiting.length} on this page`}
        </Button>
      )}
      <ol ref={list} className="mt-4 flex flex-col gap-4">
        {items.map((item) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are a second way to its buttons
          <li
            key={keyOf(item)}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the keys are about
            tabIndex={0}
            aria-label={`${item.posting.title}, ${item.posting.company}`}
            onKeyDown={(event) => onKeyDown(event, item)}
          >
            <QueueEntry item={item} onChoose={(choice) => choose(item, choice)} />
          </li>
        ))}
      </ol>
      <ReasonDialog
        key={asking && keyOf(asking.item)}
        title={asking?.item.posting.title ?? ''}
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onReason={(reason) => {
          if (asking) decision.mutate({ ...asking, reason })
          setAsking(undefined)
        }}
      />
    </>
  )
}
