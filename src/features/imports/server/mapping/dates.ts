import { rules, type Rules, patternsOf } from '#vocabulary/table.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Older than any posting that a board still shows: a misread number, not a date. */
const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2100, 0, 1)

type Written = string | number

/**
 * The first of the values that can be a posting date. A day ahead is a time zone, and reads as now;
 * further ahead nothing was posted. A day without a year is the last such day.
 */
export function readPosted(values: Written[], now: Date): Date | undefined {
  for (const value of values) {
    const date = readDate(value, now)
    if (date && date.getTime() - now.getTime() <= dayMs) return date > now ? now : date
  }
  return undefined
}

/** No source knows an end that far ahead: it stands for 'never'. */
const farthestDays = 730
/** A day without a year that is past for longer is next year's. */
const pastDays = 30

/**
 * When a job ends. A day ends with its last moment; a day without a year is the next such day, or
 * one just past. An end before the posting date contradicts it, and one in the far future says
 * nothing.
 */
export function readExpires(
  value: Written | undefined,
  posted: Date | undefined,
  now: Date,
): Date | undefined {
  if (value === undefined) return undefined
  const read = readDate(value, new Date(now.getTime() + (365 - pastDays) * dayMs), now)
  if (!read || read.getTime() - now.getTime() > farthestDays * dayMs) return undefined
  const isDay = read.getTime() % dayMs === 0 || read.getTime() === now.getTime()
  const end = isDay ? new Date((Math.floor(read.getTime() / dayMs) + 1) * dayMs - 1) : read
  return posted && end < posted ? undefined : end
}

/** Whether an end was given as a day. */
export const isEndOfDay = (end: Date): boolean => end.getTime() % dayMs === dayMs - 1

/** What stands before a date. */
const firstDay = String.raw`(?:date\s+)?(?:re-?)?posted|date|published|updated|created|listed|opened`
const lastDay = 'closes|closing|expires|deadline'
const label = new RegExp(
  String.raw`^(?:${firstDay}|${lastDay})\b(?:\s+(?:on|date|at))?\s*:?\s*`,
  'i',
)
const monthName = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const nth = '(?<d>\\d{1,2})(?:st|nd|rd|th)?'

/**
 * Forms of a day. `means`: what the texts are on November 21, 2026; without a year, the last such
 * day.
 */
export const dayForms = rules`
2026-11-03 = /^(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})$/
  ✓ 2026-11-03 | 2026/11/03 | 2026-11-03 14:30:39 | 2026-11-03T14:30 | 2026-11-03T22:00:00-01:00
  ✗ 0000-00-00 | 2026-02-31T99:99:99 | 2026 | 2026-11-03 25:00 | 1999-12-31
2026-11-03 = /^(?<y>20\d\d)(?<m>\d\d)(?<d>\d\d)$/ ✓ 20261103
2026-11-03 = /^(?<m>\d{1,2})[-/.](?<d>\d{1,2})[-/.](?<y>\d{4}|\d{2})$/
  ✓ 11/03/2026 | 11/3/26 | Date Posted: 11/03/2026 | 11/03/2026 2:30 PM ✗ 13/45/2026 | 02/30/2026
2026-11-13 = /^(?<m>\d{1,2})\/(?<d>\d{1,2})$/ ✓ 11/13 | 13/11
2026-11-03 = /^${monthName}\s+${nth},?\s+(?<y>\d{4})$/i
  ✓ Nov 3, 2026 | Posted on November 3rd, 2026 | Tuesday, November 3, 2026 ✗ Smarch 13, 2026
2026-11-03 = /^${nth}[\s-]${monthName},?[\s-](?<y>\d{4}|\d{2})$/i
  ✓ 3 Nov 2026 | 03-Nov-2026 | 3 Nov 26 | Tue, 03 Nov 2026 14:30:00 GMT
2025-12-20 = /^${monthName}\s+${nth}$/i ✓ Dec 20 | Posted on Dec. 20th ✗ Feb 30
2025-12-20 = /^${nth}[\s-]${monthName}$/i ✓ 20 December
`

/** Words that count back; the same. */
export const pastForms = rules`
2026-11-21 = /^(?:(?:today|just (?:now|posted)|moments? ago|(?:an?|\d+) ?(?:seconds?|secs?|minutes?|mins?|m) ago)\b|(?:now|new)\W*$)/i
  ✓ today | Just posted | 5 minutes ago | Posted: Today | New!
2026-11-20 = /^(?<n>yester)(?<unit>d)ay$/i ✓ yesterday ✗ yesterday-ish
2026-11-14 = /\b(?<n>an?|one|\d+)\s*\+?\s*(?<unit>hours?|hrs?|h|days?|d|weeks?|wks?|w|months?|mos?|years?|yrs?|y)\s+ago\b/i
  ✓ a week ago | Posted 7 days ago | 168 hours ago | 7+ days ago ✗ a while ago | soon | New York
2026-11-18 = /^(?<n>\d+)\s*\+?\s*(?<unit>h|d|w|mo)\+?$/i ✓ 3d | 3d+
`

/**
 * A date as sites, feeds and spreadsheets write it; seconds, milliseconds or microseconds since
 * 1970, or a spreadsheet's day number. A day without a year is its last one before `lastDay`; words
 * count back from `now`.
 */
export function readDate(value: Written, lastDay: Date, now: Date = lastDay): Date | undefined {
  if (typeof value === 'number') return fromNumber(value)
  const text = value
    .trim()
    .replace(label, '')
    .replace(/^on\s+/i, '')
  if (/^\d{5}(?:\.\d+)?$|^\d{9,14}(?:\.\d+)?$/.test(text)) return fromNumber(Number(text))
  return readCalendar(text, lastDay) ?? readPast(text, now)
}

function fromNumber(value: number) {
  if (value >= 40_000 && value < 60_000) return checked(Math.round((value - 25_569) * dayMs))
  if (value > 100_000_000_000_000) return checked(Math.round(value / 1000))
  return checked(value < 100_000_000_000 ? value * 1000 : value)
}

/** The time of a day, wherever the day is written; 24 hours or with AM and PM. */
const clock =
  /(?:,?\s+(?:at\s+)?|t)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*(z|[a-z]{3}|[+-]\d{2}:?\d{2})?$/i
const knownZone = /^(?:[ecmp][sd]t|utc|gmt|z|[+-].*)$/i
const weekday = /^[a-z]{3,9}day,?\s+|^(?:mon|tue|wed|thu|fri|sat|sun),?\s+/i

function readCalendar(text: string, lastDay: Date) {
  const [time = '', hour = '', minute = '', second = '0', half, zone] = text.match(clock) ?? []
  const day = readDay(
    text
      .slice(0, text.length - time.length)
      .replace(weekday, '')
      .trim(),
    lastDay,
  )
  if (!day || time === '') return day
  const at = `${hour}:${minute}:${second} ${half?.replaceAll('.', '') ?? ''} ${zone && knownZone.test(zone) ? zone : 'UTC'}`
  return checked(Date.parse(`${day.toISOString().slice(0, 10).replaceAll('-', '/')} ${at}`))
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function readDay(text: string, lastDay: Date) {
  const { y, m, d, name } = groupsOf(dayForms, text) ?? {}
  if (d === undefined) return undefined
  const [month, day] = [name ? months.indexOf(name.toLowerCase()) + 1 : Number(m), Number(d)]
  // No month has such a number: it is the day.
  const parts = month > 12 ? ([day, month] as const) : ([month, day] as const)
  if (y !== undefined) return fromParts(y.length === 2 ? 2000 + Number(y) : Number(y), ...parts)
  const year = lastDay.getUTCFullYear()
  const thisYear = fromParts(year, ...parts)
  // A day ahead is a time zone.
  return thisYear && thisYear.getTime() <= lastDay.getTime() + dayMs
    ? thisYear
    : fromParts(year - 1, ...parts)
}

/** Undefined for a day that its month does not have. */
function fromParts(year: number, month: number, day: number) {
  const date = checked(Date.UTC(year, month - 1, day))
  return date?.getUTCMonth() === month - 1 ? date : undefined
}

function readPast(text: string, now: Date) {
  const groups = groupsOf(pastForms, text)
  if (!groups) return undefined
  const { n, unit } = groups
  if (unit === undefined) return now
  const count = Number(n)
  return checked(
    now.getTime() -
      (Number.isNaN(count) ? 1 : count) *
        (unitMs[/^(?:mo|.)/i.exec(unit)?.[0].toLowerCase() ?? ''] ?? 0),
  )
}

const unitMs: Record<string, number> = {
  h: dayMs / 24,
  d: dayMs,
  w: 7 * dayMs,
  mo: 30 * dayMs,
  y: 365 * dayMs,
}

/** What the first form that fits finds by name. */
function groupsOf({ list }: Rules, text: string): Partial<Record<string, string>> | undefined {
  for (const pattern of list.flatMap(patternsOf)) {
    const found = pattern.exec(text)
    if (found) return found.groups ?? {}
  }
  return undefined
}

function checked(time: number) {
  return Number.isFinite(time) && time >= earliest && time < latest ? new Date(time) : undefined
}
