import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { payUnitLabels, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels, employmentTypes, payUnits } from '#features/jobs/model.ts'
import type { EmploymentType, PayUnit } from '#features/jobs/model.ts'
import { specialties } from '#vocabulary/specialties.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { amountOf } from '#features/postings/typed-values.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { Doubt } from '#features/moderation/contract.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextInput, SelectField, TextField } from '#ui/field.tsx'
import { placesQuery } from '../queries.ts'
import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'

type Props = { doubt: Doubt; onAnswer: (answer: FactAnswer) => void; onClose: () => void }

/** A small form for one fact, filled in with the suggestion. Enter saves, Escape closes. */
export function CorrectForm({ doubt, onAnswer, onClose }: Props) {
  const { fact, suggestion } = doubt
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const close = <CloseButton onClose={onClose} />
  return (
    <div className="lg:col-span-2">
      {fact === 'place' && (
        <PlaceForm suggestion={suggestion?.fact === 'place' ? suggestion.value : undefined} onAnswer={onAnswer} close={close} />
      )}
      {fact === 'specialty' && (
        <SpecialtyForm
          suggestion={suggestion?.fact === 'specialty' ? suggestion.value : undefined}
          onAnswer={onAnswer}
          close={close}
        />
      )}
      {fact === 'pay' && (
        <PayForm suggestion={suggestion?.fact === 'pay' ? suggestion.value : undefined} onAnswer={onAnswer} close={close} />
      )}
      {fact === 'type' && <TypeForm suggestion={undefined} onAnswer={onAnswer} close={close} />}
      {fact === 'employer' && <EmployerForm suggestion={undefined} onAnswer={onAnswer} close={close} />}
    </div>
  )
}

type ValueOf<Fact extends FactAnswer['fact']> = Extract<FactAnswer, { fact: Fact }>['value']

/** Somebody asked for the form with a key, and types on. */
const focusOnMount = (element: HTMLElement | null): void => element?.focus()

function CloseButton({ onClose }: { onClose: () => void }) {
  return <Button label="Cancel" size="sm" look="quiet" onClick={onClose} />
}

type FormProps<Fact extends FactAnswer['fact']> = {
  suggestion: ValueOf<Fact> | undefined
  onAnswer: (answer: FactAnswer) => void
  close: ReactNode
}

function SmallForm({ label, onSubmit, children }: { label: string; onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className="flex flex-wrap items-end gap-2"
    >
      {children}
    </form>
  )
}

const save = <Button label="Save" type="submit" size="sm" className="min-h-10" />

function PlaceForm({ suggestion, onAnswer, close }: FormProps<'place'>) {
  const [text, setText] = useState(suggestion ? placeText(suggestion) : '')
  const [error, setError] = useState<string>()
  const { data: { places = [] } = {} } = useQuery({
    ...placesQuery(text),
    enabled: text.trim().length > 1,
    placeholderData: (before) => before,
  })
  const listId = useId()

  function submit(): void {
    const place = readPlaceText(text, places)
    if (place) onAnswer({ fact: 'place', value: place })
    else setError('Write city and state, such as Tulsa, OK')
  }

  return (
    <SmallForm label="Correct the place" onSubmit={submit}>
      <Field label="City, State" hint="Or a ZIP code, or Remote" error={error} className="min-w-48 grow sm:max-w-72">
        {(control) => (
          <TextInput
            {...control}
            ref={focusOnMount}
            list={listId}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <datalist id={listId}>
        {places.map((place) => (
          <option key={placeText(place)}>{placeText(place)}</option>
        ))}
      </datalist>
      {save}
      {close}
    </SmallForm>
  )
}

function EmployerForm({ onAnswer, close }: FormProps<'employer'>) {
  const [employer, setEmployer] = useState('')
  const [error, setError] = useState<string>()

  function submit(): void {
    if (employer.trim() === '') setError('Name the employer, or write Confidential employer')
    else onAnswer({ fact: 'employer', value: { employer: employer.trim() } })
  }

  return (
    <SmallForm label="Correct the employer" onSubmit={submit}>
      <Field label="Employer" error={error} className="min-w-48 grow sm:max-w-72">
        {(control) => (
          <TextInput {...control} ref={focusOnMount} value={employer} onChange={(event) => setEmployer(event.target.value)} />
        )}
      </Field>
      {save}
      {close}
    </SmallForm>
  )
}

function TypeForm({ onAnswer, close }: FormProps<'type'>) {
  const [type, setType] = useState<EmploymentType>(employmentTypes[0])
  return (
    <SmallForm label="Correct the job type" onSubmit={() => onAnswer({ fact: 'type', value: type })}>
      <SelectField
        label="Job type"
        className="min-w-48 grow sm:max-w-72"
        ref={focusOnMount}
        value={type}
        onChange={(event) => setType(event.target.value as EmploymentType)}
        options={employmentTypes.map((value) => ({ value, label: employmentTypeLabels[value] }))}
      />
      {save}
      {close}
    </SmallForm>
  )
}

function SpecialtyForm({ suggestion, onAnswer, close }: FormProps<'specialty'>) {
  const [specialty, setSpecialty] = useState<string>(suggestion?.specialty ?? '')
  const [other, setOther] = useState(suggestion?.other ?? '')
  const [error, setError] = useState<string>()

  function submit(): void {
    if (specialty === '') return setError('Choose a specialty')
    const named = specialty === 'Other' && other.trim() !== '' ? { other: other.trim() } : {}
    onAnswer({ fact: 'specialty', value: { specialty: specialty as Specialty, ...named } })
  }

  return (
    <SmallForm label="Correct the specialty" onSubmit={submit}>
      <SelectField
        label="Specialty"
        error={error}
        className="min-w-48 grow sm:max-w-72"
        ref={focusOnMount}
        value={specialty}
        onChange={(event) => setSpecialty(event.target.value)}
        empty="Choose one"
        options={specialties}
      />
      {specialty === 'Other' && (
        <Field label="Its name" optional className="min-w-40 grow sm:max-w-60">
          {(control) => <TextInput {...control} value={other} onChange={(event) => setOther(event.target.value)} />}
        </Field>
      )}
      {save}
      {close}
    </SmallForm>
  )
}

function PayForm({ suggestion, onAnswer, close }: FormProps<'pay'>) {
  const [min, setMin] = useState(String(suggestion?.min ?? ''))
  const [max, setMax] = useState(String(suggestion?.max ?? ''))
  const [unit, setUnit] = useState<PayUnit>(suggestion?.unit ?? 'YEAR')
  const [error, setError] = useState<string>()

  function submit(): void {
    const [low, high] = [amountOf(min), amountOf(max)]
    if (low === undefined && high === undefined) return setError('Write an amount, or choose Not stated')
    if (Number.isNaN(low) || Number.isNaN(high)) return setError('Write figures, such as 250000 or 250K')
    if (low !== undefined && high !== undefined && low > high) return setError('The lowest pay is above the highest')
    const ends = { ...(low !== undefined && { min: low }), ...(high !== undefined && { max: high }) }
    onAnswer({ fact: 'pay', value: { ...ends, unit, ...(suggestion?.text && { text: suggestion.text }) } })
  }

  return (
    <SmallForm label="Correct the pay" onSubmit={submit}>
      <TextField
        label="Lowest pay, $"
        error={error}
        className="w-36"
        ref={focusOnMount}
        inputMode="decimal"
        autoComplete="off"
        value={min}
        onChange={(event) => setMin(event.target.value)}
      />
      <TextField
        label="Highest pay, $"
        optional
        className="w-36"
        inputMode="decimal"
        autoComplete="off"
        value={max}
        onChange={(event) => setMax(event.target.value)}
      />
      <SelectField
        label="For"
        className="w-36"
        value={unit}
        onChange={(event) => setUnit(event.target.value as PayUnit)}
        options={payUnits.map((payUnit) => ({ value: payUnit, label: payUnitLabels[payUnit] }))}
      />
      {save}
      <Button size="sm" look="secondary" className="min-h-10" onClick={() => onAnswer({ fact: 'pay', value: {} })}>
        Not stated
      </Button>
      {close}
    </SmallForm>
  )
}

type PlaceValue = { city: string; state: StateCode; zip?: string | undefined }

/** 'Tulsa, OK', 'Oklahoma', 'Remote', or a ZIP code whose city was suggested; undefined for what names no place. */
function readPlaceText(text: string, suggested: readonly PlaceValue[]): PlaceValue | undefined {
  const typed = text.trim()
  if (/^remote$/i.test(typed)) return { city: 'Remote', state: 'OTHER' }
  if (/^\d{5}$/.test(typed)) return suggested.find((it) => it.zip === typed)
  const alone = parseState(typed)
  if (alone && alone !== 'OTHER' && typed.length > 2) return { city: '', state: alone }
  const comma = typed.lastIndexOf(',')
  const [city, state] = [typed.slice(0, comma).trim(), parseState(typed.slice(comma + 1))]
  return comma > 0 && city !== '' && state !== undefined ? { city, state } : undefined
}
