import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'
import {
  benefits,
  employmentTypeLabels,
  employmentTypes,
  practiceSettings,
  schedules,
  visaLabels,
  visaSupports,
} from '#features/jobs/model.ts'
import { defaultRadius, minPaySteps, postedWithinDays, radii } from '#features/jobs/search-criteria.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { specialties } from '#features/jobs/specialties.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { postedWithinLabel } from '#features/jobs/applied-filters.ts'
import { facetsQuery } from '../queries.ts'
import { useResults } from './results-context.ts'

type Counts = { value: string; count: number }[] | undefined
type Option = { value: string; label: string; count?: number | undefined }

type Props = {
  /** Whether the place is asked for here, too; the search bar has it on wide screens. */
  withPlace: boolean
}

export function FilterFields({ withPlace }: Props) {
  const { criteria } = useResults()
  const { data: facets } = useQuery({ ...facetsQuery(criteria), placeholderData: keepPreviousData })
  const counts = facets?.counts
  return (
    <div className="flex flex-col gap-3">
      <Choice
        of="specialty"
        label="Specialty"
        any="All specialties"
        options={offered(specialties, counts?.specialties, criteria.specialty)}
      />
      <Choice
        of="state"
        label="State"
        any="All states"
        options={offered(stateCodes, counts?.states, criteria.state, stateName)}
      />
      {withPlace && <Place />}
      <Choice
        of="radius"
        label="Distance"
        any={`Within ${defaultRadius} miles`}
        options={radii.filter((it) => it !== defaultRadius).map((it) => ({ value: `${it}`, label: `Within ${it} miles` }))}
      />
      <Choice
        of="jobType"
        label="Job type"
        any="All job types"
        options={offered(employmentTypes, counts?.jobTypes, criteria.jobType, (type) => employmentTypeLabels[type])}
      />
      <Choice
        of="minPay"
        label="Pay at least"
        any="Any pay"
        options={paySteps(criteria.minPay).map((it) => ({ value: `${it}`, label: `$${formatNumber(it)} a year` }))}
      />
      <Choice
        of="postedWithin"
        label="Posted"
        any="Any time"
        options={postedWithinDays.map((it) => ({ value: `${it}`, label: postedWithinLabel(it) }))}
      />
      <Choice
        of="visa"
        label="Visa sponsorship"
        any="Any or not stated"
        options={offered(visaSupports, counts?.visa, criteria.visa, (it) => visaLabels[it])}
      />
      <div>
        <Tick of="newGraduates" value="true" label="New graduates" count={counts?.newGraduates} />
        <Tick of="telehealth" value="true" label="Telehealth" count={counts?.telehealth} />
      </div>
      <Ticks of="setting" label="Setting" values={practiceSettings} counts={counts?.settings} />
      <Ticks of="schedule" label="Schedule" values={schedules} counts={counts?.schedules} />
      <Ticks of="benefits" label="Benefits" values={benefits} counts={counts?.benefits} />
    </div>
  )
}

function Place() {
  const { criteria, address } = useResults()
  return (
    <Field label="City or ZIP">
      {(control) => (
        <TextInput
          {...control}
          name={address.fieldName('city')}
          defaultValue={criteria.city}
          maxLength={100}
          enterKeyHint="search"
        />
      )}
    </Field>
  )
}

type Of = { of: keyof SearchCriteria; label: string }

function Choice({ of, label, any, options }: Of & { any: string; options: Option[] }) {
  const { criteria, address } = useResults()
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} name={address.fieldName(of)} defaultValue={String(criteria[of] ?? '')}>
          <option value="">{any}</option>
          {options.map(({ value, label, count }) => (
            <option key={value} value={value}>
              {label}
              {count !== undefined && ` (${formatNumber(count)})`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function Ticks({ of, label, values, counts }: Of & { values: readonly string[]; counts: Counts }) {
  const { criteria } = useResults()
  const chosen = String(criteria[of] ?? '').split(',')
  return (
    <details open={criteria[of] !== undefined} className="group border-t border-line pt-2">
      <summary className="flex min-h-8 list-none items-center justify-between text-xs font-semibold pointer-coarse:min-h-11">
        {label}
        <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {values.map((value) => (
          <Tick key={value} of={of} value={value} label={value} checked={chosen.includes(value)} count={countOf(counts, value)} />
        ))}
      </fieldset>
    </details>
  )
}

type TickProps = Of & { value: string; count: number | undefined; checked?: boolean }

function Tick({ of, value, label, count, checked }: TickProps) {
  const { criteria, address } = useResults()
  const note: ReactNode = count === undefined ? undefined : formatNumber(count)
  return (
    <Checkbox
      name={address.fieldName(of)}
      value={value}
      label={label}
      note={note}
      defaultChecked={checked ?? criteria[of] === true}
    />
  )
}

/** What has no jobs is left out of the long lists, unless it is what was chosen. */
function offered<T extends string>(
  values: readonly T[],
  counts: Counts,
  chosen: string | undefined,
  label: (value: T) => string = (value) => value,
): Option[] {
  return values
    .map((value) => ({ value, label: label(value), count: counts && (countOf(counts, value) ?? 0) }))
    .filter(({ value, count }) => count !== 0 || value === chosen)
}

/** An address may ask for an amount between the steps. */
const paySteps = (chosen: number | undefined): number[] =>
  [...new Set([...minPaySteps, ...(chosen === undefined ? [] : [chosen])])].toSorted((a, b) => a - b)

const countOf = (counts: Counts, value: string): number | undefined =>
  counts && (counts.find((it) => it.value === value)?.count ?? 0)
