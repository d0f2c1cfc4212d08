import { payAnnual } from '#features/jobs/model.ts'
import type { EmploymentType, PayUnit } from '#features/jobs/model.ts'

/** What postings of one kind pay, in whole US dollars a year. */
export type PayStatistics = {
  postings: number
  lowest: number
  lowerQuartile: number
  median: number
  upperQuartile: number
  highest: number
}

/** Fewer postings than this would tell of single employers, not of a specialty. */
export const fewestPostings = 5

/** A year of full-time work: what part-time, per diem and locum work pays cannot be set beside it. */
export const comparedTypes = ['full-time', 'permanent'] as const satisfies readonly EmploymentType[]

/** In US dollars a year; a posting beyond says something else than it means, and is not counted. */
export const plausiblePay = [40_000, 5_000_000] as const

type Posting = { type: EmploymentType; compMin: number | null; compMax: number | null; compUnit: PayUnit }

export const isCompared = ({ type }: Pick<Posting, 'type'>): boolean =>
  (comparedTypes as readonly EmploymentType[]).includes(type)

/** Both ends of a posting's pay in US dollars for a full-time year, the same where it gives one; undefined where it gives none. */
export function payRangeAnnual({ compMin, compMax, compUnit }: Omit<Posting, 'type'>): { from: number; to: number } | undefined {
  const annual = (max: number | null) => payAnnual({ min: null, max, unit: compUnit })
  const [from, to] = [annual(compMin ?? compMax), annual(compMax ?? compMin)]
  return from === null || to === null ? undefined : { from, to }
}
