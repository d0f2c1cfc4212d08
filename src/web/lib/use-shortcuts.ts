import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** By key, in lower case as the browser names it; false leaves the key to the browser. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void | false>

/**
 * Keys that act wherever the focus is, but for fields that take text, open dialogs, and what browsers and screen readers do
 * with a modifier; none while they are switched off.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const areOn = useShortcutSwitch()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const key = event.key.toLowerCase()
    const shortcut = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined
    if (shortcut && shortcut(event) !== false) event.preventDefault()
  })
  useEffect(() => {
    if (!areOn) return undefined
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [areOn])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null

const storageName = 'shortcuts'
/** Holds until the page is left where the browser remembers nothing. */
let chosen: boolean | undefined
const listeners = new Set<() => void>()

/** Whoever speaks to their browser, or leans on the keys, switches them off; the browser remembers. */
export const useShortcutSwitch = (): boolean => useSyncExternalStore(subscribe, wereLeftOn, () => true)

export function switchShortcuts(isOn: boolean): void {
  chosen = isOn
  try {
    localStorage.setItem(storageName, isOn ? 'on' : 'off')
  } catch {
    // It is not let to.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function wereLeftOn(): boolean {
  if (chosen !== undefined) return chosen
  try {
    return localStorage.getItem(storageName) !== 'off'
  } catch {
    return true
  }
}
