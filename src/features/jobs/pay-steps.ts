/** Pay is counted in steps of so many US dollars a year, up to the last step and more. */
export const payStep = 50_000
export const paySteps: readonly number[] = Array.from({ length: 20 }, (_, index) => (index + 1) * payStep)

/** So that no single employer shows. */
const fewestPaid = 5
const rounding = 5_000

/** The median of a group of which so many reach each step of pay, as if they lay evenly between the steps. */
export function medianPay(reached: ReadonlyMap<number, number>): number | null {
  const paid = reached.get(payStep) ?? 0
  if (paid < fewestPaid) return null
  const step = paySteps.findLast((it) => (reached.get(it) ?? 0) >= paid / 2) ?? payStep
  const [atLeast, above] = [reached.get(step) ?? 0, reached.get(step + payStep) ?? 0]
  const part = (atLeast - paid / 2) / Math.max(1, atLeast - above)
  return Math.round((step + part * payStep) / rounding) * rounding
}

/** The median of jobs that are counted between the steps. */
export function medianOf(pay: readonly { from: number; count: number }[]): number | null {
  let sum = 0
  return medianPay(new Map(pay.toReversed().map(({ from, count }) => [from, (sum += count)])))
}
