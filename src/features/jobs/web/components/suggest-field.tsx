import { useEffect, useRef, useState, type ComponentProps } from 'react'
import type { SuggestionBox } from '#features/jobs/contract.ts'
import { TextInput } from '#ui/field.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'

const Suggestions = lazyPart(async () => (await import('./suggestions.tsx')).Suggestions)

type Props = ComponentProps<'input'> & {
  box: SuggestionBox
  /**
   * Gets the search that a suggestion runs, its label, and the field. Without it the results show
   * that search.
   */
  onSuggestion?: (search: Record<string, string>, label: string, input: HTMLInputElement) => void
}

/** A plain search field; the first focus loads its suggestions, which make it a combobox. */
export function SuggestField({ box, onSuggestion, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [visited, setVisited] = useState<'pressed' | 'focused'>()
  // The field may have had the focus before this code was loaded.
  useEffect(() => {
    if (input.current === document.activeElement) setVisited('focused')
  }, [])
  return (
    <span className="relative block">
      <TextInput
        {...field}
        ref={input}
        autoComplete="off"
        onPointerDown={({ currentTarget }) =>
          setVisited(currentTarget.value === '' ? 'pressed' : 'focused')
        }
        onFocus={() => setVisited((visit) => visit ?? 'focused')}
      />
      {visited && (
        // Without them it stays a plain field.
        <Suggestions
          failed={null}
          input={input}
          box={box}
          isOpened={visited === 'pressed'}
          onSuggestion={onSuggestion}
        />
      )}
    </span>
  )
}
