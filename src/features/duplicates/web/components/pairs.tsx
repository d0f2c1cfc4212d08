import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { toast } from '#ui/toast.ts'
import { useListFocus } from '#web/lib/use-list-focus.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { dismissDuplicates, duplicatesKey, mergeDuplicates } from '../queries.ts'
import { BulkBar } from './bulk-bar.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PairEntry } from './pair-entry.tsx'

export function Pairs({ pairs: loaded }: { pairs: readonly LikelyDuplicate[] }) {
  const list = useRef<HTMLOListElement>(null)
  const queryClient = useQueryClient()
  /** Decided about, and gone before the list has come anew. */
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const [tickedIds, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [merging, setMerging] = useState<LikelyDuplicate>()
  const pairs = loaded.filter((it) => !leaving.has(it.id))
  const ticked = pairs.filter((it) => tickedIds.has(it.id)).map((it) => it.id)
  const focus = useListFocus(list, pairs, (it) => it.id)

  const onError = (error: Error) => {
    setLeaving(new Set())
    toast({ title: 'Error', description: error.message, tone: 'danger' })
  }
  const onSettled = () => queryClient.invalidateQueries({ queryKey: duplicatesKey })
  const dismissal = useMutation({
    mutationFn: dismissDuplicates,
    onSuccess: ({ dismissed }) =>
      toast({ title: dismissed === 1 ? 'Dismissed: not the same job' : `${dismissed} pairs dismissed` }),
    onError,
    onSettled,
  })
  const merge = useMutation({
    mutationFn: mergeDuplicates,
    onSuccess: ({ referenceId }) => toast({ title: 'Merged', description: `${referenceId} has all that belonged to both.` }),
    onError,
    onSettled,
  })

  function dismiss(ids: readonly string[]): void {
    leave(ids)
    dismissal.mutate(ids)
  }

  function leave(ids: readonly string[]): void {
    focus.leave(ids)
    setLeaving(new Set([...leaving, ...ids]))
  }

  function tick(id: string): void {
    const next = new Set(tickedIds)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }

  useShortcuts({
    j: () => focus.move(1),
    k: () => focus.move(-1),
    m: () => focus.withCurrent(setMerging),
    d: () => focus.withCurrent((pair) => dismiss([pair.id])),
    x: () => focus.withCurrent((pair) => tick(pair.id)),
  })

  return (
    <>
      <BulkBar
        ticked={ticked.length}
        total={pairs.length}
        onTickAll={() => setTicked(new Set(pairs.map((it) => it.id)))}
        onClear={() => setTicked(new Set())}
        onDismiss={() => dismiss(ticked)}
      />
      <ol ref={list} tabIndex={-1} aria-label="Likely duplicates" className="mt-4 flex flex-col gap-4 empty:outline-none">
        {pairs.map((pair) => (
          <li
            key={pair.id}
            data-key={pair.id}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the keys are about
            tabIndex={0}
            aria-label={`${pair.kept.title} and ${pair.other.title}, ${pair.score}% alike`}
            className="scroll-my-24"
          >
            <PairEntry
              pair={pair}
              isTicked={tickedIds.has(pair.id)}
              onTick={() => tick(pair.id)}
              onMerge={() => setMerging(pair)}
              onDismiss={() => dismiss([pair.id])}
            />
          </li>
        ))}
      </ol>
      {merging && (
        <MergeDialog
          pair={merging}
          onClose={() => setMerging(undefined)}
          onMerge={(takeFromOther) => {
            leave([merging.id])
            merge.mutate({ id: merging.id, takeFromOther })
            setMerging(undefined)
          }}
        />
      )}
    </>
  )
}
