import { useEffect, useRef, type RefObject } from 'react'

export type ListFocus<Item> = {
  /** The focused item, or the item of the focused button. */
  current: () => Item | undefined
  /** Moves to the next or previous item; from outside the list, to the last focused or the first one. */
  move: (by: 1 | -1) => void
  focus: (key: string | undefined) => void
  /** Acts on the focused item; without one, focuses an item instead. */
  withCurrent: (action: (item: Item) => void) => void
  /** Notes where the focus is. @returns whether it has not moved since. */
  watch: () => () => boolean
  /** Focuses an item when it appears. */
  focusWhenThere: (key: string) => void
  /** Focuses a neighbor of items that are about to disappear. */
  leave: (keys: readonly string[]) => void
}

/** The list's elements carry their item's key as `data-key`. */
export function useListFocus<Item>(
  list: RefObject<HTMLOListElement | null>,
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ListFocus<Item> {
  const last = useRef<string>(undefined)
  const expected = useRef<string>(undefined)
  const moves = useRef(0)
  const keys = items.map(keyOf)

  const elementOf = (key: string | undefined) =>
    [...(list.current?.children ?? [])].find(
      (child): child is HTMLElement => child instanceof HTMLElement && child.dataset['key'] === key,
    )

  function focus(key: string | undefined): void {
    const element = elementOf(key)
    if (!element) return
    // After a move by hand, a row that appears later must not take the focus.
    expected.current = undefined
    moves.current++
    last.current = key
    element.focus()
    element.scrollIntoView({ block: 'nearest' })
  }

  function current(): Item | undefined {
    const element = document.activeElement?.closest<HTMLElement>('[data-key]')
    return element && list.current?.contains(element) ? items[keys.indexOf(element.dataset['key'] ?? nothingLeft)] : undefined
  }

  function move(by: 1 | -1): void {
    const from = current()
    // From outside, the focus returns to its last item.
    if (from === undefined) return focus(last.current !== undefined && keys.includes(last.current) ? last.current : keys[0])
    focus(keys[Math.min(Math.max(items.indexOf(from) + by, 0), keys.length - 1)])
  }

  useEffect(() => {
    const key = expected.current
    if (key === undefined || (key !== nothingLeft && !keys.includes(key))) return
    expected.current = undefined
    if (key === nothingLeft) list.current?.focus()
    else focus(key)
  })

  return {
    current,
    move,
    focus,
    withCurrent(action) {
      const item = current()
      if (item) action(item)
      else move(1)
    },
    watch() {
      const before = moves.current
      return () => moves.current === before
    },
    focusWhenThere: (key) => void (expected.current = key),
    leave(leaving) {
      const after = keys.findLastIndex((key) => leaving.includes(key)) + 1
      expected.current = keys[after] ?? keys.findLast((key) => !leaving.includes(key)) ?? nothingLeft
    },
  }
}

const nothingLeft = ''
