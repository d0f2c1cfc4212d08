import type { EmploymentType, JobType } from './model.ts'

/** Pay is counted in steps of so many US dollars a year, up to the last step and more. */
export const payStep = 50_000
export const paySteps: readonly number[] = stepsOf(payStep)

/** The middle of a range of pay, of which medians are made, in finer steps. */
const middleStep = 25_000
export const middleSteps: readonly number[] = stepsOf(middleStep)

function stepsOf(step: number): number[] {
  return Array.from({ length: 1_000_000 / step }, (_, index) => (index + 1) * step)
}

/** The least number of postings for statistics, so that no single employer shows. */
export const fewestPostings = 5

/** Full-time work; other types do not pay by the year. */
export const comparedTypes = ['full-time', 'permanent'] as const satisfies readonly EmploymentType[]

/** US dollars a year; amounts outside are mistakes. */
export const plausiblePay = [40_000, 5_000_000] as const

export const isCompared = ({ type }: { type: JobType }): boolean => (comparedTypes as readonly JobType[]).includes(type)

const rounding = 5_000

/** The median of a group of which so many reach each of `middleSteps`, as if they lay evenly between the steps. */
export function medianPay(reached: ReadonlyMap<number, number>): number | null {
  const paid = reached.get(middleStep) ?? 0
  if (paid < fewestPostings) return null
  const step = middleSteps.findLast((it) => (reached.get(it) ?? 0) >= paid / 2) ?? middleStep
  const [atLeast, above] = [reached.get(step) ?? 0, reached.get(step + middleStep) ?? 0]
  const part = (atLeast - paid / 2) / Math.max(1, atLeast - above)
  return Math.round((step + part * middleStep) / rounding) * rounding
}
