import { Keyboard } from 'lucide-react'
import { useEffect, useReducer, useRef, useState, type RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { storedText, useKeys } from './browser.ts'

type PageKey = { keys: readonly string[]; does: string }

/** A button that lists the page's shortcuts and can switch them off. */
export function PageKeys({ keys }: { keys: readonly PageKey[] }) {
  const [isOpen, setOpen] = useState(false)
  const areOn = useShortcutSwitch()
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <Button
        label="Keyboard shortcuts"
        icon={Keyboard}
        look="secondary"
        className="max-sm:hidden pointer-coarse:hidden"
        aria-keyshortcuts="?"
        onClick={() => setOpen(true)}
      />
      <Dialog isText open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {[...keys, { keys: ['?'], does: 'This list' }].map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt className="flex items-start gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm border border-edge px-1.5 text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-xs text-muted">
          Every shortcut has a button. Shortcuts are off while you type in a field.
        </p>
        <Checkbox
          label="Use keyboard shortcuts in this browser"
          className="mt-2"
          checked={areOn}
          onChange={({ target }) => shortcutSwitch.write(target.checked ? 'on' : 'off')}
        />
      </Dialog>
    </>
  )
}

/** By lower-case key name; false leaves the key to the browser. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void | false>

/** Shortcuts that work wherever the focus is; none while switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const areOn = useShortcutSwitch()
  useKeys((event) => {
    const key = event.key.toLowerCase()
    const shortcut = areOn && Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined
    if (shortcut && shortcut(event) !== false) event.preventDefault()
  })
}

/** Can be switched off for speech input and stray key presses; the browser remembers. */
const shortcutSwitch = storedText('shortcuts', 'localStorage')
const useShortcutSwitch = () => shortcutSwitch.use() !== 'off'

/** The list's elements carry their item's key as `data-key`. */
export function useListFocus<Item>(
  list: RefObject<HTMLOListElement | null>,
  items: readonly Item[],
  keyOf: (item: Item) => string,
) {
  const last = useRef<string>(undefined)
  const expected = useRef<{ key: string | undefined }>(undefined)
  const keys = items.map(keyOf)

  const elementOf = (key: string | undefined) =>
    [...(list.current?.children ?? [])].find(
      (child): child is HTMLElement => child instanceof HTMLElement && child.dataset['key'] === key,
    )

  function focus(key: string | undefined) {
    const element = elementOf(key)
    if (!element) return
    // After a move by hand, a row that appears later must not take the focus.
    expected.current = undefined
    last.current = key
    element.focus()
    element.scrollIntoView({ block: 'nearest' })
  }

  /** The focused item, or the item of the focused button. */
  function current() {
    const element = document.activeElement?.closest<HTMLElement>('[data-key]')
    return element && list.current?.contains(element)
      ? items[keys.indexOf(element.dataset['key'] ?? nothingLeft)]
      : undefined
  }

  /**
   * Moves to the next or previous item; from outside the list, to the last focused or the first
   * one.
   */
  function move(by: 1 | -1) {
    const from = current()
    if (from === undefined)
      return focus(
        last.current !== undefined && keys.includes(last.current) ? last.current : keys[0],
      )
    focus(keys[Math.min(Math.max(items.indexOf(from) + by, 0), keys.length - 1)])
  }

  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  // Not before: an open dialog would keep the focus.
  useEffect(() => {
    const key = expected.current?.key
    if (key !== nothingLeft) return focus(key)
    expected.current = undefined
    list.current?.focus()
  })

  return {
    current,
    move,
    focus,
    /** Acts on the focused item; without one, focuses an item instead. */
    withCurrent(action: (item: Item) => void) {
      const item = current()
      if (item) action(item)
      else move(1)
    },
    /** Focuses an item when its key is known and it is there, unless the focus moves before. */
    async focusWhenThere(key: string | undefined | Promise<string | undefined>) {
      const pending: typeof expected.current = { key: undefined }
      expected.current = pending
      pending.key = await key
      renderAgain()
    },
    /** Focuses a neighbor of items that are about to disappear. */
    leave(leaving: readonly string[]) {
      const after = keys.findLastIndex((key) => leaving.includes(key)) + 1
      expected.current = {
        key: keys[after] ?? keys.findLast((key) => !leaving.includes(key)) ?? nothingLeft,
      }
    },
  }
}

const nothingLeft = ''
