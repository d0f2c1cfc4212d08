import { keysOf } from './keys.ts'

/** Of a moment in texts. */
export const momentParts = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
const moment = (timeZone?: 'UTC') => new Intl.DateTimeFormat('en-US', { ...momentParts, timeZone })
// Made when they are first needed: a browser takes milliseconds to load their data.
let inUtc: Intl.DateTimeFormat | undefined
let local: Intl.DateTimeFormat | undefined

/** 'Nov 21, 2026, 8:30 AM UTC', equal on server and browser. */
export const momentText = (iso: string) => (inUtc ??= moment('UTC')).format(new Date(iso))

/** 'Nov 21, 2026, 2:30 AM CST', in the local time zone. */
export const localMomentText = (iso: string) => (local ??= moment()).format(new Date(iso))

/** The time zones of the United States, by the name that a form shows. */
export const usTimeZones = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
} as const
export type UsTimeZone = keyof typeof usTimeZones

const statesOf: Partial<Record<UsTimeZone, string>> = {
  'America/Chicago': 'AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
}

/** That of the larger part of a state. */
export const timeZoneOfState = (state: string) =>
  keysOf(usTimeZones).find((zone) => statesOf[zone]?.split(' ').includes(state)) ??
  'America/New_York'

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** '2026-11-30': the day of a moment by the clocks of the larger part of a state. */
export function dayInState(moment: string | Date, state: string): string {
  const timeZone = timeZoneOfState(state)
  // Swedes write days as ISO 8601 does.
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  dayFormats.set(timeZone, format)
  return format.format(new Date(moment))
}

/** '3:10 PM EST', with the day if that is another one: for readers whose time zone nobody knows. */
export const easternTimeText = (at: Date, now = Date.now()) =>
  new Intl.DateTimeFormat('en-US', {
    ...(now - at.getTime() > 12 * 60 * 60_000 && { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: 'America/New_York',
  }).format(at)
