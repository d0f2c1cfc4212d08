import { lazy, type ComponentProps } from 'react'
import type { SuggestionBox } from '#features/jobs/contract.ts'
import { ComboboxField } from './combobox-field.tsx'

const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }))

type Props = ComponentProps<'input'> & {
  box: SuggestionBox
  /** Gets the search that a suggestion runs, its label, and the field. Without it the results show that search. */
  onSuggestion?: (search: Record<string, string>, label: string, input: HTMLInputElement) => void
}

/** A search field with suggestions. */
export const SuggestField = ({ box, onSuggestion, ...field }: Props) => (
  <ComboboxField
    {...field}
    renderList={(input, isOpened) => <Suggestions input={input} box={box} isOpened={isOpened} onSuggestion={onSuggestion} />}
  />
)
