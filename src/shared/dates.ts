export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const moment = (timeZone?: 'UTC') =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
const inUtc = moment('UTC')
const local = moment()

/** 'Nov 21, 2026, 8:30 AM UTC', equal on server and browser. */
export const momentText = (iso: string): string => inUtc.format(new Date(iso))

/** 'Nov 21, 2026, 2:30 AM CST', in the local time zone. */
export const localMomentText = (iso: string): string => local.format(new Date(iso))

export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** 'CT' for 'America/Chicago', in summer and winter. */
export const timeZoneText = (timeZone: string): string =>
  timeZone === 'UTC'
    ? timeZone
    : (new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' })
        .formatToParts()
        .find((part) => part.type === 'timeZoneName')?.value ?? timeZone)
