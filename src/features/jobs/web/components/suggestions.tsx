import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import type { Suggestion, SuggestionBox } from '#features/jobs/contract.ts'
import { fromFirstPage, parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'
import { storedText } from '#platform/web/browser.ts'
import { useNavigate } from '#platform/web/navigation.tsx'
import { suggestQuery } from '../queries.ts'
import { ComboboxList, type ListedOption } from './combobox-list.tsx'
import { useResults } from './results-context.tsx'

const kindLabels: Record<Suggestion['kind'], string> = {
  specialty: 'Specialty',
  topic: 'Subspecialty',
  filter: 'Filter',
  title: 'Position',
  place: 'Place',
  employer: 'Employer',
}
const fewestLetters = 2

const mostRecent = 5

/** What was searched for lately in each box, in this browser only: a line each, the latest first. */
const recent = {
  keyword: storedText('lastSearches', 'localStorage'),
  place: storedText('lastPlaces', 'localStorage'),
}
const recentIn = (box: SuggestionBox): string[] => recent[box].read().split('\n').filter(Boolean)

function remember(box: SuggestionBox, text: string | undefined): void {
  if (text !== undefined) recent[box].write([...new Set([text, ...recentIn(box)])].slice(0, mostRecent).join('\n'))
}

type Option = ListedOption & { search?: Record<string, string> }

const clearing: Option = { key: 'clear', label: 'Clear recent searches' }

type Props = {
  input: RefObject<HTMLInputElement | null>
  box: SuggestionBox
  /** Whether somebody pressed the empty field: then what is recent and popular shows before anything is typed. */
  isOpened: boolean
  onSuggestion: ((search: Record<string, string>, label: string, input: HTMLInputElement) => void) | undefined
}

/** Completions for a search field: recent searches, popular ones, and what begins as typed. */
export function Suggestions({ input, box, isOpened, onSuggestion }: Props) {
  const [typed, setTyped] = useState('')
  const [isWanted, setWanted] = useState(isOpened)
  const [searches, setSearches] = useState(() => recentIn(box))
  const { criteria, address } = useResults()
  const navigate = useNavigate()
  const isAsking = typed.length >= fewestLetters
  const { data } = useQuery({
    ...suggestQuery(isAsking ? typed : '', box),
    enabled: isWanted && (isAsking || typed === ''),
    placeholderData: keepPreviousData,
  })
  const suggestions = isAsking || typed === '' ? (data?.suggestions ?? []) : []
  const options = isWanted ? optionsOf(isAsking ? [] : searches, suggestions) : []

  function optionsOf(typedBefore: readonly string[], found: readonly Suggestion[]): Option[] {
    return [
      ...typedBefore.map((search) => ({
        key: `recent:${search}`,
        label: search,
        kind: 'Recent',
        search: { [box === 'place' ? 'city' : 'keyword']: search },
      })),
      ...(typedBefore.length > 0 ? [clearing] : []),
      ...found.map(({ count, ...it }) => ({
        ...it,
        key: `${it.kind}:${it.label}`,
        kind: isAsking ? kindLabels[it.kind] : 'Popular',
        ...(count !== undefined && { note: formatNumber(count) }),
      })),
    ]
  }

  /** A place takes the place of another, and keeps the other filters; everything else is a new search. */
  function showResults(params: Record<string, string>, _label: string, field: HTMLInputElement) {
    const { state: _state, city: _city, radius: _radius, ...others } = fromFirstPage(criteria)
    const chosen = parseSearchCriteria(params)
    field.value = chosen[box === 'place' ? 'city' : 'keyword'] ?? ''
    const search = address.search(box === 'place' ? { ...others, ...chosen } : chosen)
    navigate({ to: address.path, search, keepScroll: true })
  }

  function open(text: string) {
    setTyped(text.trim())
    setSearches(recentIn(box))
    setWanted(true)
  }

  function choose({ key, label, search }: Option) {
    if (key === clearing.key) {
      recent[box].write('')
      open('')
    } else if (search && input.current) {
      const run = onSuggestion ?? showResults
      run(search, label, input.current)
    }
  }

  const searched = criteria[box === 'place' ? 'city' : 'keyword']
  useEffect(() => remember(box, searched), [box, searched])

  return (
    <ComboboxList
      input={input}
      label="Suggestions"
      options={options}
      isOpen={isWanted}
      onOpen={open}
      onClose={() => setWanted(false)}
      onChoose={choose}
    />
  )
}
