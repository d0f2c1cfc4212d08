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
  title: 'Position',
  place: 'Place',
  employer: 'Employer',
}
const fewestLetters = 2

type Props = {
  input: RefObject<HTMLInputElement | null>
  /** Told the search that a suggestion runs, so that the field can say what is left of its text. */
  onChoose: (criteria: SearchCriteria) => void
}

/**
 * Turns a plain search field into a combobox with a list of completions below it, after the ARIA 1.2 pattern: the focus
 * stays in the field, the arrows move a mark through the list. An answer that comes too late is cancelled by the next letter.
 */
export function Suggestions({ input: inputRef, onChoose }: Props) {
  const { address } = useResults()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(-1)
  const { data } = useQuery({
    ...suggestQuery(typed),
    enabled: typed.length >= fewestLetters,
    placeholderData: keepPreviousData,
  })
  const suggestions = typed.length >= fewestLetters ? (data?.suggestions ?? []) : []
  const isOpen = suggestions.length > 0

  function close() {
    setTyped('')
    setMarked(-1)
  }

  function choose({ search }: Suggestion) {
    const criteria = parseSearchCriteria(search)
    close()
    onChoose(criteria)
    navigate({ to: address.path, search: address.search(criteria), keepScroll: true })
  }

  useEffect(() => {
    const input = inputRef.current
    function onInput() {
      setTyped(input?.value.trim() ?? '')
      setMarked(-1)
    }
    function onKeyDown(event: KeyboardEvent) {
      if (!isOpen) return
      const last = suggestions.length - 1
      const steps: Record<string, number> = {
        ArrowDown: marked === last ? -1 : marked + 1,
        ArrowUp: marked === -1 ? last : marked - 1,
      }
      const step = steps[event.key]
      const chosen = suggestions[marked]
      if (step !== undefined) setMarked(step)
      else if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && chosen) choose(chosen)
      else return
      event.preventDefault()
    }
    const listeners = { input: onInput, keydown: onKeyDown, blur: close, search: close } as const
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
        {suggestions.map((suggestion, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys belong to the field, which keeps the focus
          <div
            key={`${suggestion.kind}:${suggestion.label}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            // Pressing must not take the focus out of the field, or the list would be gone before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
            className="flex min-h-10 cursor-pointer items-baseline gap-3 px-3 py-2 hover:bg-action-wash aria-selected:bg-action-wash pointer-coarse:min-h-11"
          >
            <span className="min-w-0 grow truncate font-medium">{suggestion.label}</span>
            <span className="text-xs text-muted">{kindLabels[suggestion.kind]}</span>
            <span className="w-10 text-right text-xs text-muted tabular-nums">{formatNumber(suggestion.count)}</span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen && `${suggestions.length} suggestions, use the arrow keys`}
      </p>
    </>
  )
}
