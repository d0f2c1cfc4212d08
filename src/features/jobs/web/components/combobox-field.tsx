import { lazy, Suspense, useEffect, useRef, useState, type ComponentProps, type ReactNode, type RefObject } from 'react'
import type { SuggestionBox } from '#features/jobs/contract.ts'
import { TextInput } from '#ui/field.tsx'
import type { ChoiceListProps } from './choice-list.tsx'

type Props = ComponentProps<'input'> & {
  /** `isOpened`: somebody pressed the empty field. */
  renderList: (input: RefObject<HTMLInputElement | null>, isOpened: boolean) => ReactNode
}

/** A plain field; the first focus loads its list, which makes it a combobox. */
function ComboboxField({ renderList, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [visited, setVisited] = useState<'pressed' | 'focused'>()
  // It may have had the focus before this code arrived.
  useEffect(() => {
    if (input.current === document.activeElement) setVisited('focused')
  }, [])
  return (
    <span className="relative block">
      <TextInput
        {...field}
        ref={input}
        autoComplete="off"
        onPointerDown={({ currentTarget }) => setVisited(currentTarget.value === '' ? 'pressed' : 'focused')}
        onFocus={() => setVisited((it) => it ?? 'focused')}
      />
      {visited && <Suspense>{renderList(input, visited === 'pressed')}</Suspense>}
    </span>
  )
}

const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }))

type SuggestProps = ComponentProps<'input'> & {
  box: SuggestionBox
  /** Gets the search that a suggestion runs, its label, and the field. Without it the results show that search. */
  onSuggestion?: (search: Record<string, string>, label: string, input: HTMLInputElement) => void
}

/** A search field with suggestions. */
export const SuggestField = ({ box, onSuggestion, ...field }: SuggestProps) => (
  <ComboboxField
    {...field}
    renderList={(input, isOpened) => <Suggestions input={input} box={box} isOpened={isOpened} onSuggestion={onSuggestion} />}
  />
)

const ChoiceList = lazy(async () => ({ default: (await import('./choice-list.tsx')).ChoiceList }))

/** Finds values of a long list by their first letters. */
export const ChoiceField = ({
  listLabel,
  choices,
  chosen,
  onChoice,
  ...field
}: ComponentProps<'input'> & Pick<ChoiceListProps, 'listLabel' | 'choices' | 'chosen' | 'onChoice'>) => (
  <ComboboxField
    {...field}
    renderList={(input, isOpened) => (
      <ChoiceList
        {...{ input, isOpened, listLabel, choices, chosen }}
        onChoice={(value) => {
          if (input.current) input.current.value = ''
          onChoice(value)
        }}
      />
    )}
  />
)
