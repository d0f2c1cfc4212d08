import { reviewHours } from '#features/postings/model.ts'

const hour = 3_600_000

/** How long something has waited of what was promised, in words and as a share from 0 to 1. */
export function ageOf(since: string, now: number): { text: string; share: number; isOverdue: boolean } {
  const hours = Math.max(0, (now - Date.parse(since)) / hour)
  const isOverdue = hours >= reviewHours
  const text = isOverdue ? `Overdue by ${durationText(hours - reviewHours)}` : `${durationText(hours)} of ${reviewHours} h`
  return { text, share: Math.min(hours / reviewHours, 1), isOverdue }
}

function durationText(hours: number): string {
  if (hours < 1) return `${Math.floor(hours * 60)} min`
  return hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`
}
