import { momentParts } from './dates.ts'

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const localTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** 'CT' for 'America/Chicago', in summer and winter. */
export const timeZoneText = (timeZone: string) =>
  timeZone === 'UTC'
    ? timeZone
    : (new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' })
        .formatToParts()
        .find((part) => part.type === 'timeZoneName')?.value ?? timeZone)

/** 'Mon, Nov 30, 2026, 8:30 – 11:00 AM CST', where something happens; or one moment. */
export const placeSpanText = (from: Date, to: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { ...momentParts, weekday: 'short', timeZone }).formatRange(
    from,
    to,
  )
