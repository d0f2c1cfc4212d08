import { toast } from '#ui/toast.ts'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

/**
 * Calls `onKey` for the keys that nobody else takes: not while somebody types, in dialogs, nor with
 * a modifier.
 */
export function useKeys(onKey: (event: KeyboardEvent, target: HTMLElement) => void): void {
  const call = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !(target instanceof HTMLElement)
    )
      return
    if (!target.closest(takesKeys) && !document.querySelector('dialog[open]')) onKey(event, target)
  })
  useEffect(() => {
    document.addEventListener('keydown', call)
    return () => document.removeEventListener('keydown', call)
  }, [])
}
const takesKeys = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]'

/** Calls `onChange` when the value changes; not for the first value. */
export function useChange(value: string | number | undefined, onChange: () => void): void {
  const known = useRef(value)
  const call = useEffectEvent(onChange)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    call()
  }, [value])
}

export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Copies a text, and says so; what could not be copied is shown. */
export function copyText(text: string, done: string, failed: string): void {
  writeToClipboard(text).then(
    () => toast({ title: done }),
    () => toast({ title: failed, description: text, tone: 'danger' }),
  )
}

/** Without TLS, browsers offer only the old clipboard API. */
async function writeToClipboard(text: string) {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error('the browser copied nothing')
}

/** Whether a plain form can be sent; otherwise its first field gets the focus. */
export function isComplete(form: HTMLFormElement): boolean {
  const isValid = form.checkValidity()
  if (!isValid) form.querySelector('input')?.focus()
  return isValid
}

/**
 * A text in the browser's storage, for this tab or for all. Where storage is forbidden, it lasts as
 * long as the page.
 */
export function storedText(
  storageKey: string,
  storage: 'sessionStorage' | 'localStorage' = 'sessionStorage',
) {
  const listeners = new Set<() => void>()
  let inMemory = ''

  function read() {
    try {
      return window[storage].getItem(storageKey) ?? inMemory
    } catch {
      return inMemory
    }
  }
  function write(text: string) {
    inMemory = text
    try {
      if (text === '') window[storage].removeItem(storageKey)
      else window[storage].setItem(storageKey, text)
    } catch {
      // In memory only.
    }
    for (const listener of listeners) listener()
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { read, write, subscribe, use: () => useSyncExternalStore(subscribe, read, () => '') }
}

/**
 * A mouse click anywhere in an `opens` row follows the row's link, with the same buttons and keys.
 * Controls keep their clicks, and text can be selected. On touch screens the link covers the row.
 */
export function useRowClicks(): void {
  useEffect(() => {
    function follow(event: MouseEvent) {
      const { target, button } = event
      if (!(target instanceof Element) || event.defaultPrevented || button > 1) return
      const link = target.closest('.opens')?.querySelector<HTMLAnchorElement>('a.row-link')
      if (!link || target.closest('a, button, details, input, label')) return
      if (getSelection()?.isCollapsed === false) return
      if (button === 1) open(link.href, '_blank', 'noopener')
      else link.dispatchEvent(new MouseEvent('click', event))
    }
    for (const type of ['click', 'auxclick'] as const) document.addEventListener(type, follow)
    return () => {
      for (const type of ['click', 'auxclick'] as const) document.removeEventListener(type, follow)
    }
  }, [])
}
