import { lazy, Suspense, useRef, useState } from 'react'
import type { QueueItem } from '#features/moderation/contract.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { cardClass } from '#ui/card.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { BulkBar, useTicks } from '#web/lib/list-search.tsx'
import { useShortcuts } from '#web/lib/page-keys.tsx'
import { useListFocus } from '#web/lib/use-list-focus.ts'
import { choicesFor, itemKey } from '../queries.ts'
import type { Choice, Words } from '../queries.ts'
import { useDecisions } from '../use-decisions.ts'
import { QueueRow } from './queue-row.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Question } from './reason-dialog.tsx'
import { Button } from '#ui/button.tsx'

// The form needs zod.
const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))

type Asking = Question & { onWords: (words: Words) => void }

export function Queue({ items: loaded }: { items: readonly QueueItem[] }) {
  const decisions = useDecisions()
  const items = loaded.filter((it) => !decisions.leaving.has(itemKey(it)))
  const keys = items.map(itemKey)
  const list = useRef<HTMLOListElement>(null)
  const focus = useListFocus(list, items, itemKey)
  const [openKey, setOpenKey] = useState<string>()
  const [asking, setAsking] = useState<Asking>()
  const [editing, setEditing] = useState<QueueItem>()
  const ticks = useTicks(items.filter((it) => it.kind === 'pending').map(itemKey))
  const ticked = items.filter((it) => ticks.keys.includes(itemKey(it)))

  function choose(item: QueueItem, choice: Choice): void {
    if (!choice.needsReason && !choice.takesAnswer) return carryOut(item, choice)
    setAsking({
      subject: item.posting.title,
      asksReason: choice.needsReason ?? false,
      asksAnswer: choice.takesAnswer ?? false,
      onWords: (words) => carryOut(item, choice, words),
    })
  }

  function carryOut(item: QueueItem, choice: Choice, words?: Words): void {
    moveOn(item)
    void decisions.decide(item, choice, words)
  }

  /** Moves focus to the next item, and opens it if this one was open. */
  function moveOn(item: QueueItem): void {
    const index = keys.indexOf(itemKey(item))
    if (openKey === keys[index]) setOpenKey(keys[index + 1])
    focus.leave([itemKey(item)])
  }

  function toggle(item: QueueItem): void {
    setOpenKey(openKey === itemKey(item) ? undefined : itemKey(item))
  }

  function tick(item: QueueItem): void {
    if (item.kind === 'pending') ticks.toggle(itemKey(item))
  }

  function edit(item: QueueItem): void {
    if (postingCan.edit(item.posting)) setEditing(item)
  }

  async function undo(): Promise<void> {
    const key = await decisions.undoLast()
    if (key !== undefined) focus.focusWhenThere(key)
  }

  const reject = () =>
    setAsking({
      subject: `${ticked.length} postings`,
      asksReason: true,
      asksAnswer: false,
      onWords: ({ reason }) => void decisions.reject(ticked, reason),
    })

  function chooseBy(key: Choice['key']): void {
    focus.withCurrent((item) => {
      const choice = choicesFor[item.kind].find((it) => it.key === key)
      if (choice) choose(item, choice)
    })
  }

  /** Outside the list, arrow keys scroll. */
  const moveWithin = (by: 1 | -1): void | false => (focus.current() === undefined ? false : focus.move(by))

  useShortcuts({
    j: () => focus.move(1),
    k: () => focus.move(-1),
    arrowdown: () => moveWithin(1),
    arrowup: () => moveWithin(-1),
    a: () => chooseBy('a'),
    r: () => chooseBy('r'),
    e: () => focus.withCurrent(edit),
    x: () => focus.withCurrent(tick),
    n: () => focus.focus(keys[nextKind(items, focus.current())]),
    u: () => void undo(),
    // Links and buttons handle Enter themselves.
    enter: ({ target }) => {
      const item = items.find((it) => target instanceof HTMLElement && target.dataset['key'] === itemKey(it))
      return item ? toggle(item) : false
    },
  })

  return (
    <>
      <BulkBar
        ticks={ticks}
        end={
          <Button size="sm" look="quiet" aria-keyshortcuts="U" className="ml-auto" onClick={() => void undo()}>
            Take back the last decision
          </Button>
        }
      >
        <Button size="sm" onClick={() => void decisions.approve(ticked)}>
          Approve {ticked.length}
        </Button>
        <Button size="sm" look="danger" onClick={reject}>
          Reject {ticked.length}
        </Button>
      </BulkBar>
      {items.length === 0 && <EmptyState title="Nothing waits">Nothing is left to look at here.</EmptyState>}
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="What waits"
        className={`mt-4 divide-y divide-line empty:outline-none ${items.length > 0 ? cardClass : ''}`}
      >
        {items.map((item) => (
          <li
            key={itemKey(item)}
            data-key={itemKey(item)}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard shortcuts act on the focused item
            tabIndex={0}
            aria-label={`${item.posting.title}, ${item.posting.company}`}
            className="scroll-my-24 focus-visible:-outline-offset-2"
          >
            <QueueRow
              item={item}
              isOpen={openKey === itemKey(item)}
              isTicked={ticks.has(itemKey(item))}
              onChoose={choose}
              onEdit={edit}
              onOpen={toggle}
              onTick={tick}
            />
          </li>
        ))}
      </ol>
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
        <Suspense>
          <EditDialog
            item={editing}
            onClose={() => setEditing(undefined)}
            onSaved={(decisionId) => {
              setEditing(undefined)
              if (decisionId === null) focus.focusWhenThere(itemKey(editing))
              else moveOn(editing)
              void decisions.corrected(editing, decisionId)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The next item of another kind, wrapping around. */
function nextKind(items: readonly QueueItem[], current: QueueItem | undefined): number {
  const index = items.findIndex((it) => it === current)
  const kind = items[index]?.kind
  const after = items.findIndex((it, other) => other > index && it.kind !== kind)
  return after === -1 ? items.findIndex((it) => it.kind !== kind) : after
}
