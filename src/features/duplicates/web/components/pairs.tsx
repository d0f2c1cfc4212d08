import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { toast } from '#ui/toast.ts'
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

  /** So that the next key finds the next pair, even as these go. */
  function leave(ids: readonly string[]): void {
    const last = pairs.findLastIndex((it) => ids.includes(it.id))
    const next = pairs.slice(last + 1)[0] ?? pairs.findLast((it) => !ids.includes(it.id))
    if (next) focus(next.id)
    setLeaving(new Set([...leaving, ...ids]))
  }

  const focus = (id: string | undefined) =>
    [...(list.current?.children ?? [])]
      .find((it): it is HTMLElement => it instanceof HTMLElement && it.dataset['id'] === id)
      ?.focus()

  function move(from: LikelyDuplicate, by: 1 | -1): void {
    focus(pairs[Math.min(Math.max(pairs.indexOf(from) + by, 0), pairs.length - 1)]?.id)
  }

  function tick(id: string): void {
    const next = new Set(tickedIds)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }

  const deeds: Record<string, (pair: LikelyDuplicate) => void> = {
    j: (pair) => move(pair, 1),
    k: (pair) => move(pair, -1),
    m: setMerging,
    d: (pair) => dismiss([pair.id]),
    x: (pair) => tick(pair.id),
  }

  function onKeyDown(event: KeyboardEvent, pair: LikelyDuplicate): void {
    // Keys typed into a field, or meant for the browser, are not ours.
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const deed = deeds[event.key.toLowerCase()]
    if (!deed) return
    event.preventDefault()
    deed(pair)
  }

  return (
    <>
      <BulkBar
        ticked={ticked.length}
        total={pairs.length}
        onTickAll={() => setTicked(new Set(pairs.map((it) => it.id)))}
        onClear={() => setTicked(new Set())}
        onDismiss={() => dismiss(ticked)}
      />
      <ol ref={list} aria-label="Likely duplicates" className="mt-4 flex flex-col gap-4">
        {pairs.map((pair) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are a second way to its buttons
          <li
            key={pair.id}
            data-id={pair.id}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the keys are about
            tabIndex={0}
            aria-label={`${pair.kept.title} and ${pair.other.title}, ${pair.score}% alike`}
            className="scroll-my-24"
            onKeyDown={(event) => onKeyDown(event, pair)}
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
