import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Where the focus is in the queue, and where it goes. Items are found by their `data-key`. */
export type QueueFocus = {
  /** The key of the item that holds the focus, or one of its buttons. */
  current: () => string | undefined
  /** The next item, or the one before; from outside of the list, the first. */
  move: (by: 1 | -1) => void
  focus: (key: string | undefined) => void
  /** To an item as soon as it is there and no dialog is in front of it. */
  focusWhenThere: (key: string) => void
  /** The same for the neighbour of an item that goes, so that the next key finds something. */
  leave: (key: string) => void
}

export function useQueueFocus(list: RefObject<HTMLOListElement | null>, keys: readonly string[]): QueueFocus {
  const last = useRef<string>(undefined)
  const expected = useRef<string>(undefined)

  const elementOf = (key: string | undefined) =>
    [...(list.current?.children ?? [])].find((it): it is HTMLElement => it instanceof HTMLElement && it.dataset['key'] === key)

  function focus(key: string | undefined): void {
    const element = elementOf(key)
    if (!element) return
    last.current = key
    element.focus()
    element.scrollIntoView({ block: 'nearest' })
  }

  function current(): string | undefined {
    const item = document.activeElement?.closest<HTMLElement>('[data-key]')
    return item && list.current?.contains(item) ? item.dataset['key'] : undefined
  }

  function move(by: 1 | -1): void {
    const from = current()
    // Whoever comes back to the list goes on where they were.
    if (from === undefined) return focus(last.current !== undefined && keys.includes(last.current) ? last.current : keys[0])
    focus(keys[Math.min(Math.max(keys.indexOf(from) + by, 0), keys.length - 1)])
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
    focusWhenThere: (key) => void (expected.current = key),
    leave(key) {
      const index = keys.indexOf(key)
      expected.current = keys[index + 1] ?? keys[index - 1] ?? nothingLeft
    },
  }
}

/** No item's key. */
const nothingLeft = ''
