import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { answerKey, factLabels, factText } from '#features/imports/facts.ts'
import { counted, formatNumber } from '#shared/numbers.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { Doubt, QueueItem, SeveralDecided } from '../contract.ts'
import {
  itemKey,
  decide,
  refreshQueue,
  undoDecision,
  undoneToast,
  type Choice,
  type Words,
} from './queries.ts'

const noWords: Words = { reason: '', answer: '' }

type Undoable = { decisionId: string; key: string }

type Answering = {
  item: QueueItem
  doubt: Doubt
  answer: FactAnswer
  all: boolean
  /** The rows that the list does not show any more. */
  leaving: readonly QueueItem[]
}

/** Several are approved without their doubtful ones. */
export const isCertain = ({ doubts }: QueueItem): boolean => doubts.length === 0

/** Decisions of this visit. An item leaves the list at once, and returns if the server refuses. */
export function useDecisions() {
  const queryClient = useQueryClient()
  /**
   * Keys of rows that have left the list, of doubts whose answers are on their way, and of words
   * that a task still settles.
   */
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  /** The latest last. */
  const undoable = useRef<Undoable[]>([])
  /** Resolves when the server has answered all decisions, and the list shows what came of them. */
  const pending = useRef<Promise<unknown>>(Promise.resolve())

  /** Answers and corrections of this visit that the list does not show yet. */
  const unshown = useRef(0)

  async function change(work: Promise<unknown>) {
    unshown.current += 1
    await work
    unshown.current -= 1
  }

  /**
   * Reads later what is decided about now. An answer gives a posting another version, and what is
   * decided right after it names that one. Otherwise it names the version that was seen.
   */
  const seen = (items: readonly QueueItem[]) =>
    unshown.current === 0 ? () => items : () => latest(items)

  function latest(items: readonly QueueItem[]): readonly QueueItem[] {
    const shown = queryClient
      .getQueriesData<{ items: QueueItem[] }>({
        predicate: ({ queryKey: [call] }) => call === 'GET /api/admin/queue',
      })
      .flatMap(([, queue]) => queue?.items ?? [])
    return items.map(
      (item) => shown.find((candidate) => itemKey(candidate) === itemKey(item)) ?? item,
    )
  }

  const hide = (keys: readonly string[]) => setHidden((now) => new Set([...now, ...keys]))
  const show = (keys: readonly string[]) =>
    setHidden((now) => new Set([...now].filter((key) => !keys.includes(key))))

  /**
   * Hides what the keys stand for until the server has answered. In order: an approval follows the
   * answers before it.
   */
  function track<T>(keys: readonly string[], work: () => Promise<T>, tell: (answer: T) => void) {
    hide(keys)
    pending.current = pending.current.then(async () => {
      try {
        tell(await work())
      } catch (error) {
        toastFailure(error)
      }
      await refreshQueue(queryClient)
      show(keys)
    })
    return pending.current
  }

  function reportSeveral(
    items: readonly QueueItem[],
    { decisionIds, failed }: SeveralDecided,
    done: string,
    also?: string,
  ) {
    const decided = items.filter(({ posting }) => !failed.some(({ id }) => id === posting.id))
    for (const [index, item] of decided.entries()) remember(item, decisionIds[index])
    toast({
      title: `${decisionIds.length} ${done}`,
      ...(also !== undefined && { description: also }),
      ...(failed[0] && {
        description: `${failed.length} could not be: ${failed[0].error}`,
        tone: 'danger' as const,
      }),
    })
  }

  function remember(item: QueueItem, decisionId: string | null | undefined) {
    if (decisionId) undoable.current.push({ decisionId, key: itemKey(item) })
  }

  return {
    /**
     * Whether the item has left the list, or will leave it after an answer that the server still
     * works on.
     */
    isGone: (item: QueueItem) =>
      hidden.has(itemKey(item)) ||
      item.doubts.slice(0, 1).some((doubt) => hidden.has(wordsKey(item, doubt))),

    /** What is left to answer, as far as is known here. */
    doubtsOf: (item: QueueItem) =>
      item.doubts.filter((doubt) => !hidden.has(doubtKey(item, doubt))),

    answer({ item, doubt, answer, all, leaving }: Answering) {
      const call = () =>
        callApi('POST /api/admin/postings/:id/fact-answers', {
          params: { id: item.posting.id },
          body: { answer, words: doubt.words, all },
        })
      const keys = leaving.length > 0 ? leaving.map(itemKey) : [doubtKey(item, doubt)]
      const answering = track(keys, call, ({ decisionId, answered, left }) => {
        if (left > 0) hide([wordsKey(item, doubt)])
        remember(item, decisionId)
        const others = answered > 1 ? `, ${formatNumber(answered)} postings` : ''
        toast({
          title: `${factLabels[doubt.fact]}: ${factText(answer)}`,
          description: `${item.posting.title}${others}`,
        })
      })
      return change(answering)
    },

    decide(item: QueueItem, choice: Choice, words = noWords) {
      const now = seen([item])
      return track(
        [itemKey(item)],
        () => decide(now()[0] ?? item, choice.action, words),
        ({ decisionId }) => {
          // Changes that were published or dropped are not undone: their poster can send them
          // again.
          if (item.kind !== 'edit') remember(item, decisionId)
          toast({ title: choice.done, description: item.posting.title })
        },
      )
    },

    /** Postings with a doubtful fact stay. */
    approve(items: readonly QueueItem[]) {
      const certain = items.filter(isCertain)
      const held = items.length - certain.length
      const waiting = `${counted(held, 'waits', 'wait')}: a fact is doubtful`
      const now = seen(certain)
      const call = () => {
        const postings = now().map(({ posting }) => posting)
        const versions = Object.fromEntries(postings.map(({ id, updatedAt }) => [id, updatedAt]))
        const body = { action: 'approve', ids: idsOf(certain), versions } as const
        return callApi('POST /api/admin/decisions', { body })
      }
      return track(certain.map(itemKey), call, (answer) =>
        reportSeveral(certain, answer, 'approved', held === 0 ? undefined : waiting),
      )
    },

    reject: (items: readonly QueueItem[], reason: string) =>
      track(
        items.map(itemKey),
        () =>
          callApi('POST /api/admin/decisions', {
            body: { action: 'reject', ids: idsOf(items), reason },
          }),
        (answer) => reportSeveral(items, answer, 'rejected'),
      ),

    /** The form has saved it already. */
    corrected() {
      pending.current = pending.current.then(() => refreshQueue(queryClient))
      void change(pending.current)
    },

    /** Undoes the last decision of this visit; returns the key of its item. */
    async undoLast() {
      await pending.current
      const last = undoable.current.pop()
      if (!last) {
        toast({ title: 'Nothing to undo', description: 'See the history for earlier decisions.' })
        return undefined
      }
      try {
        toast(undoneToast(await undoDecision(last.decisionId)))
      } catch (error) {
        toastFailure(error)
      }
      await refreshQueue(queryClient)
      show([last.key])
      return last.key
    },
  }
}

const wordsKey = ({ source }: QueueItem, { fact, words }: Doubt) =>
  `${source} ${fact} ${answerKey(words)}`

export const doubtKey = ({ posting }: QueueItem, { fact }: Doubt): string => `${posting.id} ${fact}`

const idsOf = (items: readonly QueueItem[]) => items.map(({ posting }) => posting.id)
