import type { Rng } from './rng.ts'

const day = 86_400_000
const windowDays = 60

/** Half of the postings are at most ten days old, the oldest two months. */
export function drawPostedAt(now: Date, rng: Rng): Date {
  const age = rng.next() ** 2.6 * windowDays * day
  return new Date(Math.floor((now.getTime() - age) / 1000) * 1000)
}

export const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

const daysBetween = (date: Date, now: Date): number =>
  Math.floor((now.getTime() - date.getTime()) / day)

/** 'Just posted', '3 days ago', '30+ days ago' */
export function ageInDays(date: Date, now: Date): string {
  const days = daysBetween(date, now)
  if (days === 0) return 'Just posted'
  if (days >= 30) return '30+ days ago'
  return days === 1 ? '1 day ago' : `${days} days ago`
}

/** '5 hours ago', '2 weeks ago', '1 month ago' */
export function ageInWords(date: Date, now: Date): string {
  const days = daysBetween(date, now)
  if (days === 0)
    return ago(Math.max(1, Math.floor((now.getTime() - date.getTime()) / 3_600_000)), 'hour')
  if (days < 7) return ago(days, 'day')
  return days < 30 ? ago(Math.floor(days / 7), 'week') : ago(Math.floor(days / 30), 'month')
}

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
export const monthAndYear = (date: Date): string => monthFormat.format(date)

export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * day)
