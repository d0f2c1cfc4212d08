import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { RefObject } from 'react'
import type { Suggestion } from '#features/jobs/contract.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'
import { useNavigate } from '#web/lib/navigation.tsx'
import { suggestQuery } from '../queries.ts'
import { useResults } from './results-context.tsx'

const kindLabels: Record<Suggestion['kind'], string> = {
  specialty: 'Specialty',
  topic: 'Subspecialty',
  title: 'Position',
  place: 'Place',
  employer: 'Employer',
}
const fewestLetters = 2

/** One line of the list. */
type Option = { key: string; label: string; kind: string; count?: number; choose: () => void }

type Props = {
  input: RefObject<HTMLInputElement | null>
  /** Whether somebody pressed the empty field: then what is recent and popular shows before anything is typed. */
  isOpened: boolean
  /** Gets the search that a suggestion runs, so that the field can show what is left of its text. */
  onChoose: (criteria: SearchCriteria) => void
}

/**
 * Turns a plain search field into a combobox with a list of completions below it, after the ARIA 1.2 pattern: the focus
 * stays in the field, the arrows move a mark through the list. An answer that comes too late is cancelled by the next letter.
 */
export function Suggestions({ input: inputRef, isOpened, onChoose }: Props) {
  const { address, criteria } = useResults()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [isBrowsing, setBrowsing] = useState(isOpened)
  const [marked, setMarked] = useState(-1)
  const [recent, setRecent] = useState(() => recentSearches.read())
  const isAsking = typed.length >= fewestLetters
  const { data } = useQuery({
    ...suggestQuery(isAsking ? typed : ''),
    enabled: isAsking || isBrowsing,
    placeholderData: keepPreviousData,
  })
  const options = isAsking || isBrowsing ? optionsOf(isAsking ? [] : recent, data?.suggestions ?? []) : []
  const isOpen = options.length > 0

  function close() {
    setTyped('')
    setBrowsing(false)
    setMarked(-1)
  }

  function search(params: Record<string, string>) {
    const chosen = parseSearchCriteria(params)
    close()
    onChoose(chosen)
    navigate({ to: address.path, search: address.search(chosen), keepScroll: true })
  }

  function optionsOf(searches: readonly string[], suggestions: readonly Suggestion[]): Option[] {
    const cleared = {
      key: 'clear',
      label: 'Clear recent searches',
      kind: '',
      choose: () => {
        setRecent(recentSearches.clear())
        setMarked(-1)
      },
    }
    return [
      ...searches.map((it) => ({ key: `recent:${it}`, label: it, kind: 'Recent', choose: () => search({ keyword: it }) })),
      ...(searches.length > 0 ? [cleared] : []),
      ...suggestions.map((it) => ({
        key: `${it.kind}:${it.label}`,
        label: it.label,
        kind: isAsking ? kindLabels[it.kind] : 'Popular',
        count: it.count,
        choose: () => search(it.search),
      })),
    ]
  }

  useEffect(() => recentSearches.remember(criteria.keyword), [criteria.keyword])

  useEffect(() => {
    const input = inputRef.current
    function onInput() {
      setTyped(input?.value.trim() ?? '')
      setBrowsing(false)
      setMarked(-1)
    }
    function onClick() {
      setRecent(recentSearches.read())
      setBrowsing(input?.value === '')
    }
    function onKeyDown(event: KeyboardEvent) {
      if (!isOpen) {
        if (event.key === 'ArrowDown') onClick()
        return
      }
      const last = options.length - 1
      const steps: Record<string, number> = {
        ArrowDown: marked === last ? -1 : marked + 1,
        ArrowUp: marked === -1 ? last : marked - 1,
      }
      const step = steps[event.key]
      const chosen = options[marked]
      if (step !== undefined) setMarked(step)
      else if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && chosen) chosen.choose()
      else return
      event.preventDefault()
    }
    const listeners = { input: onInput, click: onClick, keydown: onKeyDown, blur: close, search: close } as const
    for (const [type, listener] of Object.entries(listeners)) input?.addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of Object.entries(listeners)) input?.removeEventListener(type, listener as EventListener)
    }
  })

  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(isOpen),
      'aria-activedescendant': marked === -1 ? '' : `${listId}-${marked}`,
    }
    for (const [name, value] of Object.entries(attributes)) inputRef.current?.setAttribute(name, value)
  }, [inputRef, listId, isOpen, marked])

  return (
    <>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-sm border border-line bg-surface py-1 shadow-raised"
      >
        {options.map(({ key, label, kind, count, choose }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys belong to the field, which keeps the focus
          <div
            key={key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            // Pressing must not take the focus out of the field, or the list would be gone before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={choose}
            className="flex min-h-10 cursor-pointer items-baseline gap-3 px-3 py-2 hover:bg-action-wash aria-selected:bg-action-wash pointer-coarse:min-h-11"
          >
            <span className="min-w-0 grow truncate font-medium">{label}</span>
            <span className="text-xs text-muted">{kind}</span>
            <span className="w-10 text-right text-xs text-muted tabular-nums">{count !== undefined && formatNumber(count)}</span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen && `${options.length} suggestions, use the arrow keys`}
      </p>
    </>
  )
}

/** What was searched for lately, in this browser only. */
const recentSearches = {
  read(): string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(recentKey) ?? '[]')
      return Array.isArray(stored) ? stored.filter((it) => typeof it === 'string').slice(0, mostRecent) : []
    } catch {
      // Storage can be forbidden, or hold something else.
      return []
    }
  },
  remember(keyword: string | undefined): void {
    if (keyword === undefined) return
    try {
      localStorage.setItem(recentKey, JSON.stringify([...new Set([keyword, ...this.read()])].slice(0, mostRecent)))
    } catch {
      // The search itself works without.
    }
  },
  clear(): string[] {
    try {
      localStorage.removeItem(recentKey)
    } catch {
      // Nothing was stored.
    }
    return []
  },
}
const recentKey = 'recentSearches'
const mostRecent = 5
