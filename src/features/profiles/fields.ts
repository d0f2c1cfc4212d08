import { keysOf } from '#shared/keys.ts'
import { filters, startDates, type FilterName, type Filters } from '#features/jobs/filters.ts'
import { formatDollars } from '#features/jobs/display.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { monthNames } from '#features/jobs/terms.ts'
import { stateCodes, stateName, isStateCode } from '#shared/us-states.ts'
import { specialties } from '#vocabulary/specialties.ts'

/**
 * What a profile says, once: the form, storage, the search for jobs, what employers read and filter
 * by, and the export read this table. A value is a list of strings, of one where `most` is 1.
 */
export type ProfileField = {
  section: 'training' | 'wishes' | 'private'
  label: string
  hint?: string
  /** Absent: what is typed, of `length` characters at most, in the form of `pattern`. */
  values?: readonly string[]
  most?: number
  length?: number
  input?: 'month' | 'number'
  pattern?: RegExp
  /** What is wrong with what `pattern` refuses. */
  problem?: string
  text?(this: void, value: string): string
  /** The filter of jobs that has the same values; what is not in `asks` is no wish. */
  filter?: FilterName
  asks?(this: void, value: string): boolean
  /** Employers may filter by it. */
  isSought?: true
  /** Nobody else ever reads it; or nobody unless its owner says so. */
  privacy?: 'always' | 'first'
}

/** '2027-06' as 'June 2027'. */
export const monthText = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

const chosen = (values: readonly string[], most = values.length) => ({ values, most })
const yes = chosen(['true'], 1)
const states = {
  ...chosen(stateCodes.filter((code) => code !== 'OTHER')),
  text: (code: string) => (isStateCode(code) ? stateName(code) : code),
}
/** A field whose values are those of a filter of jobs. */
const wish = <const N extends 'specialty' | 'jobType' | 'schedule' | 'call'>(filter: N) => {
  const { values, label } = filters[filter]
  return { filter, values: values as readonly string[], text: label as (value: string) => string }
}

const visaTexts: Record<string, string> = {
  None: 'Needs no sponsorship',
  H1B: 'Needs an H-1B',
  J1: 'Needs a J-1 waiver',
  Other: 'Needs another visa',
}
const boardTexts: Record<string, string> = {
  Certified: 'Board certified',
  Eligible: 'Board eligible',
  Training: 'Not yet eligible',
}

const profileFields = {
  specialty: {
    section: 'training',
    label: 'Specialties',
    ...wish('specialty'),
    values: specialties,
    most: 3,
    isSought: true,
  },
  subspecialties: { section: 'training', label: 'Subspecialties', length: 120 },
  trainingEnds: {
    section: 'training',
    label: 'Training ends, or ended',
    hint: 'The month of your last residency or fellowship',
    input: 'month',
    pattern: /^(19[5-9]\d|20\d\d)-(0[1-9]|1[0-2])$/,
    problem: 'Please choose a month.',
    text: (month) => monthText(month),
    isSought: true,
  },
  board: {
    section: 'training',
    label: 'Board status',
    ...chosen(Object.keys(boardTexts), 1),
    text: (value) => boardTexts[value] ?? value,
    isSought: true,
  },
  licenses: { section: 'training', label: 'Licensed in', ...states, isSought: true },
  compact: {
    section: 'training',
    label: 'Compact license',
    hint: 'A letter of the Interstate Medical Licensure Compact',
    ...yes,
    text: () => 'Compact license',
    isSought: true,
  },
  visa: {
    section: 'training',
    label: 'Work authorization',
    ...chosen(Object.keys(visaTexts), 1),
    text: (value) => visaTexts[value] ?? value,
    filter: 'visa',
    asks: (value) => value !== 'None',
    isSought: true,
  },
  languages: { section: 'training', label: 'Languages', length: 120 },
  state: { section: 'wishes', label: 'States', ...states, filter: 'state', isSought: true },
  city: {
    section: 'wishes',
    label: 'City or ZIP',
    hint: 'Jobs around it, in the distance below',
    length: 100,
    filter: 'city',
  },
  radius: {
    section: 'wishes',
    label: 'Distance',
    ...chosen(filters.radius.values.map(String), 1),
    text: (miles) => `Within ${miles} miles`,
    filter: 'radius',
  },
  telehealth: {
    section: 'wishes',
    label: 'Telehealth',
    ...yes,
    text: () => 'Telehealth',
    filter: 'telehealth',
    isSought: true,
  },
  startBy: {
    section: 'wishes',
    label: 'Start',
    get values() {
      return startDates()
    },
    most: 1,
    text: filters.startBy.label,
    filter: 'startBy',
    isSought: true,
  },
  jobType: { section: 'wishes', label: 'Job types', ...wish('jobType'), most: 8, isSought: true },
  schedule: { section: 'wishes', label: 'Schedule', ...wish('schedule'), most: 10 },
  call: { section: 'wishes', label: 'Call at most', ...wish('call'), most: 1 },
  minPay: {
    section: 'wishes',
    label: 'Pay of at least, a year',
    input: 'number',
    pattern: /^[1-9]\d{4,6}$/,
    problem: 'Please enter an amount in dollars a year, such as 350000.',
    text: (amount) => `At least ${formatDollars(Number(amount))} a year`,
    filter: 'minPay',
    privacy: 'first',
  },
  sentence: { section: 'wishes', label: 'In a sentence', length: 300 },
  employer: {
    section: 'private',
    label: 'Present employer',
    hint: 'Never finds you. Several, parted by semicolons',
    length: 300,
    privacy: 'always',
  },
  employerDomain: {
    section: 'private',
    label: 'Its mail domains',
    hint: 'For example lakeside.org. Nobody with such an address finds you',
    length: 200,
    privacy: 'always',
  },
} as const satisfies Record<string, ProfileField>

export type ProfileFieldName = keyof typeof profileFields
export const profileFieldNames = keysOf(profileFields)
export const profileField = (name: ProfileFieldName): ProfileField => profileFields[name]

/** What is absent is not said. */
export type ProfileValues = { [Name in ProfileFieldName]?: string[] }

export const canBeShown = (name: ProfileFieldName): boolean =>
  profileField(name).privacy !== 'always'
export const isShownAtFirst = (name: ProfileFieldName): boolean =>
  profileField(name).privacy === undefined

/** As people read it. */
export const textOfField = (name: ProfileFieldName, values: readonly string[]): string => {
  const { text = (value: string) => value } = profileField(name)
  return values.map(text).join(', ')
}

/** What is wrong with a value; undefined if nothing is. */
export function problemWith(name: ProfileFieldName, given: readonly string[]): string | undefined {
  const { values, most = 1, length = 20, pattern, problem, label } = profileField(name)
  if (given.length > most) return `${label}: please choose at most ${most}.`
  if (given.some((value) => value.length > length && !values))
    return `${label}: please use at most ${length} characters.`
  if (values && given.some((value) => !values.includes(value)))
    return `${label}: please choose from the list.`
  return pattern && given.some((value) => !pattern.test(value)) ? problem : undefined
}

/** The search for jobs that a profile is. */
export function searchOf(profile: ProfileValues): Filters {
  const searched = profileFieldNames.flatMap((name): [string, string][] => {
    const { filter, asks = () => true } = profileField(name)
    const values = (profile[name] ?? []).filter(asks)
    return filter === undefined || values.length === 0 ? [] : [[filter, values.join(',')]]
  })
  const { radius, ...search } = parseSearchCriteria(Object.fromEntries(searched)) as Filters
  return { ...search, ...(search.city !== undefined && radius !== undefined && { radius }) }
}

/** The profile without some of its search, as the chips of the search remove it. */
export const withoutFilter = (
  profile: ProfileValues,
  filter: FilterName,
  value: string,
): ProfileValues =>
  Object.fromEntries(
    profileFieldNames.flatMap((name) => {
      const { filter: fieldFilter, most = 1 } = profileField(name)
      const values = profile[name] ?? []
      const left =
        fieldFilter !== filter
          ? values
          : most === 1
            ? []
            : values.filter((entry) => entry !== value)
      return left.length === 0 ? [] : [[name, left]]
    }),
  )

/** The lines that a physician introduces themself with: what is shown, and said in an inquiry. */
export const linesOf = (profile: ProfileValues, shown: readonly ProfileFieldName[]): string =>
  profileFieldNames
    .filter((name) => shown.includes(name) && canBeShown(name) && profile[name])
    .map((name) => `${profileField(name).label}: ${textOfField(name, profile[name] ?? [])}`)
    .join('\n')

/** The fields that employers filter by. */
export const soughtFields = profileFieldNames.filter((name) => profileField(name).isSought)
