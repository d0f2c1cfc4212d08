import { appliedFilters, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { manyEmails } from '#shared/mail.ts'
import { keysOf } from '#shared/keys.ts'

export const frequencyLabels = {
  instant: 'Immediately',
  daily: 'Every day',
  weekly: 'Every Monday',
} as const
export type Frequency = keyof typeof frequencyLabels
export const frequencies = keysOf(frequencyLabels)

/** The reader's local hour of daily and weekly mails. */
export const sendingHour = 7

/** Used when the zone is unknown. */
export const defaultTimeZone = 'America/New_York'

export const alertStatuses = ['pending', 'active', 'paused'] as const
/** `pending`: the owner of the address has not confirmed yet. */
export type AlertStatus = (typeof alertStatuses)[number]

/** The most alerts per address. */
export const maxAlerts = 50

export const alertTexts = {
  saved: 'Your job alert is on.',
  withoutWords: (words: readonly string[]) =>
    `No job has ${words.join(' and ')} now, so it also covers jobs without ` +
    `${words.length > 1 ? 'these words' : 'this word'}.`,
  /** The same for known and unknown addresses. */
  checkInbox:
    'Check your inbox. If this address can get job alerts, we are emailing it a link ' +
    `to confirm. ${manyEmails}`,
  linkSent:
    'Check your inbox. If this address has job alerts, we are emailing it a link to ' +
    `manage them. ${manyEmails}`,
  deadLink: 'This link no longer works. It may be incomplete, or the job alert was deleted.',
  failed: 'We could not save your job alert. Please try again.',
} as const

/** 'Every day at 7 a.m., New York time'. */
export function rhythmText({
  frequency,
  timeZone,
}: {
  frequency: Frequency
  timeZone: string
}): string {
  if (frequency === 'instant') return 'As soon as a job appears'
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return `${frequencyLabels[frequency]} at ${sendingHour} a.m., ${city} time`
}

export const alertLabel = (criteria: SearchCriteria) =>
  appliedFilters(criteria)
    .map((filter) => filter.label)
    .join(' · ') || 'All physician jobs'
