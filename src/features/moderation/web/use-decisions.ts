import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '#ui/toast.ts'
import type { QueueItem, SeveralDecided } from '../contract.ts'
import { itemKey, approvePostings, decide, refreshQueue, rejectPostings, undoDecision } from './queries.ts'
import type { Choice, Words } from './queries.ts'

const noWords: Words = { reason: '', answer: '' }

type Undoable = { decisionId: string; key: string; title: string }

/** Decisions of this visit. An item leaves the list at once, and returns if the server refuses. */
export function useDecisions() {
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  /** The latest last. */
  const undoable = useRef<Undoable[]>([])
  /** Resolves when the server has answered all decisions; undo waits for it. */
  const pending = useRef<Promise<unknown>>(Promise.resolve())

  const leave = (keys: readonly string[]) => setLeaving((now) => new Set([...now, ...keys]))
  const stay = (keys: readonly string[]) => setLeaving((now) => new Set([...now].filter((it) => !keys.includes(it))))

  async function settle<T>(items: readonly QueueItem[], work: () => Promise<T>, done: (answer: T) => void): Promise<void> {
    const keys = items.map(itemKey)
    leave(keys)
    const settled = report(work, done)
    pending.current = Promise.all([pending.current, settled])
    await settled
    await refreshQueue(queryClient)
    stay(keys)
  }

  function reportSeveral(items: readonly QueueItem[], { decisionIds, failed }: SeveralDecided, done: string): void {
    const decided = items.filter(({ posting }) => !failed.some(({ id }) => id === posting.id))
    for (const [index, item] of decided.entries()) remember(item, decisionIds[index])
    toast({
      title: `${decisionIds.length} ${done}`,
      ...(failed[0] && { description: `${failed.length} could not be: ${failed[0].error}`, tone: 'danger' as const }),
    })
  }

  function remember(item: QueueItem, decisionId: string | null | undefined): void {
    if (decisionId) undoable.current.push({ decisionId, key: itemKey(item), title: item.posting.title })
  }

  return {
    leaving,

    decide: (item: QueueItem, choice: Choice, words = noWords) =>
      settle(
        [item],
        () => decide(item, choice.action, words),
        ({ decisionId }) => {
          remember(item, decisionId)
          toast({ title: choice.done, description: item.posting.title })
        },
      ),

    approve: (items: readonly QueueItem[]) =>
      settle(
        items,
        () => approvePostings(idsOf(items)),
        (answer) => reportSeveral(items, answer, 'approved'),
      ),

    reject: (items: readonly QueueItem[], reason: string) =>
      settle(
        items,
        () => rejectPostings(idsOf(items), reason),
        (answer) => reportSeveral(items, answer, 'rejected'),
      ),

    /** The form has saved it already. */
    async corrected(item: QueueItem, decisionId: string | null): Promise<void> {
      remember(item, decisionId)
      await refreshQueue(queryClient)
    },

    /** Undoes the last decision of this visit; returns the key of its item. */
    async undoLast(): Promise<string | undefined> {
      await pending.current
      const last = undoable.current.pop()
      if (!last) {
        toast({ title: 'Nothing to take back', description: 'The history has what was decided before.' })
        return undefined
      }
      try {
        await undoDecision(last.decisionId)
        toast({ title: 'Taken back', description: last.title })
      } catch (error) {
        toastFailure(error)
      }
      await refreshQueue(queryClient)
      stay([last.key])
      return last.key
    },
  }
}

async function report<T>(work: () => Promise<T>, done: (answer: T) => void): Promise<void> {
  try {
    done(await work())
  } catch (error) {
    toastFailure(error)
  }
}

const idsOf = (items: readonly QueueItem[]): string[] => items.map(({ posting }) => posting.id)

export const toastFailure = (error: unknown): void =>
  toast({ title: 'Error', description: error instanceof Error ? error.message : String(error), tone: 'danger' })
