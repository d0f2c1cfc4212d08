import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { Specialty } from './specialties.ts'
import { parseSpecialty } from './specialties.ts'
import type { EmploymentType, PracticeSetting, Schedule, Benefit, VisaSupport } from './model.ts'
import { benefits, employmentTypes, practiceSettings, schedules, visaSupports } from './model.ts'

/**
 * One search, as both sides understand it after reading an address: what is absent is not asked for.
 * Unknown, malformed and empty values are dropped here, once, so nothing behind this has to doubt them.
 */
export type SearchCriteria = {
  keyword?: string
  specialty?: Specialty
  state?: StateCode
  /** A city, a ZIP code or a state's name, as typed; the server finds the place. */
  city?: string
  jobType?: EmploymentType
  /** Miles around the place, one of `radii`; absent means `defaultRadius`. */
  radius?: number
  visa?: VisaSupport
  setting?: PracticeSetting[]
  schedule?: Schedule[]
  benefits?: Benefit[]
  /** US dollars a year. */
  minPay?: number
  /** Posted within this many days, one of `postedWithinDays`. */
  postedWithin?: number
  newGraduates?: true
  telehealth?: true
  page?: number
  limit?: number
  sortBy?: SortBy
  sortOrder?: SortOrder
}

export const sortKeys = [
  'recent',
  'oldest',
  'relevance',
  'updated',
  'title',
  'city',
  'state',
  'specialty',
  'type',
  'comp',
] as const
export type SortBy = (typeof sortKeys)[number]
export type SortOrder = 'asc' | 'desc'

export const radii = [10, 25, 50, 100, 200] as const
export const defaultRadius = 50
export const postedWithinDays = [1, 3, 7, 14, 30] as const
export const minPaySteps = [150_000, 200_000, 250_000, 300_000, 350_000, 400_000, 500_000, 600_000] as const
export const pageSize = 20
export const maxLimit = 100
/** Results beyond this many cannot be paged to; a larger total is told as 'more than'. */
export const maxReachable = 10_000
const maxKeyword = 200
const maxCity = 100

type Raw = Record<string, unknown>

/** Reads a search from the parsed query string of an address or an API call. Never throws. */
export function parseSearchCriteria(raw: Raw): SearchCriteria {
  const limit = wholeNumber(raw['limit'], 1, maxLimit)
  return compact({
    keyword: text(raw['keyword'], maxKeyword),
    specialty: given(raw['specialty'], parseSpecialty),
    state: given(raw['state'], parseState),
    city: text(raw['city'], maxCity),
    jobType: oneOf(employmentTypes, raw['jobType']),
    radius: oneOf(radii, Number(raw['radius'])),
    visa: oneOf(visaSupports, raw['visa']),
    setting: someOf(practiceSettings, raw['setting']),
    schedule: someOf(schedules, raw['schedule']),
    benefits: someOf(benefits, raw['benefits']),
    minPay: wholeNumber(raw['minPay'], 1, 5_000_000),
    postedWithin: oneOf(postedWithinDays, Number(raw['postedWithin'])),
    newGraduates: flag(raw['newGraduates']),
    telehealth: flag(raw['telehealth']),
    page: reachablePage(raw['page'], limit),
    limit: limit === pageSize ? undefined : limit,
    sortBy: oneOf(sortKeys, raw['sortBy']),
    sortOrder: oneOf(['asc', 'desc'] as const, raw['sortOrder']),
  })
}

/** The criteria that choose jobs, without the ones that only arrange them: what facets and alerts are made of. */
export function filtersOf(criteria: SearchCriteria): SearchCriteria {
  const { page: _page, limit: _limit, sortBy: _sortBy, sortOrder: _sortOrder, ...filters } = criteria
  return filters
}

/** The query string in one canonical order, so that equal searches have equal addresses and cache keys. */
export function searchParamsOf(criteria: SearchCriteria): Record<string, string> {
  const params: Record<string, string> = {}
  for (const key of Object.keys(criteria).toSorted() as (keyof SearchCriteria)[]) {
    const value = criteria[key]
    if (value !== undefined) params[key] = Array.isArray(value) ? value.join(',') : String(value)
  }
  return params
}

function compact(criteria: { [K in keyof SearchCriteria]: SearchCriteria[K] | undefined }): SearchCriteria {
  return Object.fromEntries(Object.entries(criteria).filter(([, value]) => value !== undefined))
}

/** One line without control characters; 'all' is how the forms say 'no choice'. */
function text(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const clean = String(value)
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (clean === '' || clean.toLowerCase() === 'all') return undefined
  return Array.from(clean).slice(0, max).join('').trim()
}

function given<T>(value: unknown, parse: (text: string) => T | undefined): T | undefined {
  return typeof value === 'string' ? parse(value) : undefined
}

function oneOf<T extends string | number>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((it) => it === value)
}

function someOf<T extends string>(allowed: readonly T[], value: unknown): T[] | undefined {
  const asked = new Set((Array.isArray(value) ? value : [value]).flatMap((it) => (typeof it === 'string' ? it.split(',') : [])))
  const known = allowed.filter((it) => asked.has(it))
  return known.length > 0 ? known : undefined
}

function wholeNumber(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  if (!Number.isFinite(number)) return undefined
  return Math.min(max, Math.max(min, Math.trunc(number)))
}

function reachablePage(value: unknown, limit: number = pageSize): number | undefined {
  const page = wholeNumber(value, 1, Math.ceil(maxReachable / limit))
  return page === 1 ? undefined : page
}

function flag(value: unknown): true | undefined {
  return value === true || value === 'true' || value === '1' ? true : undefined
}
