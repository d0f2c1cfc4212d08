/** What a browser reports: a job's page was opened, or its link to apply was followed. */
export const eventKinds = ['view', 'apply'] as const
export type EventKind = (typeof eventKinds)[number]

/** How far back the pages look, in days. */
export const periods = [7, 30, 90, 365] as const
export const usualPeriod = 30
export const longestPeriod = 365

/** More postings than these are not listed, the least viewed ones. */
export const mostPostings = 200

export const figures = ['views', 'visitors', 'applyClicks', 'saves', 'inquiries'] as const
export type Figure = (typeof figures)[number]
export type Figures = Record<Figure, number>

export const figureLabels: Record<Figure, string> = {
  views: 'Views',
  visitors: 'Visitors',
  applyClicks: 'Apply clicks',
  saves: 'Saves',
  inquiries: 'Inquiries',
}

/** Visitors are counted once a day: added up, somebody who comes on two days counts twice. */
export function totalOf(days: readonly Figures[]): Figures {
  const total: Figures = { views: 0, visitors: 0, applyClicks: 0, saves: 0, inquiries: 0 }
  for (const day of days) for (const figure of figures) total[figure] += day[figure]
  return total
}
