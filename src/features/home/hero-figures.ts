import { shortDollars } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import { site } from '#features/site/config.ts'

/** The three figures of the landing page: fixed or computed. */

export const heroFigureModes = ['fixed', 'live'] as const
export type HeroFigureMode = (typeof heroFigureModes)[number]

export type HeroFigure = { value: string; label: string; isPay: boolean }

export const fixedFigures: readonly HeroFigure[] = site.heroFigures

type BoardFigures = { jobs: number; employers: number; medianPay: number | null }

/** Accurate labels: not every employer is a hospital, and a median is no average. */
export function liveFigures({ jobs, employers, medianPay }: BoardFigures): HeroFigure[] {
  return [
    { value: formatNumber(jobs), label: 'Active Jobs', isPay: false },
    { value: roundedDown(employers), label: 'Employers', isPay: false },
    ...(medianPay === null
      ? []
      : [{ value: shortDollars(Math.round(medianPay / 1000) * 1000), label: 'Median Pay', isPay: true }]),
  ]
}

/** '87', '1,200+': rounded down to two digits. */
function roundedDown(count: number): string {
  const unit = 10 ** Math.max(0, String(count).length - 2)
  const rounded = Math.floor(count / unit) * unit
  return `${formatNumber(rounded)}${rounded < count ? '+' : ''}`
}
