import { fieldError } from '#shared/errors.ts'
import { maxSlots } from '../model.ts'
import type { Proposal } from '../schemas.ts'

/** The moments of a proposal, from what was typed on the clocks of a place. */

type Typed = Pick<Proposal, 'times' | 'windows' | 'timeZone'> & { minutes: number }

const minuteMs = 60_000
const yearMs = 365 * 24 * 60 * minuteMs

/** Times as they are, or the slots of windows; the earliest first. */
export function momentsOf({ times, windows, timeZone, minutes }: Typed, now = Date.now()): Date[] {
  const moments =
    windows.length > 0
      ? slotsOf(windows, { timeZone, minutes }, now)
      : times.map((time) => momentOf(time, timeZone, 'times'))
  const field = windows.length > 0 ? 'windows' : 'times'
  if (moments.some((moment) => moment <= now || moment > now + yearMs))
    throw fieldError(field, 'Please choose times that are to come, within a year')
  if (moments.length > maxSlots)
    throw fieldError(field, `These are more than ${maxSlots} times. Please offer shorter windows.`)
  return [...new Set(moments)]
    .toSorted((first, second) => first - second)
    .map((moment) => new Date(moment))
}

/** Of a window that has begun, those to come. Over a change of the clocks each has its full time. */
function slotsOf(
  windows: Proposal['windows'],
  { timeZone, minutes }: Pick<Typed, 'timeZone' | 'minutes'>,
  now: number,
): number[] {
  const spans = windows
    .map(({ day, from, to }) => ({
      start: momentOf(`${day}T${from}`, timeZone, 'windows'),
      end: momentOf(`${day}T${to}`, timeZone, 'windows'),
    }))
    .toSorted((first, second) => first.start - second.start)
  if (spans.some(({ start }, index) => start < (spans[index - 1]?.end ?? 0)))
    throw fieldError('windows', 'Two of these windows overlap')
  const length = minutes * minuteMs
  return spans.flatMap(({ start, end }) => {
    const count = Math.floor((end - start) / length)
    if (count < 1) throw fieldError('windows', 'A window is shorter than the interview')
    const slots = Array.from({ length: count }, (_, index) => start + index * length)
    const open = slots.filter((slot) => slot > now)
    return open.length > 0 ? open : slots
  })
}

/** Refuses a time that the clocks of the place skip, or show twice. */
function momentOf(time: string, timeZone: string, field: string): number {
  const plain = Temporal.PlainDateTime.from(time)
  const [moment, later] = (['earlier', 'later'] as const).map(
    (disambiguation) => plain.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds,
  )
  if (moment === undefined || moment !== later)
    throw fieldError(field, 'The clocks are changed at this time. Please choose another one.')
  return moment
}
