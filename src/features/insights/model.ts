/** Events that a browser reports: a job page was opened, its apply link was followed. */
export const eventKinds = ['view', 'apply'] as const
export type EventKind = (typeof eventKinds)[number]

/** What a page reports of a visitor who came from another of our pages. */
export const ownSearchMark = 'search'
/** Of a link's mark, in characters. */
export const maxMark = 100

/** The selectable periods, in days. */
export const periods = [7, 30, 90, 365] as const
export const usualPeriod = 30
export const maxPeriod = 365

/** The most postings in the list; the least viewed are cut. */
export const maxPostings = 200

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

/** Visitors are unique per day, so sums over days count them again. */
export function totalOf(days: readonly Figures[]): Figures {
  const total: Figures = { views: 0, visitors: 0, applyClicks: 0, saves: 0, inquiries: 0 }
  for (const day of days) for (const figure of figures) total[figure] += day[figure]
  return total
}

/**
 * Facts of a posting whose absence is worth a sentence, with the field of the edit form that states
 * each.
 */
export const comparedFacts = [
  'pay',
  'schedule',
  'setting',
  'benefits',
  'startDate',
  'visa',
] as const
export type ComparedFact = (typeof comparedFacts)[number]

/**
 * With fewer comparable postings, or fewer employers behind them, a comparison would say something
 * about one of them.
 */
export const minPeers = 5
export const minPeerEmployers = 3
/** A posting is compared once it was live this long. */
export const minDaysLive = 3
