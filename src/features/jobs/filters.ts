import { formatNumber } from '#shared/numbers.ts'
import { maxKeyword } from '#shared/paths.ts'
import { parseState, stateCodes, stateName } from '#shared/us-states.ts'
import {
  benefits,
  employmentTypeLabels,
  employmentTypes,
  payrollTypes,
  practiceSettings,
  schedules,
  unitsPerYear,
  userTypes,
  visaLabels,
  visaSupports,
} from './model.ts'
import { parseSpecialty, specialties } from '#vocabulary/specialties.ts'

/**
 * Every filter, once: search, facets, alerts, chips and forms read this table. Its order is that of
 * the form; a key is the name in addresses. `word` is the lexeme that `search_document` in the
 * database gives to jobs with the value; what has none is a condition in
 * `server/compile/conditions.ts`.
 */

type Described = {
  /** Understood in a keyword, and no parameter of its own. */
  onlyTyped?: true
  /** In the filter form; `any` is the first option of a select. */
  field?: { label: string; any?: string }
}
type Indexed<T extends string, F extends string = never> = Described & {
  values: readonly T[]
  /** As chips, selects and alerts say it. */
  label(this: void, value: NoInfer<T>): string
  /** In the form, where its field's label says the rest. */
  option?(this: void, value: NoInfer<T>): string
  word(this: void, value: NoInfer<T>): string
  /** Accepts more spellings than `values`. */
  parse?(this: void, text: string): NoInfer<T> | undefined
  /** Its list among the counts of `getFacets`. */
  facet?: F
}
type Text = Described & {
  kind: 'text'
  max: number
  label(this: void, value: string, others: { radius?: number | null }): string
}
/** How the other filters are read, rather than a condition of its own. */
type Mode = Described & { kind: 'mode'; values: readonly ['true']; label(this: void): string }
type Amount = Described & {
  kind: 'amount'
  /** What forms offer; the only values of an address, too, unless that has a `range`. */
  values: readonly number[]
  range?: readonly [number, number]
  label(this: void, value: number, others?: { hourly?: boolean }): string
  option?(this: void, value: number): string
}

const anyOf = <T extends string, F extends string = never>(indexed: Indexed<T, F>) =>
  Object.assign(indexed, { kind: 'anyOf' as const })
const allOf = <T extends string, F extends string = never>(indexed: Indexed<T, F>) =>
  Object.assign(indexed, { kind: 'allOf' as const })
const flag = <F extends string>({
  label,
  field = { label },
  ...it
}: Described & { label: string; facet: F }) => ({
  ...it,
  field,
  kind: 'flag' as const,
  values: ['true'] as const,
  label: () => label,
  word: () => `@${it.facet}`,
})
const text = (filter: Omit<Text, 'kind'>): Text => ({ ...filter, kind: 'text' })
const amount = (filter: Omit<Amount, 'kind'>): Amount => ({ ...filter, kind: 'amount' })
const mode = (filter: Omit<Mode, 'kind' | 'values'>): Mode => ({
  ...filter,
  kind: 'mode',
  values: ['true'],
})

export const defaultRadius = 50
/** As `minPay`, it asks for jobs that state their pay. */
export const anyPay = 1
/** Pay a year in the unit that a form shows. */
export const shownPay = (annual: number, hourly = false): number =>
  hourly ? Math.round(annual / unitsPerYear.HOUR) : annual
const payLabel = (annual: number, hourly = false) =>
  `$${formatNumber(shownPay(annual, hourly))} ${hourly ? 'an hour' : 'a year'}`

const unlisted: readonly string[] = []
const itself = (value: string) => value
const orOther = (kind: string) => (value: string) => (value === 'Other' ? `Other ${kind}` : value)

/**
 * What the terms of a posting are filtered by; the texts say them, and the reader of texts stores
 * the words.
 */
export const callLimits = ['none', '8', '6', '5', '4', '3'] as const
export const fteShares = ['0.5', '0.6', '0.7', '0.8', '0.9', '1.0'] as const
/** Quarters by their last month, the name of which a label says. */
const quarters = new Map([
  ['03', 'March'],
  ['06', 'June'],
  ['09', 'September'],
  ['12', 'December'],
])
/** The quarters of a year and of so many years after it, as '2027-03'. */
export const quartersFrom = (year: number, years: number): string[] =>
  Array.from({ length: years + 1 }, (_, index) =>
    [...quarters.keys()].map((month) => `${year + index}-${month}`),
  ).flat()
const startYears = 4
/** This quarter and those of the next four years. */
export const startDates = (now = new Date()): string[] => [
  'now',
  ...quartersFrom(now.getUTCFullYear(), startYears).filter(
    (quarter) => quarter >= now.toISOString().slice(0, 7),
  ),
]
const startMonth = (quarter: string) => `${quarters.get(quarter.slice(5))} ${quarter.slice(0, 4)}`

export const filters = {
  // A pasted posting, of which 200 words are read.
  keyword: text({
    max: maxKeyword,
    label: (value) => (value.length > 200 ? `“${value.slice(0, 200)} …”` : `“${value}”`),
  }),
  literal: mode({ label: () => 'Words as typed' }),
  specialty: anyOf({
    values: specialties,
    parse: parseSpecialty,
    label: itself,
    word: (value) => `sp${value.toLowerCase().replaceAll(/[^a-z]/g, '')}`,
    facet: 'specialties',
    field: { label: 'Specialty' },
  }),
  state: anyOf({
    values: stateCodes,
    parse: parseState,
    label: stateName,
    word: (value) => `@state:${value}`,
    facet: 'states',
    field: { label: 'State' },
  }),
  employer: text({ max: 200, label: itself }),
  // By FIPS codes: what counties, metropolitan areas and regions in the place box come to.
  county: anyOf({
    onlyTyped: true,
    values: unlisted,
    label: itself,
    word: (value) => `@county:${value}`,
  }),
  city: text({
    max: 100,
    label: (row, { radius = defaultRadius }) =>
      radius === null || parseState(row) ? row : `${row}, within ${radius} miles`,
    field: { label: 'City or ZIP' },
  }),
  radius: amount({
    values: [10, 25, 50, 100, 200],
    label: (value) => `Within ${value} miles`,
    field: { label: 'Distance', any: `Within ${defaultRadius} miles` },
  }),
  jobType: anyOf({
    values: employmentTypes,
    label: (value) => employmentTypeLabels[value],
    word: (value) => `@type:${value}`,
    facet: 'jobTypes',
    field: { label: 'Job type' },
  }),
  payroll: anyOf({
    onlyTyped: true,
    values: payrollTypes,
    label: (value) => (value === 'W2' ? 'W-2' : value),
    word: (value) => `@payroll:${value}`,
  }),
  poster: anyOf({
    onlyTyped: true,
    values: userTypes,
    label: (value) => (value === 'recruiter' ? 'Search firms' : 'In-house employers'),
    word: (value) => `@by:${value}`,
  }),
  verified: anyOf({
    onlyTyped: true,
    values: ['true'],
    label: () => 'Verified employers',
    word: () => '@verified',
  }),
  // In US dollars a year, whatever the address says them in. The form has one field for both.
  minPay: amount({
    values: [150_000, 200_000, 250_000, 300_000, 350_000, 400_000, 500_000, 600_000],
    range: [1, 5_000_000],
    label: (value, { hourly } = {}) =>
      value === anyPay ? 'Pay stated' : `At least ${payLabel(value, hourly)}`,
    field: { label: 'Pay' },
  }),
  maxPay: amount({
    values: [],
    range: [1, 5_000_000],
    label: (value, { hourly } = {}) => `At most ${payLabel(value, hourly)}`,
  }),
  hourly: mode({ label: () => 'Pay by the hour' }),
  postedWithin: amount({
    values: [1, 3, 7, 14, 30],
    label: (value) => (value === 1 ? 'Posted in the last day' : `Posted in the last ${value} days`),
    field: { label: 'Posted', any: 'Any time' },
  }),
  visa: anyOf({
    values: visaSupports,
    label: (value) => visaLabels[value],
    word: (value) => `@visa:${value}`,
    facet: 'visa',
    field: { label: 'Visa sponsorship' },
  }),
  newGraduates: flag({
    label: 'New graduates welcome',
    facet: 'newGraduates',
    field: { label: 'New graduates' },
  }),
  telehealth: flag({ label: 'Telehealth', facet: 'telehealth' }),
  call: anyOf({
    values: callLimits,
    label: (value) => (value === 'none' ? 'No call' : `Call at most 1 in ${value}`),
    option: (value) => (value === 'none' ? 'None' : `1 in ${value}`),
    word: (value) => `@call:${value}`,
    facet: 'call',
    field: { label: 'Call at most' },
  }),
  fte: anyOf({
    values: fteShares,
    label: (value) => `${value} FTE`,
    word: (value) => `@fte:${value}`,
    facet: 'fte',
    field: { label: 'FTE' },
  }),
  startBy: anyOf({
    // Computed at each use: a server runs for longer than a quarter.
    get values(): readonly string[] {
      return startDates()
    },
    label: (value) => (value === 'now' ? 'Starts now' : `Starts by ${startMonth(value)}`),
    option: (candidate) => (candidate === 'now' ? 'Now' : startMonth(candidate)),
    word: (candidate) => `@start:${candidate}`,
    facet: 'startBy',
    field: { label: 'Starts by' },
  }),
  tailPaid: flag({ label: 'Tail paid', facet: 'tailPaid' }),
  partnership: flag({ label: 'Partnership track', facet: 'partnership' }),
  noNonCompete: flag({ label: 'No non-compete', facet: 'noNonCompete' }),
  loanRepayment: flag({ label: 'Loan repayment', facet: 'loanRepayment' }),
  setting: anyOf({
    values: practiceSettings,
    label: orOther('setting'),
    option: itself,
    word: (value) => `@setting:${value}`,
    facet: 'settings',
    field: { label: 'Setting' },
  }),
  schedule: anyOf({
    values: schedules,
    label: orOther('schedule'),
    option: itself,
    word: (value) => `@schedule:${value}`,
    facet: 'schedules',
    field: { label: 'Schedule' },
  }),
  benefits: allOf({
    values: benefits,
    label: orOther('benefits'),
    option: itself,
    word: (value) => `@benefit:${value}`,
    facet: 'benefits',
    field: { label: 'Benefits' },
  }),
}

export type FilterName = keyof typeof filters

type ValueOf<F> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'amount' }
    ? number
    : F extends { kind: 'flag' | 'mode' }
      ? true
      : F extends { values: readonly (infer T)[] }
        ? T[]
        : never
/** What is absent is not asked for. */
export type Filters = { [K in FilterName]?: ValueOf<(typeof filters)[K]> }

type FacetOf<F> = F extends { facet?: infer N extends string } ? N : never
type FacetName = { [K in FilterName]: FacetOf<(typeof filters)[K]> }[FilterName]
/** What choosing each value would leave while all other filters stay. */
export type FacetCounts = {
  [K in FilterName as FacetOf<(typeof filters)[K]>]: (typeof filters)[K] extends { kind: 'flag' }
    ? number
    : { value: string; count: number }[]
}

type ListedName = {
  [K in FilterName]: (typeof filters)[K] extends Text | Amount | Mode ? never : K
}[FilterName]
/** A filter whose values have words in the index. */
export type ListedFilter = Indexed<string, FacetName> & {
  name: ListedName
  kind: 'anyOf' | 'allOf' | 'flag'
}
export type Filter = ListedFilter | ((Text | Amount | Mode) & { name: FilterName })

/** The table as a list, for code that treats all filters alike. */
export const allFilters = Object.entries(filters).map(
  ([name, filter]) => Object.assign(filter, { name }) as Filter,
)
/** A value as chips say it. */
export const filterLabel = (
  filter: Filter,
  value: string | number | boolean,
  others: { radius?: number | null; hourly?: boolean } = {},
): string =>
  filter.kind === 'amount'
    ? filter.label(Number(value), others)
    : filter.label(String(value), others)
export const isListed = (filter: Filter): filter is ListedFilter =>
  filter.kind !== 'text' && filter.kind !== 'amount' && filter.kind !== 'mode'
export const listedFilters: readonly ListedFilter[] = allFilters.filter(isListed)

/** A value's word as text queries want it. */
export const lexemeOf = (
  { word }: { word(this: void, value: string): string },
  value: string,
): string => `'${word(value)}'`
