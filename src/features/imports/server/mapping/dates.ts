const dayMs = 24 * 60 * 60 * 1000
/** Older than any posting that a board still shows: a misread number, not a date. */
const earliest = Date.UTC(2000, 0, 1)

/** The first of the values that can be read; never in the future, because nothing is posted there. */
export function readPosted(values: (string | number)[], now: Date): Date | undefined {
  for (const value of values) {
    const date = readDate(value, now)
    if (date) return date > now ? now : date
  }
  return undefined
}

/** ISO 8601, '11/03/2026', 'Nov 3, 2026', seconds or milliseconds since 1970, 'yesterday', '30+ days ago'. */
export function readDate(value: string | number, now: Date): Date | undefined {
  if (typeof value === 'number') return fromEpoch(value)
  const text = value.trim()
  if (/^\d{9,14}$/.test(text)) return fromEpoch(Number(text))
  return readCalendar(text) ?? readRelative(text.toLowerCase(), now)
}

function fromEpoch(value: number): Date | undefined {
  return checked(value < 100_000_000_000 ? value * 1000 : value)
}

function readCalendar(text: string): Date | undefined {
  const iso = /^\d{4}-\d{2}-\d{2}/.test(text)
  if (iso)
    return checked(Date.parse(/\d[t ]\d/i.test(text) && !/z|[+-]\d{2}:?\d{2}$/i.test(text) ? `${text.replace(' ', 'T')}Z` : text))
  const american = text.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/)
  if (american) return fromParts(Number(american[3]), Number(american[1]), Number(american[2]))
  const named = text.match(/^(?:posted:?\s+)?(?:on\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i)
  const month = months.indexOf(named?.[1]?.toLowerCase() ?? '') + 1
  return named && month > 0 ? fromParts(Number(named[3]), month, Number(named[2])) : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Undefined for a day that its month does not have. */
function fromParts(year: number, month: number, day: number): Date | undefined {
  const date = checked(Date.UTC(year, month - 1, day))
  return date?.getUTCMonth() === month - 1 ? date : undefined
}

function readRelative(text: string, now: Date): Date | undefined {
  if (/\b(?:today|just (?:now|posted)|new|moments? ago|(?:an?|\d+) ?(?:seconds?|secs?|minutes?|mins?|m) ago)\b/.test(text))
    return now
  if (/^(?:posted )?yesterday$/.test(text)) return new Date(now.getTime() - dayMs)
  const found = text.match(/\b(an?|one|\d+)\s*\+?\s*(hours?|hrs?|h|days?|d|weeks?|wks?|w|months?|mos?|years?|yrs?|y)\s+ago\b/)
  if (!found) return undefined
  const count = /^\d/.test(found[1] ?? '') ? Number(found[1]) : 1
  const unit = found[2]?.startsWith('mo') ? 'mo' : (found[2]?.[0] ?? 'd')
  return checked(now.getTime() - count * (unitMs[unit] ?? dayMs))
}

const unitMs: Record<string, number> = { h: dayMs / 24, d: dayMs, w: 7 * dayMs, mo: 30 * dayMs, y: 365 * dayMs }

function checked(time: number): Date | undefined {
  return Number.isFinite(time) && time >= earliest && time < 4_102_444_800_000 ? new Date(time) : undefined
}
