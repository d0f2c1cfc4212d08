import { slugOf } from '#shared/paths.ts'
import {
  allFilters,
  defaultRadius,
  filterLabel,
  shownPay,
  type Filter,
  type FilterName,
  type Filters,
} from './filters.ts'
import { unitsPerYear } from './model.ts'
import { listOf } from '#vocabulary/table.ts'
import { keysOf } from '#shared/keys.ts'

/**
 * One search, as both sides understand it after reading an address: what is absent is not asked
 * for. Unknown, malformed and empty values are dropped here, once, so nothing behind this has to
 * doubt them.
 */
export type SearchCriteria = Filters & {
  page?: number
  limit?: number
  sortBy?: SortBy
  sortOrder?: SortOrder
  /**
   * In milliseconds since 1970: jobs that were posted later are left out, so that the pages of a
   * list stay what they were.
   */
  asOf?: number
}

export const sortKeys = listOf(
  'recent, oldest, closest, relevance, updated, title, city, state, specialty, type, comp, aboveMedian',
)
export type SortBy = (typeof sortKeys)[number]
export type SortOrder = 'asc' | 'desc'

export const pageSize = 20
export const maxLimit = 100
/** Results beyond this many cannot be paged to; a larger total is shown as 'more than'. */
export const maxReachable = 10_000

/** Reads a search from the parsed query string of an address or an API call. Never throws. */
export function parseSearchCriteria(raw: Record<string, unknown>): SearchCriteria {
  const limit = wholeNumber(raw['limit'], [1, maxLimit])
  const given: [string, unknown][] = [
    ...allFilters
      .filter(({ name, onlyTyped }) => !onlyTyped && raw[name] !== undefined)
      .map((filter): [string, unknown] => [filter.name, valueOf(filter, raw[filter.name])]),
    ['page', reachablePage(raw['page'], limit)],
    ['limit', limit === pageSize ? undefined : limit],
    ['sortBy', sortKeys.find((key) => key === raw['sortBy'])],
    ['sortOrder', (['asc', 'desc'] as const).find((value) => value === raw['sortOrder'])],
    ['asOf', wholeNumber(raw['asOf'], [0, lastMoment])],
  ]
  return annual(Object.fromEntries(given.filter(([, value]) => value !== undefined)))
}

/** The end of the year 2199. */
const lastMoment = 7_258_118_400_000

/** No hour is paid like that: the figure is a year's. */
const mostAnHour = 10_000

/** An address with `hourly` has its pay in whole US dollars an hour. */
function annual(criteria: SearchCriteria): SearchCriteria {
  const { hourly, minPay, maxPay } = criteria
  if (!hourly) return criteria
  const ofYear = (pay: number) =>
    (pay < mostAnHour ? pay : shownPay(pay, hourly)) * unitsPerYear.HOUR
  return {
    ...criteria,
    ...(minPay && { minPay: ofYear(minPay) }),
    ...(maxPay && { maxPay: ofYear(maxPay) }),
  }
}

/**
 * The criteria that choose jobs, without the ones that only arrange them: what facets and alerts
 * are made of.
 */
export function filtersOf(criteria: SearchCriteria): Filters {
  const {
    limit: _limit,
    sortBy: _sortBy,
    sortOrder: _sortOrder,
    ...filters
  } = fromFirstPage(criteria)
  return filters
}

/** Another list begins at its first page, with what has been posted since. */
export const fromFirstPage = ({
  page: _page,
  asOf: _asOf,
  ...criteria
}: SearchCriteria): Omit<SearchCriteria, 'page' | 'asOf'> => criteria

/**
 * The query string in one canonical order, so that equal searches have equal addresses and cache
 * keys.
 */
export function searchParamsOf(criteria: SearchCriteria): {
  [Name in keyof SearchCriteria]?: string
} {
  const params: { [Name in keyof SearchCriteria]?: string } = {}
  for (const key of keysOf(criteria).toSorted()) {
    const value = criteria[key]
    if (value === undefined) continue
    const isPay = typeof value === 'number' && (key === 'minPay' || key === 'maxPay')
    params[key] = Array.isArray(value)
      ? value.join(',')
      : String(isPay ? shownPay(value, criteria.hourly) : value)
  }
  return params
}

export type AppliedFilter = {
  /** Unique among the applied filters. */
  key: string
  name: FilterName
  label: string
  /** The same search without this filter, from its first page. */
  without: SearchCriteria
}

/** What a search found out about its place: states and areas have no radius. */
type FoundPlace = {
  place?: { label?: string; radius?: number | undefined; isAbout?: true | undefined } | undefined
}

/** Every filter in force as people read it, in the order of the filter form. */
export const appliedFilters = (criteria: SearchCriteria, found?: FoundPlace): AppliedFilter[] =>
  allFilters.flatMap((filter) => {
    const { name } = filter
    const value = criteria[name]
    // A place says its radius, and without words there is nothing to take as typed.
    if (
      value === undefined ||
      name === 'radius' ||
      name === 'hourly' ||
      (name === 'literal' && criteria.keyword === undefined)
    )
      return []
    const chosen = [value].flat()
    return chosen.map((candidate) => {
      const rest = chosen.filter((value) => value !== candidate)
      return {
        key: `${name}:${candidate}`,
        name,
        label:
          (name === 'city' && typedDistance(criteria, found)) ||
          filterLabel(filter, name === 'city' ? asFound(candidate, found) : candidate, {
            ...criteria,
            ...(found && !found.place?.radius && { radius: null }),
          }),
        without:
          rest.length === 0 ? drop(criteria, name) : { ...drop(criteria, name), [name]: rest },
      }
    })
  })

/** 'dallas tx' was found as 'Dallas, TX'. */
const asFound = <T>(typed: T, found?: FoundPlace) => {
  const label = found?.place?.label
  return typeof typed === 'string' && label !== undefined && slugOf(label) === slugOf(typed)
    ? label
    : typed
}

/** 'within about 45 miles of Denver, CO', where the place box says how far. */
export const typedDistance = (
  { city, radius = defaultRadius }: SearchCriteria,
  found?: FoundPlace,
): string | undefined => {
  const { label, radius: miles, isAbout } = found?.place ?? {}
  const isTyped =
    city !== undefined && label !== undefined && miles !== undefined && miles !== radius
  return isTyped ? `within ${isAbout ? 'about ' : ''}${miles} miles of ${label}` : undefined
}

/** A radius means nothing without its place, and another set of jobs begins at page 1. */
function drop(criteria: SearchCriteria, name: FilterName): SearchCriteria {
  const belonging = name === 'city' ? ['radius'] : name === 'keyword' ? ['literal'] : []
  const gone = new Set<string>([name, 'page', 'asOf', ...belonging])
  return Object.fromEntries(Object.entries(criteria).filter(([key]) => !gone.has(key)))
}

/** Words are sorted by relevance, everything else by date. */
export const defaultSort = ({ keyword }: SearchCriteria): SortBy =>
  keyword === undefined ? 'recent' : 'relevance'

/** Addresses leave out what holds anyway. */
export const withoutDefaults = ({
  sortBy,
  radius,
  ...criteria
}: SearchCriteria): SearchCriteria => ({
  ...criteria,
  ...(sortBy && sortBy !== defaultSort(criteria) && { sortBy }),
  ...(radius && radius !== defaultRadius && { radius }),
})

function valueOf(filter: Filter, raw: unknown): unknown {
  if (filter.kind === 'text') return textOf(raw, filter.max)
  if (filter.kind === 'flag' || filter.kind === 'mode')
    return raw === true || raw === 'true' || raw === '1' ? true : undefined
  if (filter.kind === 'amount')
    return filter.range
      ? wholeNumber(dollarsOf(raw), filter.range)
      : filter.values.find((value) => value === Number(raw))
  const parse = filter.parse ?? ((text: string) => filter.values.find((value) => value === text))
  const wanted = new Set(
    [raw].flat().flatMap((value) => (typeof value === 'string' ? value.split(',').map(parse) : [])),
  )
  const known = filter.values.filter((value) => wanted.has(value))
  return known.length > 0 ? known : undefined
}

/** One line without control characters, cut at a word; 'all' is how the forms say 'no choice'. */
function textOf(value: unknown, max: number) {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const clean = String(value)
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (clean === '' || clean.toLowerCase() === 'all') return undefined
  const cut = cutFolded(clean, max)
  const isInWord = /\S/.test(clean[cut.length] ?? ' ')
  return (isInWord ? cut.replace(/\s\S*$/, '') : cut).trim()
}

/**
 * Cuts a text to so many characters, fewer where folding makes many of one ('ﷺ' becomes eighteen
 * letters). What folding makes of 200 has at most 1,600 bytes, and so fits into one word of an
 * index.
 */
function cutFolded(text: string, max: number) {
  const characters = Array.from(text).slice(0, max)
  let room = 2 * max
  const end = characters.findIndex(
    (character) => (room -= Array.from(character.normalize('NFKD')).length) < 0,
  )
  return characters.slice(0, end < 0 ? max : end).join('')
}

/** People write '$300k' and '300,000'. */
const dollarsOf = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/[$,\s]/g, '').replace(/(?<=\d)k$/i, '000') : value

function wholeNumber(value: unknown, [min, max]: readonly [number, number]) {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value !== ''
        ? Number(value)
        : Number.NaN
  if (!Number.isFinite(number)) return undefined
  return Math.min(max, Math.max(min, Math.trunc(number)))
}

function reachablePage(value: unknown, limit: number = pageSize) {
  const page = wholeNumber(value, [1, Math.ceil(maxReachable / limit)])
  return page === 1 ? undefined : page
}

const kind = (label: string, heading: string, criteria: SearchCriteria) => ({
  label,
  heading: (specialty: string) => heading.replace('…', specialty),
  criteria,
})

/**
 * What a landing page of a specialty is about, beside its states and places, by the last part of
 * its address.
 */
export const landingKinds = {
  locums: kind('Locums', 'Locums … Jobs', { jobType: ['locums'] }),
  'part-time': kind('Part-time', 'Part-Time … Jobs', { jobType: ['part-time'] }),
  telehealth: kind('Telehealth', 'Telehealth … Jobs', { telehealth: true }),
  'new-graduates': kind('For new graduates', '… Jobs for New Graduates', { newGraduates: true }),
  'j-1-waiver': kind('J-1 waiver', '… Jobs with a J-1 Waiver', { visa: ['J1'] }),
  'h-1b': kind('H-1B sponsorship', '… Jobs with H-1B Sponsorship', { visa: ['H1B'] }),
  'this-week': kind('Posted this week', '… Jobs Posted This Week', { postedWithin: 7 }),
}

export type LandingKind = keyof typeof landingKinds

export const isLandingKind = (text: string): text is LandingKind =>
  Object.hasOwn(landingKinds, text)

/** The kind that these filters are, beside a specialty. */
export const kindOf = (filters: SearchCriteria): LandingKind | undefined =>
  keysOf(landingKinds).find(
    (kind) => JSON.stringify(landingKinds[kind].criteria) === JSON.stringify(filters),
  )
