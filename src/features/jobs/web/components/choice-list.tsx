import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { suggestQuery } from '../queries.ts'
import { ComboboxList } from './combobox-list.tsx'

/** A value that a long list offers; `note` is its number of jobs in words. */
type Choice = { value: string; label: string; note?: string | undefined }

export type ChoiceListProps = {
  input: RefObject<HTMLInputElement | null>
  /** What the list is of, in the plural. */
  listLabel: string
  choices: readonly Choice[]
  chosen: readonly string[]
  isOpened: boolean
  /** Called with a value that was not chosen before, or that is to be chosen no longer. */
  onChoice: (value: string) => void
}

/** The choices with a word that begins as typed, and those that the server knows by this name ('peds', 'heart'). */
export function ChoiceList({ input, listLabel, choices, chosen, isOpened, onChoice }: ChoiceListProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(isOpened)
  const { data } = useQuery({
    ...suggestQuery(typed, 'keyword'),
    enabled: isOpen && typed.length >= fewestLetters,
    placeholderData: keepPreviousData,
  })
  const known = typed.length < fewestLetters ? [] : (data?.suggestions ?? []).map((suggestion) => suggestion.label)
  const found = choices.filter((choice) => beginsWith(choice.label, typed))
  const others = choices.filter((choice) => known.includes(choice.label) && !found.includes(choice))
  const options = [...found, ...others].map(({ value, note, ...it }) => ({
    ...it,
    key: value,
    note,
    isChosen: chosen.includes(value),
  }))

  function open(text: string) {
    setTyped(text.trim())
    setOpen(true)
  }

  return (
    <ComboboxList
      input={input}
      label={listLabel}
      options={options}
      isOpen={isOpen}
      marksFirst={typed !== ''}
      onOpen={open}
      onClose={() => setOpen(false)}
      onChoose={({ key }) => {
        setTyped('')
        onChoice(key)
      }}
    />
  )
}

const fewestLetters = 2

function beginsWith(label: string, typed: string): boolean {
  const wanted = typed.toLowerCase()
  const folded = label.toLowerCase()
  return folded.startsWith(wanted) || folded.split(/[^a-z0-9]+/).some((word) => word.startsWith(wanted))
}
