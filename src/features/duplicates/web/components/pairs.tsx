import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { toast } from '#ui/toast.ts'
import { BulkBar, useSelection } from '#platform/web/list-search.tsx'
import { useShortcuts } from '#platform/web/page-keys.tsx'
import { useListFocus } from '#platform/web/use-list-focus.ts'
import { dismissDuplicates, invalidateDuplicates, mergeDuplicates } from '../queries.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { Checkbox } from '#ui/field.tsx'
import { Comparison, DescriptionDiff } from './comparison.tsx'
import { Dialog, focusFirst } from '#ui/dialog.tsx'

export function Pairs({ pairs: loaded }: { pairs: readonly LikelyDuplicate[] }) {
  const list = useRef<HTMLOListElement>(null)
  const queryClient = useQueryClient()
  /** Decided pairs, hidden until the list is refetched. */
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const [merging, setMerging] = useState<LikelyDuplicate>()
  /** Of which the one that was added later stays. */
  const [swapped, setSwapped] = useState<ReadonlySet<string>>(new Set())
  const pairs = loaded
    .filter((it) => !leaving.has(it.id))
    .map((it): LikelyDuplicate => (swapped.has(it.id) ? { ...it, kept: it.other, other: it.kept } : it))
  const selection = useSelection(pairs.map((pair) => pair.id))
  const focus = useListFocus(list, pairs, (it) => it.id)

  const onError = (error: Error) => {
    setLeaving(new Set())
    toast({ title: 'Error', description: error.message, tone: 'danger' })
  }
  const onSettled = () => invalidateDuplicates(queryClient)
  const dismissal = useMutation({
    mutationFn: dismissDuplicates,
    onSuccess: ({ dismissed }) =>
      toast({ title: dismissed === 1 ? 'Dismissed: not the same job' : `${dismissed} pairs dismissed` }),
    onError,
    onSettled,
  })
  const merge = useMutation({
    mutationFn: mergeDuplicates,
    onSuccess: ({ referenceId }) => toast({ title: 'Merged', description: `${referenceId} now has everything from both.` }),
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

  function mergeForGood({ id }: LikelyDuplicate): void {
    leave([id])
    merge.mutate({ id, keepsOther: swapped.has(id) })
    setMerging(undefined)
  }

  const swap = ({ id }: LikelyDuplicate) =>
    setSwapped((now) => new Set(now.has(id) ? [...now].filter((it) => it !== id) : [...now, id]))

  useShortcuts({
    s: () => focus.withCurrent(swap),
    j: () => focus.move(1),
    k: () => focus.move(-1),
    m: () => focus.withCurrent(setMerging),
    d: () => focus.withCurrent((pair) => dismiss([pair.id])),
    x: () => focus.withCurrent((pair) => selection.toggle(pair.id)),
  })

  return (
    <>
      {pairs.length > 1 && (
        <BulkBar selection={selection}>
          <Button label={`Dismiss ${selection.keys.length}`} size="sm" look="secondary" onClick={() => dismiss(selection.keys)} />
        </BulkBar>
      )}
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
              isSwapped={swapped.has(pair.id)}
              onSwap={() => swap(pair)}
              isSelected={selection.has(pair.id)}
              onSelect={() => selection.toggle(pair.id)}
              onMerge={() => setMerging(pair)}
              onDismiss={() => dismiss([pair.id])}
            />
          </li>
        ))}
      </ol>
      {merging && (
        <Dialog
          open
          title="Merge two jobs into one"
          onClose={() => setMerging(undefined)}
          footer={
            <>
              <Button label="Cancel" look="secondary" onClick={() => setMerging(undefined)} />
              <Button label="Merge for good" look="danger" ref={focusFirst} onClick={() => mergeForGood(merging)} />
            </>
          }
        >
          {merging.kept.referenceId} stays, and we fill in what it does not state. We move the saves, inquiries, reports and
          figures of {merging.other.referenceId} to it, and its old address leads to it. You cannot undo a merge.
        </Dialog>
      )}
    </>
  )
}

type PairProps = {
  pair: LikelyDuplicate
  isSwapped: boolean
  onSwap: () => void
  isSelected: boolean
  onSelect: () => void
  onMerge: () => void
  onDismiss: () => void
}

function PairEntry({ pair, isSwapped, onSwap, isSelected, onSelect, onMerge, onDismiss }: PairProps) {
  return (
    <article className={`${cardClass} p-4 sm:p-5`}>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="min-w-0 text-base font-semibold break-words">{pair.kept.title}</h2>
        <Similarity pair={pair} />
      </header>
      <Comparison pair={pair} isSwapped={isSwapped} />
      <DescriptionDiff kept={pair.kept.description} other={pair.other.description} />
      <footer className="mt-4 flex flex-wrap items-center gap-3">
        <Button label="Merge…" aria-keyshortcuts="M" onClick={onMerge} />
        <Button label={`Keep ${pair.other.referenceId} instead`} look="secondary" aria-keyshortcuts="S" onClick={onSwap} />
        <Button label="Not the same" look="secondary" aria-keyshortcuts="D" onClick={onDismiss} />
        <Checkbox label="Select" className="ml-auto" aria-keyshortcuts="X" checked={isSelected} onChange={onSelect} />
      </footer>
    </article>
  )
}

/** A bar with the similarity in percent, and its parts. */
function Similarity({ pair: { score, parts } }: { pair: LikelyDuplicate }) {
  return (
    <div className="w-full sm:w-auto">
      <div className="flex items-center gap-3">
        <div
          role="meter"
          aria-label="Similarity"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={score}
          aria-valuetext={`${score}%`}
          className="h-2 grow overflow-hidden rounded-full bg-line sm:w-40"
        >
          <div className="h-full rounded-full bg-action" style={{ width: `${score}%` }} />
        </div>
        <span aria-hidden className="text-sm font-semibold tabular-nums">
          {score}%
        </span>
      </div>
      <p className="mt-1 text-xs text-muted tabular-nums">
        Title {parts.title}%, employer {parts.employer}%, place {parts.place}%, text {parts.text}%
      </p>
    </div>
  )
}
