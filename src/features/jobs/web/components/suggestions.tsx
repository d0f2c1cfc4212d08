import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import {
  useEffect,
  useEffectEvent,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { Suggestion, SuggestionBox } from '#features/jobs/contract.ts'
import { fromFirstPage, parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'
import { storedText } from '#platform/web/browser.ts'
import { useNavigate } from '#platform/web/navigation.tsx'
import { suggestQuery } from '../queries.ts'
import { useResults } from './results-context.tsx'

const kindLabels: Record<Suggestion['kind'], string> = {
  specialty: 'Specialty',
  topic: 'Subspecialty',
  filter: 'Filter',
  title: 'Position',
  place: 'Location',
  employer: 'Employer',
}
const fewestLetters = 2

const mostRecent = 5

/**
 * What was searched for lately in each box, in this browser only: a line each, the latest first.
 */
const recent = {
  keyword: storedText('lastSearches', 'localStorage'),
  place: storedText('lastPlaces', 'localStorage'),
}
const recentIn = (box: SuggestionBox) => recent[box].read().split('\n').filter(Boolean)

function remember(box: SuggestionBox, text: string | undefined) {
  if (text !== undefined)
    recent[box].write([...new Set([text, ...recentIn(box)])].slice(0, mostRecent).join('\n'))
}

/** `note` stands at the end of its line. */
type Option = {
  key: string
  label: string
  kind?: string
  note?: string
  search?: Record<string, string>
}

const clearing: Option = { key: 'clear', label: 'Clear recent searches' }

type Props = {
  input: RefObject<HTMLInputElement | null>
  box: SuggestionBox
  /**
   * Whether somebody pressed the empty field: then what is recent and popular shows before anything
   * is typed.
   */
  isOpened: boolean
  onSuggestion:
    | ((search: Record<string, string>, label: string, input: HTMLInputElement) => void)
    | undefined
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
      ...found.map(({ count, ...suggestion }) => ({
        ...suggestion,
        key: `${suggestion.kind}:${suggestion.label}`,
        kind: isAsking ? kindLabels[suggestion.kind] : 'Popular',
        ...(count !== undefined && { note: formatNumber(count) }),
      })),
    ]
  }

  /**
   * A place takes the place of another, and keeps the other filters; everything else is a new
   * search.
   */
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
      options={options}
      isOpen={isWanted}
      onOpen={open}
      onClose={() => setWanted(false)}
      onChoose={choose}
    />
  )
}

type ListProps = {
  input: RefObject<HTMLInputElement | null>
  options: readonly Option[]
  isOpen: boolean
  /** Called with the field's text when it changes, and when the list is asked for. */
  onOpen: (text: string) => void
  onClose: () => void
  onChoose: (option: Option) => void
}

/**
 * Makes a plain field a combobox with a list below it. The field stays the same element with its
 * own value, so that nothing typed is lost when this code arrives: what the library gives for it is
 * applied to the element itself.
 */
function ComboboxList({
  input: inputRef,
  options,
  isOpen: isWanted,
  onOpen,
  onClose,
  onChoose,
}: ListProps) {
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex, isOpen } =
    useCombobox<Option>({
      items: [...options],
      isOpen: isWanted && options.length > 0,
      selectedItem: null,
      itemToString: (suggestion) => suggestion?.label ?? '',
      itemToKey: (suggestion) => suggestion?.key,
      // To leave the field is not to choose.
      stateReducer: (_state, { type, changes }) =>
        type === useCombobox.stateChangeTypes.InputBlur
          ? { ...changes, selectedItem: null }
          : changes,
      onIsOpenChange: ({ isOpen: isOpening }) => {
        if (!isOpening) onClose()
      },
      onSelectedItemChange: ({ selectedItem }) => {
        if (selectedItem) onChoose(selectedItem)
      },
    })

  const { ref, onKeyDown, onBlur, onChange, role, ...props } = getInputProps({
    // Enter without a marked option submits the form, and the caret moves as in any field.
    onKeyDown: (event: KeyboardEvent & { preventDownshiftDefault?: boolean }) => {
      const isOurs =
        event.key === 'Home' ||
        event.key === 'End' ||
        (event.key === 'Enter' && highlightedIndex === -1)
      event.preventDownshiftDefault = isOurs
      if (event.key === 'Enter' && isOurs) onClose()
      if (event.key === 'ArrowDown' && !isOpen) onOpen((event.target as HTMLInputElement).value)
    },
  })

  const openTyped = useEffectEvent((input: HTMLInputElement) => {
    if (input.value !== input.defaultValue && input === document.activeElement) onOpen(input.value)
  })
  // What was typed before this code arrived.
  useEffect(() => {
    if (inputRef.current) openTyped(inputRef.current)
  }, [inputRef])

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
        onOpen(input.value)
      },
      click: () => {
        if (input.value === '') onOpen('')
      },
      search: onClose,
    } as const
    const entries = Object.entries(listeners) as [string, unknown][]
    for (const [type, listener] of entries) input.addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of entries)
        input.removeEventListener(type, listener as EventListener)
    }
  })

  return (
    <>
      <ul
        {...getMenuProps({ 'aria-label': 'Suggestions' })}
        hidden={!isOpen}
        className="absolute top-full left-0 z-30 mt-1 max-h-80 w-full min-w-56 overflow-y-auto rounded-sm border border-line bg-surface py-1 shadow-raised"
      >
        {options.map((option, index) => (
          <li
            key={option.key}
            {...getItemProps({ item: option, index })}
            className="flex min-h-10 cursor-pointer items-baseline gap-3 px-3 py-2 hover:bg-action-wash aria-selected:bg-action-wash pointer-coarse:min-h-11"
          >
            <span className="min-w-0 grow truncate font-medium">{option.label}</span>
            {option.kind !== undefined && <span className="text-xs text-muted">{option.kind}</span>}
            <span className="min-w-10 text-right text-xs whitespace-nowrap text-muted tabular-nums">
              {option.note}
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
