import { lazy, Suspense, useRef, useState, type ComponentProps } from 'react'
import { TextInput } from '#ui/field.tsx'
import type { Choice } from './choice-list.tsx'

const ChoiceList = lazy(async () => ({ default: (await import('./choice-list.tsx')).ChoiceList }))

type Props = ComponentProps<'input'> & {
  /** What the list is of, in the plural. */
  listLabel: string
  choices: readonly Choice[]
  chosen: readonly string[]
  /** Called with a value that was not chosen before, or that is to be chosen no longer. */
  onChoice: (value: string) => void
}

/** Finds values of a long list by their first letters; the first focus loads the list, which makes the field a combobox. */
export function ChoiceField({ listLabel, choices, chosen, onChoice, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [visited, setVisited] = useState<'pressed' | 'focused'>()
  function choose(value: string) {
    if (input.current) input.current.value = ''
    onChoice(value)
  }
  return (
    <span className="relative block">
      <TextInput
        {...field}
        ref={input}
        autoComplete="off"
        onPointerDown={() => setVisited('pressed')}
        onFocus={() => setVisited((it) => it ?? 'focused')}
      />
      {visited && (
        <Suspense>
          <ChoiceList
            input={input}
            label={listLabel}
            choices={choices}
            chosen={chosen}
            isOpened={visited === 'pressed'}
            onChoice={choose}
          />
        </Suspense>
      )}
    </span>
  )
}
