import { useSyncExternalStore } from 'react'
import { storedText } from '#platform/web/browser.ts'
import { isUuid } from '#shared/paths.ts'

/** No screen fits more jobs side by side. */
export const mostCompared = 4

const compared = storedText('comparedJobs')

/** The jobs that an address asks to compare, without malformed and repeated ids. */
export const parseComparedIds = (text = ''): readonly string[] =>
  [...new Set(text.toLowerCase().split(','))].filter(isUuid).slice(0, mostCompared)

/** The jobs chosen for comparison in this tab, in the order of choosing. */
export const useComparedIds = (): readonly string[] => parseComparedIds(compared.use())
export const comparedIds = (): readonly string[] => parseComparedIds(compared.read())
export const setComparedIds = (ids: readonly string[]): void => compared.write(ids.join(','))

export const viewModes = ['grid', 'list', 'table', 'split'] as const
export type ViewMode = (typeof viewModes)[number]

const chosenView = storedText('jobSearchViewMode')

/** The view that a text names. The table stands in for a view that does not exist, or no longer. */
export const parseViewMode = (text: unknown): ViewMode | undefined =>
  text ? (viewModes.find((mode) => mode === text) ?? 'table') : undefined

/** The view of the address, else the last one chosen in this tab, else the table. */
export function useViewMode(inAddress: ViewMode | undefined): ViewMode {
  const chosen = parseViewMode(chosenView.use())
  return inAddress ?? chosen ?? 'table'
}

export const chooseViewMode = (mode: ViewMode): void => chosenView.write(mode)

const shownMap = storedText('jobMap')

/** Empty while the map is closed. */
export const useMapChoice = (): string => shownMap.use()
export const chooseMap = (choice: string): void => shownMap.write(choice)

const seen = storedText('seenJobs', 'localStorage')
const mostSeen = 500
/** Enough of an id to tell jobs apart. */
const shortId = (id: string) => id.slice(-12)

/** Remembers that this browser showed the job. */
export function rememberSeen(id: string): void {
  const others = seen
    .read()
    .split(',')
    .filter((part) => part !== shortId(id))
  seen.write([shortId(id), ...others].slice(0, mostSeen).join(','))
}

export const useIsSeen = (id: string): boolean =>
  useSyncExternalStore(
    seen.subscribe,
    () => seen.read().includes(shortId(id)),
    () => false,
  )

/**
 * When the previous visit ended and when this one was last active, in milliseconds since the epoch.
 */
const visits = storedText('visits', 'localStorage')
const msBetweenVisits = 60 * 60_000

/** Call it when results are shown: after an hour without any, another visit begins. */
export function noteVisit(now: number): void {
  const [previous = '', latest = ''] = visits.read().split(',')
  const isNew = latest !== '' && now - Number(latest) > msBetweenVisits
  visits.write(`${isNew ? latest : previous},${now}`)
}

/** Returns whether a job was posted after the visitor's previous visit. */
export function useIsNew(): (job: { postedAt: string }) => boolean {
  const previousVisit = Number(visits.use().split(',')[0])
  return ({ postedAt }) => previousVisit > 0 && Date.parse(postedAt) > previousVisit
}
