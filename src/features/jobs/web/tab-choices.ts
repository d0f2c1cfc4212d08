import { useSyncExternalStore } from 'react'

/** What a visitor chose in this tab. It lives in the session storage, or, where that is forbidden, as long as the page. */
function tabChoice(storageKey: string) {
  const listeners = new Set<() => void>()
  let inMemory = ''

  function read(): string {
    try {
      return sessionStorage.getItem(storageKey) ?? inMemory
    } catch {
      return inMemory
    }
  }
  function write(text: string): void {
    inMemory = text
    try {
      sessionStorage.setItem(storageKey, text)
    } catch {
      // The choice then lasts as long as the page.
    }
    for (const listener of listeners) listener()
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { read, write, use: () => useSyncExternalStore(subscribe, read, () => '') }
}

/** Side by side, more than these fit no screen. */
export const mostCompared = 4

const compared = tabChoice('comparedJobs')
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The jobs that an address asks to compare, without malformed and repeated ids. */
export const parseComparedIds = (text = ''): readonly string[] =>
  [...new Set(text.toLowerCase().split(','))].filter((it) => uuid.test(it)).slice(0, mostCompared)

/** The jobs chosen for comparison in this tab, in the order of choosing. */
export const useComparedIds = (): readonly string[] => parseComparedIds(compared.use())
export const comparedIds = (): readonly string[] => parseComparedIds(compared.read())
export const setComparedIds = (ids: readonly string[]): void => compared.write(ids.join(','))

export const viewModes = ['grid', 'list', 'table'] as const
export type ViewMode = (typeof viewModes)[number]

const chosenView = tabChoice('jobSearchViewMode')

export const parseViewMode = (value: unknown): ViewMode | undefined => viewModes.find((mode) => mode === value)

/** How results are shown: as the address says, else as last chosen in this tab, else as a table. */
export function useViewMode(inAddress: ViewMode | undefined): ViewMode {
  const chosen = parseViewMode(chosenView.use())
  return inAddress ?? chosen ?? 'table'
}

export const chooseViewMode = (mode: ViewMode): void => chosenView.write(mode)

const shownMap = tabChoice('jobMap')

/** Empty while the map is closed. */
export const useMapChoice = (): string => shownMap.use()
export const chooseMap = (choice: string): void => shownMap.write(choice)
