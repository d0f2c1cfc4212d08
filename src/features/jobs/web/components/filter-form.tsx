import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Understanding } from '#features/jobs/contract.ts'
import type { Facets } from '#features/jobs/contract-counts.ts'
import {
  allFilters,
  defaultRadius,
  type Filter,
  type FilterName,
  type ListedFilter,
} from '#features/jobs/filters.ts'
import { appliedFilters, fromFirstPage } from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, SelectField, TextField, TextInput } from '#ui/field.tsx'
import { Once, useHydrated, useNavigate } from '#platform/web/navigation.tsx'
import { useChange } from '#platform/web/browser.ts'
import { facetsQuery, suggestQuery } from '../queries.ts'
import { PayFilter } from './pay-filter.tsx'
import { useResults } from './results-context.tsx'

export const filterFormId = 'job-filters'

/**
 * The filter form itself. On small screens a drawer holds a second one; without JavaScript this one
 * stands under the results.
 */
export function FilterSidebar({
  understanding,
  applied,
}: Pick<FieldsProps, 'understanding'> & { applied: ReactNode }) {
  const { criteria, address, carried } = useResults()
  return (
    <form id={filterFormId} action={address.path} aria-label="Filters" className="filter-sidebar">
      <h2 className="eyebrow mb-2">
        {appliedFilters(criteria).length > 0 ? 'Filtering by' : 'Filters'}
      </h2>
      {applied}
      {Object.entries({ ...address.fixed, ...carried }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FilterFields withPlace={false} understanding={understanding} />
      <ApplyFilters />
    </form>
  )
}

/** With scripts each change applies at once. */
const ApplyFilters = () =>
  !useHydrated() && <Button label="Apply filters" type="submit" className="mt-4 w-full" />

type FieldsProps = {
  /** The search bar asks for the place on wide screens. */
  withPlace: boolean
  understanding: Understanding | undefined
}

export function FilterFields({ withPlace, understanding }: FieldsProps) {
  const { criteria } = useResults()
  const { data: facets } = useQuery({ ...facetsQuery(criteria), placeholderData: keepPreviousData })
  const hasPlace = (understanding?.place?.radius ?? criteria.radius) !== undefined
  const understood = criteria.literal ? [] : (understanding?.parts ?? [])
  return (
    <div className="flex flex-col gap-3">
      {allFilters.map((filter) => {
        const { name, field } = filter
        if (name === 'minPay') return <PayFilter key={name} pay={facets?.pay ?? []} />
        if (name === 'maxPay' || (name === 'radius' && !hasPlace)) return null
        if (field)
          return withPlace || name !== 'city' ? (
            <FilterField
              key={name}
              {...field}
              filter={filter}
              facets={facets}
              understood={understood}
            />
          ) : null
        // Keeps criteria that the address has and the form does not ask for.
        const value = name === 'keyword' ? undefined : criteria[name]
        return value === undefined ? null : (
          <input key={name} type="hidden" name={name} value={String(value)} />
        )
      })}
    </div>
  )
}

type FilterFieldProps = {
  filter: Filter
  label: string
  any?: string
  facets: Facets | undefined
  understood: Understanding['parts']
}

function FilterField({ filter, label, any = '', facets, understood }: FilterFieldProps) {
  const { criteria, address } = useResults()
  const { name, kind } = filter
  const chosen = [criteria[name] ?? []].flat().map(String)
  const field = { label, name: address.fieldName(name), defaultValue: chosen[0] ?? '' }
  if (kind === 'mode') return null
  if (kind === 'text') return <TextField {...field} maxLength={filter.max} enterKeyHint="search" />
  if (kind === 'amount') {
    const { option = filter.label } = filter
    // An address may ask for an amount between the steps.
    const steps = [...new Set([...filter.values, ...chosen.map(Number)])].toSorted((a, b) => a - b)
    const options = steps
      .filter((step) => name !== 'radius' || step !== defaultRadius)
      .map((step) => ({ value: `${step}`, label: option(step) }))
    return <SelectField {...field} empty={any} options={options} />
  }
  const typed = new Map(
    understood.flatMap(({ values, without }) =>
      (values?.[name] ?? []).map((value) => [value, without] as const),
    ),
  )
  const ticked = [...new Set([...chosen, ...typed.keys()])]
  const makeOptions = () =>
    optionsOf(filter, facets)
      .map((option) => ({
        ...option,
        without: chosen.includes(option.value) ? undefined : typed.get(option.value),
      }))
      // A choice without jobs is no choice.
      .filter(({ value, count }) => count !== 0 || ticked.includes(value))
  // Before the counts are there, and unless something is chosen, it is the same on every page.
  const isBare = facets === undefined && ticked.length === 0
  if (kind !== 'flag' && isBare)
    return <Ticks name={name} label={label} options={makeOptions} chosen={ticked} isBare />
  const options = makeOptions()
  const [option] = options
  if (!option) return null
  if (kind === 'flag') return tick(field.name, { ...option, label }, chosen.length > 0)
  return <Ticks name={name} label={label} options={() => options} chosen={ticked} isBare={false} />
}

/**
 * `note` is the count in words. Where the keyword says the value, `without` is what else it says.
 */
type Option = {
  value: string
  label: string
  count: number | undefined
  note?: string | undefined
  without?: string | undefined
}

function optionsOf(
  { values, label, option = label, facet }: ListedFilter,
  facets: Facets | undefined,
): Option[] {
  const counted = facets && facet && facets.counts[facet]
  return values.map((value) => {
    const count =
      typeof counted === 'object'
        ? (counted.find((candidate) => candidate.value === value)?.count ?? 0)
        : counted
    const note =
      count === undefined
        ? undefined
        : `${facets?.countsAreEstimates && count > 0 ? 'about ' : ''}${formatNumber(count)}`
    return { value, label: option(value), count, note }
  })
}

const longList = 12

type TicksProps = { name: FilterName; label: string; chosen: string[] }

function Ticks({
  name,
  label,
  options,
  chosen,
  isBare,
}: TicksProps & { options: () => Option[]; isBare: boolean }) {
  const { address } = useResults()
  const boxes = useRef<HTMLFieldSetElement>(null)
  // A choice opens the list. Taking back the last choice does not close it.
  const [isOpen, setOpen] = useState(chosen.length > 0)
  if (chosen.length > 0 && !isOpen) setOpen(true)
  // Unopened lists would be most of a page's elements, so the server sends them as text for
  // browsers without scripts.
  const [isMade, setMade] = useState(isOpen)
  if (isOpen && !isMade) setMade(true)
  useEffect(() => {
    if (!boxes.current?.closest('details')?.open) return undefined
    // Waits until an early tick has been applied.
    const timer = setTimeout(() => setMade(true))
    return () => clearTimeout(timer)
  }, [])
  return (
    <Once
      as="details"
      name={isBare ? `filter ${address.fieldName(name)}` : undefined}
      open={isOpen}
      className="border-t border-line pt-2"
    >
      {() => (
        <>
          <summary onClick={() => setMade(true)} className="filter-summary">
            {label}
            {chosen.length > 0 && (
              <span className="mr-auto ml-1.5 text-muted tabular-nums">({chosen.length})</span>
            )}
          </summary>
          {isMade ? (
            <MadeTicks key="made" {...{ name, label, chosen, boxes }} options={options()} />
          ) : (
            <fieldset
              ref={boxes}
              className="filter-boxes"
              suppressHydrationWarning
              dangerouslySetInnerHTML={{
                __html: import.meta.env.SSR
                  ? unmadeTicks(address.fieldName(name), label, options())
                  : '',
              }}
            />
          )}
        </>
      )}
    </Once>
  )
}

function MadeTicks({
  name,
  label,
  options,
  chosen,
  boxes,
}: TicksProps & { options: Option[]; boxes: RefObject<HTMLFieldSetElement | null> }) {
  const { address } = useResults()
  // Chosen values stand on top, but do not move while somebody uses the list.
  const [top, setTop] = useState(chosen)
  useChange(options.map((option) => option.without).join(), () => setTop(chosen))
  const isOnTop = ({ value }: Option) => Number(top.includes(value))
  const [wanted, setWanted] = useState('')
  const isFound = useFinder(wanted)
  const found = options.filter((option) => chosen.includes(option.value) || isFound(option.label))
  return (
    <>
      {options.length > longList && (
        <div className="mb-1 p-0.5 noscript:hidden">
          <TextInput
            aria-label={`Find in ${label}`}
            placeholder={`Find in ${label}`}
            autoComplete="off"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              boxes.current?.querySelector<HTMLElement>('input:not(:checked)')?.click()
              setWanted('')
            }}
          />
          <p role="status" className="sr-only">
            {wanted && `${found.length} found. Enter chooses the first.`}
          </p>
        </div>
      )}
      <fieldset ref={boxes} className="filter-boxes">
        <legend className="sr-only">{label}</legend>
        {found
          .toSorted((a, b) => isOnTop(b) - isOnTop(a))
          .map((option) => tick(address.fieldName(name), option, chosen.includes(option.value)))}
      </fieldset>
    </>
  )
}

/**
 * Whether a label has a word that begins as typed, or is what the server knows by this name
 * ('peds', 'heart').
 */
function useFinder(typed: string): (label: string) => boolean {
  const text = typed.trim().toLowerCase()
  const { data } = useQuery({
    ...suggestQuery(text, 'keyword'),
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  })
  const known =
    text.length > 1 ? (data?.suggestions ?? []).map((suggestion) => suggestion.label) : []
  return (label) =>
    known.includes(label) ||
    ` ${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')}`.includes(` ${text}`)
}

const unmadeTicks = (name: string, legend: string, options: Option[]) => {
  const ticks = options.map(
    ({ value, label }) =>
      `<label><input type=checkbox name=${name} value="${escaped(value)}">${escaped(label)}</label>`,
  )
  return `<legend class="sr-only">${escaped(legend)}</legend><noscript>${ticks.join('')}</noscript>`
}
const escaped = (text: string) => text.replaceAll(/["&<]/g, (match) => `&#${match.charCodeAt(0)};`)

/** No component of its own: a list has dozens. */
const tick = (name: string, option: Option, isChosen: boolean) =>
  option.without === undefined ? (
    <Checkbox
      key={option.value}
      name={name}
      value={option.value}
      label={option.label}
      note={option.note}
      defaultChecked={isChosen}
    />
  ) : (
    <TypedTick key={`typed ${option.value}`} {...option} without={option.without} />
  )

/**
 * A value that the keyword names is no field of the form. Unticking it removes its words from the
 * keyword.
 */
function TypedTick({ value, label, note, without }: Option & { without: string }) {
  const { address, criteria, carried } = useResults()
  const navigate = useNavigate()
  const { keyword: _keyword, ...rest } = fromFirstPage(criteria)
  const search = {
    ...address.search(without === '' ? rest : { ...rest, keyword: without }),
    ...carried,
  }
  return (
    <Checkbox
      value={value}
      label={label}
      note={note}
      checked
      onChange={() => navigate({ to: address.path, search, keepScroll: true })}
    />
  )
}
