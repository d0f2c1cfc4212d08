/// <reference lib="esnext.temporal" />
import { sendingHour, type Frequency } from '../model.ts'

type Rhythm = { frequency: Exclude<Frequency, 'instant'>; timeZone: string }

const monday = 1

/**
 * The next time after `after` at which the zone's wall clock shows the sending hour, on any day or on Mondays. Counts calendar
 * days, so that a day of 23 or 25 hours is one day.
 */
export function nextRun({ frequency, timeZone }: Rhythm, after: Date): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone)
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: sendingHour }) })
  const today = now.toPlainDate()
  const first = frequency === 'daily' ? today : today.add({ days: (monday - today.dayOfWeek + 7) % 7 })
  const next = Temporal.ZonedDateTime.compare(at(first), now) > 0 ? first : first.add({ days: frequency === 'daily' ? 1 : 7 })
  return new Date(at(next).epochMilliseconds)
}

/** The largest distance of `nextRun`, with a day for clock changes. */
export const furthest = (frequency: Rhythm['frequency']): number => (frequency === 'daily' ? 2 : 8) * 86_400_000
