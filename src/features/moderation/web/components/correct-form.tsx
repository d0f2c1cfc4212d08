import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { payUnitLabels, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels, employmentTypes, payUnits } from '#features/jobs/model.ts'
import type { EmploymentType, PayUnit } from '#features/jobs/model.ts'
import { specialties } from '#vocabulary/specialties.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { amountOf } from '#features/postings/typed-values.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { Doubt } from '#features/moderation/contract.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { placesQuery } from '../queries.ts'
import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'

type Props = { doubt: Doubt; onAnswer: (answer: FactAnswer) => void; onClose: () => void }
type FormProps = { suggestion: FactAnswer | null; onAnswer: (answer: FactAnswer) => void; close: ReactNode }

/** A small form for one fact, filled in with the suggestion. Enter saves, Escape closes. */
export function CorrectForm({ doubt: { fact, suggestion }, onAnswer, onClose }: Props) {
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const Form = forms[fact]
  const close = <Button label="Cancel" size="sm" look="quiet" onClick={onClose} />
  return <div className="lg:col-span-2">{Form && <Form suggestion={suggestion} onAnswer={onAnswer} close={close} />}</div>
}

const forms: { [Name in Doubt['fact']]?: ComponentType<FormProps> } = {
  place: PlaceForm,
  specialty: SpecialtyForm,
  pay: PayForm,
  type: TypeForm,
  employer: EmployerForm,
}

/** Somebody asked for the form with a key, and types on. */
const focusOnMount = (element: HTMLElement | null): void => element?.focus()

type SmallFormProps = { label: string; onSubmit: () => void; close: ReactNode; children: ReactNode }

const SmallForm = ({ label, onSubmit, close, children }: SmallFormProps) => (
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
    <Button label="Save" type="submit" size="sm" className="min-h-10" />
    {close}
  </form>
)

function PlaceForm({ suggestion, onAnswer, close }: FormProps) {
  const [text, setText] = useState(suggestion?.fact === 'place' ? placeText(suggestion.value) : '')
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
    <SmallForm label="Correct the place" onSubmit={submit} close={close}>
      <TextField
        label="City, State"
        hint="Or a ZIP code, or Remote"
        error={error}
        className="min-w-48 grow sm:max-w-72"
        ref={focusOnMount}
        list={listId}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={listId}>
        {places.map((place) => (
          <option key={placeText(place)}>{placeText(place)}</option>
        ))}
      </datalist>
    </SmallForm>
  )
}

function EmployerForm({ onAnswer, close }: FormProps) {
  const [employer, setEmployer] = useState('')
  const [error, setError] = useState<string>()

  function submit(): void {
    if (employer.trim() === '') setError('Name the employer, or write Confidential employer')
    else onAnswer({ fact: 'employer', value: { employer: employer.trim() } })
  }

  return (
    <SmallForm label="Correct the employer" onSubmit={submit} close={close}>
      <TextField
        label="Employer"
        error={error}
        className="min-w-48 grow sm:max-w-72"
        ref={focusOnMount}
        value={employer}
        onChange={(event) => setEmployer(event.target.value)}
      />
    </SmallForm>
  )
}

function TypeForm({ onAnswer, close }: FormProps) {
  const [type, setType] = useState<EmploymentType>(employmentTypes[0])
  return (
    <SmallForm label="Correct the job type" onSubmit={() => onAnswer({ fact: 'type', value: type })} close={close}>
      <SelectField
        label="Job type"
        className="min-w-48 grow sm:max-w-72"
        ref={focusOnMount}
        value={type}
        onChange={(event) => setType(event.target.value as EmploymentType)}
        options={employmentTypes.map((value) => ({ value, label: employmentTypeLabels[value] }))}
      />
    </SmallForm>
  )
}

function SpecialtyForm({ suggestion, onAnswer, close }: FormProps) {
  const known = suggestion?.fact === 'specialty' ? suggestion.value : undefined
  const [specialty, setSpecialty] = useState<string>(known?.specialty ?? '')
  const [other, setOther] = useState(known?.other ?? '')
  const [error, setError] = useState<string>()

  function submit(): void {
    if (specialty === '') return setError('Choose a specialty')
    const named = specialty === 'Other' && other.trim() !== '' ? { other: other.trim() } : {}
    onAnswer({ fact: 'specialty', value: { specialty: specialty as Specialty, ...named } })
  }

  return (
    <SmallForm label="Correct the specialty" onSubmit={submit} close={close}>
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
        <TextField
          label="Its name"
          optional
          className="min-w-40 grow sm:max-w-60"
          value={other}
          onChange={(event) => setOther(event.target.value)}
        />
      )}
    </SmallForm>
  )
}

function PayForm({ suggestion, onAnswer, close }: FormProps) {
  const known = suggestion?.fact === 'pay' ? suggestion.value : undefined
  const [min, setMin] = useState(String(known?.min ?? ''))
  const [max, setMax] = useState(String(known?.max ?? ''))
  const [unit, setUnit] = useState<PayUnit>(known?.unit ?? 'YEAR')
  const [error, setError] = useState<string>()

  function submit(): void {
    const [low, high] = [amountOf(min), amountOf(max)]
    if (low === undefined && high === undefined) return setError('Write an amount, or choose Not stated')
    if (Number.isNaN(low) || Number.isNaN(high)) return setError('Write figures, such as 250000 or 250K')
    if (low !== undefined && high !== undefined && low > high) return setError('The lowest pay is above the highest')
    const ends = { ...(low !== undefined && { min: low }), ...(high !== undefined && { max: high }) }
    onAnswer({ fact: 'pay', value: { ...ends, unit, ...(known?.text && { text: known.text }) } })
  }

  return (
    <SmallForm
      label="Correct the pay"
      onSubmit={submit}
      close={
        <>
          <Button label="Not stated" size="sm" look="secondary" onClick={() => onAnswer({ fact: 'pay', value: {} })} />
          {close}
        </>
      }
    >
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
