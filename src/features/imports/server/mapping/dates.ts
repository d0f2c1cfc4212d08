const dayMs = 24 * 60 * 60 * 1000
/** Older than any posting that a board still shows: a misread number, not a date. */
const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2100, 0, 1)

type Written = string | number

/**
 * The first of the values that can be a posting date. A day ahead is a time zone, and reads as now; further ahead nothing was
 * posted. A day without a year is the last such day.
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
 * When a job ends. A day ends with its last moment; a day without a year is the next such day, or one just past. An end before the
 * posting date contradicts it, and one in the far future says nothing.
 */
export function readExpires(value: Written | undefined, posted: Date | undefined, now: Date): Date | undefined {
  if (value === undefined) return undefined
  const read = readDate(value, new Date(now.getTime() + (365 - pastDays) * dayMs), now)
  if (!read || read.getTime() - now.getTime() > farthestDays * dayMs) return undefined
  const isDay = read.getTime() % dayMs === 0 || read.getTime() === now.getTime()
  const end = isDay ? new Date((Math.floor(read.getTime() / dayMs) + 1) * dayMs - 1) : read
  return posted && end < posted ? undefined : end
}

/**
 * ISO 8601, '11/03/2026', '3 Nov 2026', 'Nov 3', RFC 822, seconds or milliseconds since 1970, a spreadsheet's day number,
 * 'yesterday', '30+ days ago'. A day without a year is its last one before `lastDay`; words count back from `now`.
 */
export function readDate(value: Written, lastDay: Date, now: Date = lastDay): Date | undefined {
  if (typeof value === 'number') return fromNumber(value)
  const text = value
    .trim()
    .replace(
      /^(?:(?:date\s+)?(?:re-?)?posted|date|published|updated|created|listed|opened|closes|closing|expires|deadline)\b(?:\s+(?:on|date|at))?\s*:?\s*/i,
      '',
    )
    .replace(/^on\s+/i, '')
  if (/^\d{5}(?:\.\d+)?$|^\d{9,14}(?:\.\d+)?$/.test(text)) return fromNumber(Number(text))
  return readCalendar(text, lastDay) ?? readRelative(text.toLowerCase(), now)
}

/** Microseconds, milliseconds or seconds since 1970, or a spreadsheet's days since 1900. */
function fromNumber(value: number): Date | undefined {
  if (value >= 40_000 && value < 60_000) return checked(Math.round((value - 25_569) * dayMs))
  if (value > 100_000_000_000_000) return checked(Math.round(value / 1000))
  return checked(value < 100_000_000_000 ? value * 1000 : value)
}

/** The time of a day, wherever the day is written; 24 hours or with AM and PM. */
const clock = /(?:,?\s+(?:at\s+)?|t)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*(z|[a-z]{3}|[+-]\d{2}:?\d{2})?$/i

const knownZone = /^(?:[ecmp][sd]t|utc|gmt|z|[+-].*)$/i

function readCalendar(text: string, lastDay: Date): Date | undefined {
  const [time = '', hour = '', minute = '', second = '0', half, zone] = text.match(clock) ?? []
  const day = readDay(
    text.slice(0, text.length - time.length).replace(/^[a-z]{3,9}day,?\s+|^(?:mon|tue|wed|thu|fri|sat|sun),?\s+/i, ''),
    lastDay,
  )
  if (!day || time === '') return day
  const at = `${hour}:${minute}:${second} ${half?.replaceAll('.', '') ?? ''} ${zone && knownZone.test(zone) ? zone : 'UTC'}`
  return checked(Date.parse(`${day.toISOString().slice(0, 10).replaceAll('-', '/')} ${at}`))
}

const monthName = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`

/** Forms of a day, and which of their groups are year, month and day. */
const forms: { form: RegExp; year?: number; month: number; day: number }[] = [
  { form: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, year: 1, month: 2, day: 3 },
  { form: /^(20\d\d)(\d\d)(\d\d)$/, year: 1, month: 2, day: 3 },
  { form: /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/, year: 3, month: 1, day: 2 },
  { form: /^(\d{1,2})\/(\d{1,2})$/, month: 1, day: 2 },
  { form: new RegExp(String.raw`^${monthName}\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$`, 'i'), year: 3, month: 1, day: 2 },
  { form: new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)?[\s-]${monthName},?[\s-](\d{4})$`, 'i'), year: 3, month: 2, day: 1 },
  { form: new RegExp(String.raw`^${monthName}\s+(\d{1,2})(?:st|nd|rd|th)?$`, 'i'), month: 1, day: 2 },
  { form: new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)?[\s-]${monthName}$`, 'i'), month: 2, day: 1 },
]
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function readDay(text: string, lastDay: Date): Date | undefined {
  for (const { form, year, month, day } of forms) {
    const found = text.trim().match(form)
    if (!found) continue
    const named = months.indexOf((found[month] ?? '').slice(0, 3).toLowerCase()) + 1
    const numbers = [named || Number(found[month]), Number(found[day])] as const
    // No month has such a number: it is the day.
    const [m, d] = numbers[0] > 12 ? [numbers[1], numbers[0]] : numbers
    if (year === undefined) return lastOf(m, d, lastDay)
    const written = Number(found[year])
    return fromParts(written < 100 ? 2000 + written : written, m, d)
  }
  return undefined
}

function lastOf(month: number, day: number, lastDay: Date): Date | undefined {
  const year = lastDay.getUTCFullYear()
  const thisYear = fromParts(year, month, day)
  // A day ahead is a time zone.
  return thisYear && thisYear.getTime() <= lastDay.getTime() + dayMs ? thisYear : fromParts(year - 1, month, day)
}

/** Undefined for a day that its month does not have. */
function fromParts(year: number, month: number, day: number): Date | undefined {
  const date = checked(Date.UTC(year, month - 1, day))
  return date?.getUTCMonth() === month - 1 ? date : undefined
}

function readRelative(text: string, now: Date): Date | undefined {
  if (
    /^(?:(?:today|just (?:now|posted)|moments? ago|(?:an?|\d+) ?(?:seconds?|secs?|minutes?|mins?|m) ago)\b|(?:now|new)\W*$)/.test(
      text,
    )
  )
    return now
  if (text === 'yesterday') return new Date(now.getTime() - dayMs)
  const found =
    text.match(/\b(an?|one|\d+)\s*\+?\s*(hours?|hrs?|h|days?|d|weeks?|wks?|w|months?|mos?|years?|yrs?|y)\s+ago\b/) ??
    text.match(/^(\d+)\s*\+?\s*(h|d|w|mo)\+?$/)
  if (!found) return undefined
  const count = /^\d/.test(found[1] ?? '') ? Number(found[1]) : 1
  const unit = found[2]?.startsWith('mo') ? 'mo' : (found[2]?.[0] ?? 'd')
  return checked(now.getTime() - count * (unitMs[unit] ?? dayMs))
}

const unitMs: Record<string, number> = { h: dayMs / 24, d: dayMs, w: 7 * dayMs, mo: 30 * dayMs, y: 365 * dayMs }

function checked(time: number): Date | undefined {
  return Number.isFinite(time) && time >= earliest && time < latest ? new Date(time) : undefined
}
