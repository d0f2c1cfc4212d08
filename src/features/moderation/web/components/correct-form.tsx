import { useEffect, useEffectEvent, useState, type ComponentProps, type FormEvent } from 'react'
import { payUnitLabels, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels, employmentTypes, payUnits } from '#features/jobs/model.ts'
import { isSpecialty, specialties } from '#vocabulary/specialties.ts'
import { amountOf } from '#features/postings/typed-values.ts'
import { factLabels } from '#features/imports/facts.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { Doubt } from '#features/moderation/contract.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { formText } from '#platform/web/browser.ts'
import { parseCityState, parseState, type StateCode } from '#shared/us-states.ts'

type Props = { doubt: Doubt; onAnswer: (answer: FactAnswer) => void; onClose: () => void }

/** A small form for one fact, filled in with the suggestion. Enter saves, Escape closes. */
export function CorrectForm({ doubt: { fact, suggestion }, onAnswer, onClose }: Props) {
  const [error, setError] = useState<string>()
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const form = forms[fact]
  if (!form) return null
  const suggested = typedOf(suggestion)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const typed = Object.fromEntries([...data.keys()].map((name) => [name, formText(data, name)]))
    const answer = form?.read(typed, suggestion) ?? ''
    if (typeof answer === 'string') setError(answer)
    else onAnswer(answer)
  }

  return (
    <form
      aria-label={`Correct the ${factLabels[fact].toLowerCase()}`}
      noValidate
      onSubmit={submit}
      className="flex flex-wrap items-end gap-2 lg:col-span-2"
    >
      {form.fields.map(({ select, ...field }, index) => {
        const first = {
          ref: index === 0 ? focusOnMount : undefined,
          error: index === 0 ? error : undefined,
        }
        const control = {
          ...field,
          ...first,
          className: 'w-60',
          defaultValue: suggested[field.name],
        }
        if (select) return <SelectField key={field.name} {...control} {...select} />
        return <TextField key={field.name} {...control} autoComplete="off" />
      })}
      <Button label="Save" type="submit" size="sm" className="min-h-10" />
      {fact === 'pay' && (
        <Button
          label="Not stated"
          size="sm"
          look="secondary"
          onClick={() => onAnswer({ fact: 'pay', value: {} })}
        />
      )}
      <Button label="Cancel" size="sm" look="quiet" onClick={onClose} />
    </form>
  )
}

/** Somebody asked for the form with a key, and types on. */
const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/** The fields of a form by name. */
type Typed = Record<string, string>

function typedOf(suggestion: FactAnswer | null): Typed {
  if (suggestion?.fact === 'place') return { place: placeText(suggestion.value) }
  if (suggestion?.fact === 'specialty')
    return { specialty: suggestion.value.specialty, other: suggestion.value.other ?? '' }
  if (suggestion?.fact !== 'pay') return {}
  const { min = '', max = '', unit = 'YEAR' } = suggestion.value
  return { min: String(min), max: String(max), unit }
}

type Field = {
  name: string
  label: string
  hint?: string
  optional?: true
  inputMode?: 'decimal'
} & {
  select?: Pick<ComponentProps<typeof SelectField>, 'options' | 'empty'>
}

/** What each form asks, and the answer in what was typed, or what is wrong with it. */
const forms: {
  [Name in Doubt['fact']]?: {
    fields: readonly Field[]
    read: (typed: Typed, suggestion: FactAnswer | null) => FactAnswer | string
  }
} = {
  place: {
    fields: [{ name: 'place', label: 'City, State', hint: 'Or a state, or Remote' }],
    read({ place = '' }) {
      const value = readPlaceText(place)
      return value ? { fact: 'place', value } : 'Write city and state, such as Tulsa, OK'
    },
  },
  employer: {
    fields: [{ name: 'employer', label: 'Employer' }],
    read: ({ employer }) =>
      employer
        ? { fact: 'employer', value: { employer } }
        : 'Name the employer, or write Confidential employer',
  },
  type: {
    fields: [
      {
        name: 'type',
        label: 'Job type',
        select: { options: employmentTypes.map(optionOf(employmentTypeLabels)) },
      },
    ],
    read({ type }) {
      const value = employmentTypes.find((name) => name === type)
      return value ? { fact: 'type', value } : 'Choose a job type'
    },
  },
  specialty: {
    fields: [
      {
        name: 'specialty',
        label: 'Specialty',
        select: { options: specialties, empty: 'Choose one' },
      },
      { name: 'other', label: 'Its name, if it is another one', optional: true },
    ],
    read({ specialty = '', other: name }) {
      if (!isSpecialty(specialty)) return 'Choose a specialty'
      const named = specialty === 'Other' && name ? { other: name } : {}
      return { fact: 'specialty', value: { specialty, ...named } }
    },
  },
  pay: {
    fields: [
      { name: 'min', label: 'Lowest pay, $', inputMode: 'decimal' },
      { name: 'max', label: 'Highest pay, $', optional: true, inputMode: 'decimal' },
      { name: 'unit', label: 'For', select: { options: payUnits.map(optionOf(payUnitLabels)) } },
    ],
    read({ min = '', max = '', ...typed }, suggestion) {
      const unit = payUnits.find((name) => name === typed['unit'])
      const [low, high] = [amountOf(min), amountOf(max)]
      if (low === undefined && high === undefined) return 'Write an amount, or choose Not stated'
      if (Number.isNaN(low) || Number.isNaN(high)) return 'Write figures, such as 250000 or 250K'
      if (low !== undefined && high !== undefined && low > high)
        return 'The lowest pay is above the highest'
      const text = suggestion?.fact === 'pay' ? suggestion.value.text : undefined
      return { fact: 'pay', value: { min: low, max: high, unit, text } }
    },
  },
}

function optionOf<Value extends string>(labels: Record<Value, string>) {
  return (value: Value) => ({ value, label: labels[value] })
}

/** 'Tulsa, OK', 'Oklahoma', 'Remote'; undefined for what names no place. */
function readPlaceText(typed: string): { city: string; state: StateCode } | undefined {
  if (/^remote$/i.test(typed)) return { city: 'Remote', state: 'OTHER' }
  const alone = parseState(typed)
  if (alone && alone !== 'OTHER' && typed.length > 2) return { city: '', state: alone }
  return parseCityState(typed)
}
