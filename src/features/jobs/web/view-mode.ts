import { useSyncExternalStore } from 'react'

export const viewModes = ['grid', 'list', 'table'] as const
export type ViewMode = (typeof viewModes)[number]

const storageKey = 'jobSearchViewMode'
const listeners = new Set<() => void>()
/** Stands in for the storage where that is forbidden. */
let chosen: ViewMode | undefined

export const parseViewMode = (value: unknown): ViewMode | undefined => viewModes.find((mode) => mode === value)

/** How results are shown: as the address says, else as last chosen in this tab, else as a table. */
export function useViewMode(inAddress: ViewMode | undefined): ViewMode {
  const kept = useSyncExternalStore(subscribe, read, () => undefined)
  return inAddress ?? kept ?? 'table'
}

export function chooseViewMode(mode: ViewMode): void {
  chosen = mode
  try {
    sessionStorage.setItem(storageKey, mode)
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function read(): ViewMode | undefined {
  try {
    return parseViewMode(sessionStorage.getItem(storageKey)) ?? chosen
  } catch {
    return chosen
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
