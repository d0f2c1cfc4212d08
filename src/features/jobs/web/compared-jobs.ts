import { useSyncExternalStore } from 'react'

/** Side by side, more than these fit no screen. */
export const mostCompared = 4

type Ids = readonly string[]

const storageKey = 'comparedJobs'
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const listeners = new Set<() => void>()
const none: Ids = []
/** Read over and over while rendering, so the same text has to be the same list. */
let read: { text: string; ids: Ids } = { text: '', ids: none }
/** Stands in for the storage where that is forbidden. */
let chosen = ''

/** The jobs that an address asks to compare: what is no id, comes twice or is too much is dropped. */
export const parseComparedIds = (text = ''): Ids =>
  [...new Set(text.toLowerCase().split(','))].filter((it) => uuid.test(it)).slice(0, mostCompared)

/** The jobs that were chosen for comparison in this tab, in the order in which they were. */
export const useComparedIds = (): Ids => useSyncExternalStore(subscribe, comparedIds, () => none)

export function setComparedIds(ids: Ids): void {
  chosen = ids.join(',')
  try {
    sessionStorage.setItem(storageKey, chosen)
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function comparedIds(): Ids {
  const text = storedText()
  if (text !== read.text) read = { text, ids: parseComparedIds(text) }
  return read.ids
}

function storedText(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return chosen
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
