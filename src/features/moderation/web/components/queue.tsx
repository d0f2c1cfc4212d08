import { useRef, useState, type ReactNode } from 'react'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { Doubt, QueueItem } from '#features/moderation/contract.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { cardClass } from '#ui/layout.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { lazyDialog } from '#platform/web/lazy-part.tsx'
import { BulkBar, SelectAll, useSelection } from '#platform/web/list-search.tsx'
import { useListFocus, useShortcuts } from '#platform/web/list-keys.tsx'
import { notForPhysicians } from '#features/moderation/model.ts'
import { choicesOf, factsText, itemKey, reject, type Choice, type Words } from '../queries.ts'
import { doubtKey, isCertain, useDecisions } from '../use-decisions.ts'
import { Doubts, physician } from './doubts.tsx'
import { QueueRow } from './queue-row.tsx'
import { ReasonDialog, type Question } from './reason-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { toast } from '#ui/toast.ts'

// The form needs zod.
const EditDialog = lazyDialog(async () => (await import('./edit-dialog.tsx')).EditDialog)

type Asking = Question & { onWords: (words: Words) => void }

type Props = {
  items: readonly QueueItem[]
  /** The doubts that the queue is narrowed to: a row leaves once they are settled. */
  doubt: string | undefined
  /** Each posting is listed, none for others. */
  isEach: boolean
  /** What is decided about more than the listed postings. */
  children: ReactNode
}

export function Queue({ items: loaded, doubt: shown, isEach, children }: Props) {
  const decisions = useDecisions()
  const items = loaded.filter((item) => !decisions.isGone(item))
  const keys = items.map(itemKey)
  const list = useRef<HTMLOListElement>(null)
  const focus = useListFocus(list, items, itemKey)
  const [openKey, setOpenKey] = useState<string>()
  const [asking, setAsking] = useState<Asking>()
  const [editing, setEditing] = useState<QueueItem>()
  const selection = useSelection(
    items.filter((item) => item.kind === 'pending' && !groupOf(item)).map(itemKey),
  )
  const selected = items.filter((item) => selection.keys.includes(itemKey(item)))
  const certain = selected.filter(isCertain)

  /** What the postings wait for that this one stands for. */
  function groupOf(item: QueueItem) {
    const [doubt] = decisions.doubtsOf(item)
    return isEach || doubt === undefined || doubt.same === 1 ? undefined : doubt
  }

  /** A group is answered, or shown; nothing else is decided about postings that are not seen. */
  function isShownAlone(item: QueueItem) {
    const group = groupOf(item)
    if (group)
      toast({
        title: `${formatNumber(group.same)} postings`,
        description: 'Show them to decide about each posting, or settle the fact that holds them.',
      })
    return !group
  }

  function choose(item: QueueItem, choice: Choice) {
    if (choice.action === 'approve' && decisions.doubtsOf(item).length > 0) return showMissing(item)
    if (!isShownAlone(item)) return
    if (!choice.asks) return carryOut(item, choice)
    setAsking({
      ...choice.asks,
      subject: item.posting.title,
      onWords: (words) => carryOut(item, choice, words),
    })
  }

  /** What an approval waits for: the focus goes to its first answer. */
  function showMissing(item: QueueItem) {
    toast({
      title: `Missing before approval: ${factsText(decisions.doubtsOf(item))}`,
      description: 'Settle these facts first, then approve.',
    })
    list.current
      ?.querySelector<HTMLElement>(`[data-key="${itemKey(item)}"] [data-answers] button`)
      ?.focus()
  }

  function carryOut(item: QueueItem, choice: Choice, words?: Words) {
    moveOn(item)
    void decisions.decide(item, choice, words)
  }

  /** Moves focus to the next item, and opens it if this one was open. */
  function moveOn(item: QueueItem, leaving: readonly QueueItem[] = [item]) {
    const index = keys.indexOf(itemKey(item))
    if (openKey === keys[index]) setOpenKey(keys[index + 1])
    focus.leave(leaving.map(itemKey))
  }

  const [correcting, setCorrecting] = useState<string>()

  function answer(item: QueueItem, doubt: Doubt, chosen: FactAnswer) {
    setCorrecting(undefined)
    const all = groupOf(item) === doubt
    const leaving = chosen.value === 'other' || !isShownAfter(item, doubt) ? [item] : []
    if (leaving.includes(item)) moveOn(item, leaving)
    else focus.focus(itemKey(item))
    void decisions.answer({ item, doubt, answer: chosen, all, leaving })
  }

  /** Whether the queue lists a row once this doubt is settled. */
  function isShownAfter(item: QueueItem, { fact }: Doubt) {
    const left = decisions.doubtsOf(item).filter((doubt) => doubt.fact !== fact)
    return (
      shown === undefined ||
      (shown === 'any' ? left.length > 0 : left.some((candidate) => candidate.fact === shown))
    )
  }

  function correct(item: QueueItem, doubt: Doubt | undefined) {
    if (doubt?.fact === 'profession') return answer(item, doubt, physician)
    setCorrecting(doubt && doubtKey(item, doubt))
    if (!doubt) focus.focus(itemKey(item))
  }

  /** One key, and as quickly taken back. */
  function refuse(item: QueueItem) {
    if (item.kind !== 'pending') return
    const doubt = decisions.doubtsOf(item).find((doubt) => doubt.fact === 'profession')
    if (doubt) return answer(item, doubt, { fact: 'profession', value: 'other' })
    if (isShownAlone(item)) carryOut(item, reject, { reason: notForPhysicians, answer: '' })
  }

  /** The doubt that keys are about. */
  const withDoubt = (act: (item: QueueItem, doubt: Doubt) => void) =>
    focus.withCurrent((item) => {
      const [doubt] = decisions.doubtsOf(item)
      if (doubt) act(item, doubt)
    })

  function accept(item: QueueItem, doubt: Doubt) {
    if (doubt.suggestion) answer(item, doubt, doubt.suggestion)
    else correct(item, doubt)
  }

  function toggle(item: QueueItem) {
    setOpenKey(openKey === itemKey(item) ? undefined : itemKey(item))
  }

  function select(item: QueueItem) {
    if (item.kind === 'pending' && isShownAlone(item)) selection.toggle(itemKey(item))
  }

  function edit(item: QueueItem) {
    if (postingCan.edit(item.posting) && isShownAlone(item)) setEditing(item)
  }

  /** A moderator who goes on meanwhile keeps their place. */
  const undo = () => void focus.focusWhenThere(decisions.undoLast())

  const rejectSelected = () =>
    setAsking({
      ...reject.asks,
      subject: `${selected.length} postings`,
      onWords: ({ reason }) => void decisions.reject(selected, reason),
    })

  function chooseBy(key: Choice['key']) {
    focus.withCurrent((item) => {
      const choice = choicesOf(item).find((choice) => choice.key === key)
      if (choice) choose(item, choice)
    })
  }

  /** Outside the list, arrow keys scroll. */
  const moveWithin = (by: 1 | -1) => (focus.current() === undefined ? false : focus.move(by))

  useShortcuts({
    j: () => focus.move(1),
    k: () => focus.move(-1),
    arrowdown: () => moveWithin(1),
    arrowup: () => moveWithin(-1),
    a: () => chooseBy('a'),
    r: () => chooseBy('r'),
    l: () => chooseBy('l'),
    e: () => focus.withCurrent(edit),
    x: () => focus.withCurrent(select),
    u: undo,
    s: () => withDoubt(accept),
    c: () => withDoubt(correct),
    p: () => focus.withCurrent(refuse),
    // Links and buttons handle Enter themselves.
    enter: ({ target }) => {
      const item = items.find(
        (item) => target instanceof HTMLElement && target.dataset['key'] === itemKey(item),
      )
      return item ? toggle(item) : false
    },
  })

  return (
    <>
      <div className="mt-2 flex min-h-8 flex-wrap items-center gap-2">
        <SelectAll
          selection={selection}
          kind={selection.total < items.length ? 'single postings' : undefined}
        />
        {children}
        <Button
          size="sm"
          look="quiet"
          aria-keyshortcuts="U"
          className="relative ml-auto"
          onClick={undo}
        >
          <span>
            Undo<span className="max-sm:sr-only"> the last decision</span>
          </span>
        </Button>
      </div>
      {items.length === 0 && (
        <EmptyState title="Nothing waits">Nothing is left to look at here.</EmptyState>
      )}
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="What waits"
        className={`mt-2 divide-y divide-line empty:outline-none ${items.length > 0 ? cardClass : ''}`}
      >
        {items.map((item) => {
          const [key, group, doubts] = [itemKey(item), groupOf(item), decisions.doubtsOf(item)]
          return (
            <li
              key={key}
              data-key={key}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard shortcuts act on the focused item
              tabIndex={0}
              aria-label={labelOf(item, doubts, group)}
              className="scroll-my-24 focus-visible:-outline-offset-2"
            >
              <QueueRow
                item={item}
                isOpen={openKey === key}
                isSelected={selection.has(key)}
                onChoose={choose}
                onEdit={edit}
                onOpen={toggle}
                onSelect={select}
                group={group}
                missing={doubts}
                doubts={
                  <Doubts
                    item={item}
                    doubts={group ? doubts.slice(0, 1) : doubts}
                    correcting={
                      item.doubts.find((doubt) => doubtKey(item, doubt) === correcting)?.fact
                    }
                    onAnswer={answer}
                    onCorrect={correct}
                    onRefuse={refuse}
                  />
                }
              />
            </li>
          )
        })}
      </ol>
      <BulkBar selection={selection}>
        {certain.length > 0 && (
          <Button
            label={`Approve ${certain.length}`}
            size="sm"
            onClick={() => void decisions.approve(selected)}
          />
        )}
        <Button
          label={`Reject ${selected.length}`}
          size="sm"
          look="danger"
          onClick={rejectSelected}
        />
      </BulkBar>
      {asking && (
        <ReasonDialog
          question={asking}
          onClose={() => setAsking(undefined)}
          onWords={(words) => {
            setAsking(undefined)
            asking.onWords(words)
          }}
        />
      )}
      {editing && (
        <EditDialog
          item={editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined)
            void focus.focusWhenThere(itemKey(editing))
            decisions.corrected()
          }}
        />
      )}
    </>
  )
}

const labelOf = ({ posting }: QueueItem, doubts: readonly Doubt[], group: Doubt | undefined) =>
  [
    group ? `${formatNumber(group.same)} postings` : `${posting.title}, ${posting.company}`,
    ...(doubts.length === 0 ? [] : [`doubtful: ${factsText(doubts)}`]),
  ].join(', ')
