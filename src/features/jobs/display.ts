import { dayInState } from '#shared/dates.ts'
import { counted, formatNumber } from '#shared/numbers.ts'
import { stateName, type StateCode } from '#shared/us-states.ts'
import type { JobSummary } from './contract.ts'
import { payAnnual, unitsPerYear, visaLabels, type PayUnit } from './model.ts'

/** How a job's facts read, the same on every page, in previews and in feeds. */

const compactDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
})
const dollarsAndCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** These are made when they are first needed: a browser takes milliseconds to load their data. */
let day: Intl.DateTimeFormat | undefined
let list: Intl.ListFormat | undefined

const dollarRange = (from: number, to: number) => `${formatDollars(from)} - ${formatDollars(to)}`

type PayFigures = Pick<JobSummary, 'compMin' | 'compMax'>

/**
 * The figures alone, without their unit: '$250,000 - $300,000', '$250,000+', 'Up to $300,000';
 * undefined if there are none.
 */
export function payRange({ compMin, compMax }: PayFigures): string | undefined {
  if (compMin !== null && compMax !== null)
    return compMin === compMax ? formatDollars(compMin) : dollarRange(compMin, compMax)
  if (compMin !== null) return `${formatDollars(compMin)}+`
  if (compMax !== null) return `Up to ${formatDollars(compMax)}`
  return undefined
}

export const payUnitLabels: Record<PayUnit, string> = {
  YEAR: 'a year',
  MONTH: 'a month',
  WEEK: 'a week',
  DAY: 'a day',
  HOUR: 'an hour',
}

/**
 * Whether words of a posting name a figure: '$300K base plus RVU' does, 'Competitive' does not.
 * Only figures have the color of pay.
 */
export const namesPay = (text: string): boolean => /\$\s?\d|\d\s?k\b|\d,\d{3}\b/i.test(text)

/**
 * What pay of another unit comes to in a full-time year, by the end that sorts and filters: 'up to
 * about $314K a year'; undefined if it is stated for a year, or not at all.
 */
export function payOfYear({
  compMin,
  compMax,
  compUnit,
}: PayFigures & Pick<JobSummary, 'compUnit'>): string | undefined {
  const year =
    compUnit === 'YEAR' ? null : payAnnual({ min: compMin, max: compMax, unit: compUnit })
  if (year === null) return undefined
  const end = compMax === null ? 'from ' : compMin === compMax ? '' : 'up to '
  return `${end}about ${shortDollars(year)} a year`
}

/** The rule behind it. */
export const yearRule =
  `A full-time year has ${formatNumber(unitsPerYear.HOUR)} hours, ` +
  `${unitsPerYear.DAY} days or ${unitsPerYear.WEEK} weeks of work.`

/** The pay in one line: its figures, else the posting's words; undefined if it states none. */
export function payText(
  job: Pick<JobSummary, 'compMin' | 'compMax' | 'compUnit' | 'compText'>,
): string | undefined {
  const range = payRange(job)
  return range === undefined
    ? (job.compText ?? undefined)
    : `${range} ${payUnitLabels[job.compUnit]}`
}

/** What stands in the place of pay that a posting does not state; a row has a dash. */
export const payNotStated = 'Pay not stated'

type Location = { city: string; state: StateCode }
type Located = Location & { furtherLocations?: readonly Location[] | undefined }

/** The name of a careers page ends in a mark that tells it from earlier ones of its employer. */
export const sourceText = (source: string): string =>
  source.replace(/ careers [\da-f]{12}$/, ' careers page')

/** 'Austin, TX', or 'Austin, TX +2 more'; a place outside the states is only its city. */
export const placeText = (job: Located): string => locationText(job) + morePlaces(job)

const locationText = ({ city, state }: Location) =>
  state === 'OTHER' ? city : city === '' ? stateName(state) : `${city}, ${state}`

export const morePlaces = ({
  furtherLocations: { length } = [],
}: Pick<Located, 'furtherLocations'>): string => (length === 0 ? '' : ` +${length} more`)

export const locationsOf = ({ city, state, furtherLocations = [] }: Located): Location[] => [
  { city, state },
  ...furtherLocations,
]

/** 'Dallas, TX · Tulsa, OK' */
export const allPlacesText = (job: Located): string =>
  locationsOf(job).map(locationText).join(' · ')

/** A further place as it is stored: 'Tulsa, OK', or ', OK' for a state alone. */
export function readPlace(stored: string): Location {
  const comma = stored.lastIndexOf(', ')
  return { city: stored.slice(0, comma), state: stored.slice(comma + 2) as StateCode }
}

const msPerDay = 86_400_000

/** How long ago something was posted, in the largest unit that fits. */
export function ageLabel(postedAt: string | null | undefined, now: number): string {
  const posted = postedAt ? Date.parse(postedAt) : Number.NaN
  if (Number.isNaN(posted)) return 'Recently posted'
  const days = Math.floor((now - posted) / msPerDay)
  if (days <= 0) return 'Today'
  if (days < 7) return ago(days, 'day')
  if (days < 30) return ago(Math.floor(days / 7), 'week')
  if (days < 365) return ago(Math.floor(days / 30), 'month')
  return ago(Math.floor(days / 365), 'year')
}

/** 'November 21, 2026', in UTC, so that server and browser read the same. */
export const dateText = (iso: string): string =>
  (day ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })).format(
    new Date(iso),
  )

/** The day of a moment of a posting, where the job is: mails, calendars and pages name the same. */
export const postingDayText = (moment: string | Date, state: string): string =>
  dateText(dayInState(moment, state))

/** A list that states a day without a time is stored as midnight UTC, and means that day. */
export const postedDayText = (posted: string | Date, state: string): string => {
  const iso = new Date(posted).toISOString()
  return iso.endsWith('T00:00:00.000Z') ? dateText(iso) : postingDayText(posted, state)
}

/** 'Cardiology, Neurology, and Urology' */
export const listText = (names: readonly string[]): string =>
  (list ??= new Intl.ListFormat('en-US')).format(names)

/** '1 job', '2,847 jobs'; a count that stopped at its cap reads '10,000+ jobs'. */
export const countText = (total: number, isCapped = false): string =>
  `${formatNumber(total)}${isCapped ? '+' : ''} ${total === 1 && !isCapped ? 'job' : 'jobs'}`

/** '$285,000', '$172.50' */
export const formatDollars = (amount: number): string =>
  Number.isInteger(amount) && amount >= 0
    ? `$${formatNumber(amount)}`
    : dollarsAndCents.format(amount)

/** '$285K', for where there is no room. `Intl` takes ten times as long, and a list has twenty. */
export const shortDollars = (amount: number): string =>
  amount >= 10_000 && amount < 999_500
    ? `$${Math.round(amount / 1000)}K`
    : compactDollars.format(amount)

const ago = (count: number, unit: string) => `${counted(count, unit)} ago`

type Facts = Pick<
  JobSummary,
  'priority' | 'userType' | 'visaSupport' | 'newGraduatesAcceptable' | 'telehealth'
>

/**
 * What sets a job apart, in a few words each. 'Standard' is no priority, and no word on visas is
 * not a no.
 */
export const highlights = ({
  priority,
  userType,
  visaSupport,
  newGraduatesAcceptable,
  telehealth,
}: Facts): string[] => [
  ...(priority === 'Standard' ? [] : [priority]),
  ...(visaSupport === null || visaSupport === 'None' ? [] : [visaLabels[visaSupport]]),
  ...(newGraduatesAcceptable ? ['New graduates welcome'] : []),
  ...(telehealth ? ['Telehealth'] : []),
  ...(userType === 'recruiter' ? ['Recruiter'] : []),
]

const maxSnippet = 150

/** One line for search engines and previews, at most 150 characters. */
export function metaSnippet(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= maxSnippet
    ? line
    : `${characters.slice(0, maxSnippet - 3).join('')}...`
}
