import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { useEffect, useState } from 'react'
import type { ChangeEvent, KeyboardEvent, RefObject } from 'react'
import type { Suggestion, SuggestionBox } from '#features/jobs/contract.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'
import { useNavigate } from '#web/lib/navigation.tsx'
import { suggestQuery } from '../queries.ts'
import { recentSearches } from '../recent-searches.ts'
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
type Option = { key: string; label: string; kind: string; count?: number | undefined; search?: Record<string, string> }

const clearing: Option = { key: 'clear', label: 'Clear recent searches', kind: '' }

type Props = {
  input: RefObject<HTMLInputElement | null>
  box: SuggestionBox
  /** Whether somebody pressed the empty field: then what is recent and popular shows before anything is typed. */
  isOpened: boolean
  onSuggestion: ((search: Record<string, string>, label: string, input: HTMLInputElement) => void) | undefined
}

/**
 * Makes a plain search field a combobox with a list of completions below it. The field stays the same element with its own value, so
 * that nothing typed is lost when this code arrives: what the library gives for it is applied to the element itself.
 */
export function Suggestions({ input: inputRef, box, isOpened, onSuggestion }: Props) {
  const [typed, setTyped] = useState('')
  const [isWanted, setWanted] = useState(isOpened)
  const [recent, setRecent] = useState(() => recentSearches.read(box))
  const { criteria, address } = useResults()
  const navigate = useNavigate()
  const isAsking = typed.length >= fewestLetters
  const { data } = useQuery({
    ...suggestQuery(isAsking ? typed : '', box),
    enabled: isWanted && (isAsking || typed === ''),
    placeholderData: keepPreviousData,
  })
  const suggestions = isAsking || typed === '' ? (data?.suggestions ?? []) : []
  const options = isWanted ? optionsOf(isAsking ? [] : recent, suggestions) : []

  function optionsOf(searches: readonly string[], found: readonly Suggestion[]): Option[] {
    return [
      ...searches.map((it) => ({
        key: `recent:${it}`,
        label: it,
        kind: 'Recent',
        search: { [box === 'place' ? 'city' : 'keyword']: it },
      })),
      ...(searches.length > 0 ? [clearing] : []),
      ...found.map((it) => ({ ...it, key: `${it.kind}:${it.label}`, kind: isAsking ? kindLabels[it.kind] : 'Popular' })),
    ]
  }

  /** A place takes the place of another, and keeps the other filters; everything else is a new search. */
  function showResults(params: Record<string, string>, _label: string, input: HTMLInputElement) {
    const { page: _page, state: _state, city: _city, radius: _radius, ...others } = criteria
    const chosen = parseSearchCriteria(params)
    input.value = chosen[box === 'place' ? 'city' : 'keyword'] ?? ''
    const search = address.search(box === 'place' ? { ...others, ...chosen } : chosen)
    navigate({ to: address.path, search, keepScroll: true })
  }

  function open(text: string) {
    setTyped(text.trim())
    setRecent(recentSearches.read(box))
    setWanted(true)
  }

  const { getInputProps, getMenuProps, getItemProps, highlightedIndex, isOpen } = useCombobox<Option>({
    items: options,
    isOpen: isWanted && options.length > 0,
    selectedItem: null,
    itemToString: (it) => it?.label ?? '',
    itemToKey: (it) => it?.key,
    // To leave the field is not to choose.
    stateReducer: (_state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
    onIsOpenChange: ({ isOpen: isOpening }) => {
      if (!isOpening) setWanted(false)
    },
    onSelectedItemChange: ({ selectedItem: it }) => {
      if (it?.key === clearing.key) {
        recentSearches.clear(box)
        open('')
      } else if (it?.search) {
        const run = onSuggestion ?? showResults
        if (inputRef.current) run(it.search, it.label, inputRef.current)
      }
    },
  })

  const { ref, onKeyDown, onBlur, onChange, role, ...props } = getInputProps({
    // Enter without a marked option submits the form, and the caret moves as in any field.
    onKeyDown: (event: KeyboardEvent & { preventDownshiftDefault?: boolean }) => {
      const isOurs = event.key === 'Home' || event.key === 'End' || (event.key === 'Enter' && highlightedIndex === -1)
      event.preventDownshiftDefault = isOurs
      if (event.key === 'Enter' && isOurs) setWanted(false)
      if (event.key === 'ArrowDown' && !isOpen) open((event.target as HTMLInputElement).value)
    },
  })

  const searched = criteria[box === 'place' ? 'city' : 'keyword']
  useEffect(() => recentSearches.remember(box, searched), [box, searched])

  useEffect(() => {
    const input = inputRef.current
    if (!input) return undefined
    if (typeof ref === 'function') ref(input)
    const attributes = {
      role,
      'aria-autocomplete': 'list',
      'aria-controls': props['aria-controls'],
      'aria-expanded': props['aria-expanded'],
      'aria-activedescendant': props['aria-activedescendant'],
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, String(value))
    const listeners = {
      keydown: onKeyDown,
      blur: onBlur,
      input: (event: unknown) => {
        onChange?.(event as ChangeEvent)
        open(input.value)
      },
      click: () => {
        if (input.value === '') open('')
      },
      search: () => setWanted(false),
    } as const
    const entries = Object.entries(listeners) as [string, unknown][]
    for (const [type, listener] of entries) input.addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of entries) input.removeEventListener(type, listener as EventListener)
    }
  })

  return (
    <>
      <ul
        {...getMenuProps({ 'aria-label': 'Suggestions' })}
        hidden={!isOpen}
        className="absolute top-full left-0 z-30 mt-1 max-h-80 w-full min-w-64 overflow-y-auto rounded-sm border border-line bg-surface py-1 shadow-raised"
      >
        {options.map((it, index) => (
          <li
            key={it.key}
            {...getItemProps({ item: it, index })}
            className="flex min-h-10 cursor-pointer items-baseline gap-3 px-3 py-2 hover:bg-action-wash aria-selected:bg-action-wash pointer-coarse:min-h-11"
          >
            <span className="min-w-0 grow truncate font-medium">{it.label}</span>
            <span className="text-xs text-muted">{it.kind}</span>
            <span className="w-10 text-right text-xs text-muted tabular-nums">
              {it.count !== undefined && formatNumber(it.count)}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {isOpen && `${options.length} suggestions, use the arrow keys`}
      </p>
    </>
  )
}
