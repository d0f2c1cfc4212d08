import { shortDollars } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import { site } from '#features/site/config.ts'

/** The three figures of Home: fixed or computed, under the same labels. */

export const heroFigureModes = ['fixed', 'live'] as const
export type HeroFigureMode = (typeof heroFigureModes)[number]

export type HeroFigure = { value: string; label: string; isPay: boolean }

/** None if the operator gave none; then the live ones are shown. */
export const fixedFigures = (): readonly HeroFigure[] => site.heroFigures

type BoardFigures = { jobs: number; hospitals: number; medianPay: number | null }

export const liveFigures = ({ jobs, hospitals, medianPay }: BoardFigures): HeroFigure[] => [
  { value: formatNumber(jobs), label: 'Active Jobs', isPay: false },
  { value: roundedDown(hospitals), label: 'Hospitals', isPay: false },
  ...(medianPay === null
    ? []
    : [{ value: shortDollars(Math.round(medianPay / 1000) * 1000), label: 'Avg. Salary', isPay: true }]),
]

/** '87', '1,200+': rounded down to two digits. */
function roundedDown(count: number): string {
  const unit = 10 ** Math.max(0, String(count).length - 2)
  const rounded = Math.floor(count / unit) * unit
  return `${formatNumber(rounded)}${rounded < count ? '+' : ''}`
}
