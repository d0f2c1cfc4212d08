import { payUnitLabels } from '#features/jobs/display.ts'
import type { PayUnit } from '#features/jobs/model.ts'
import { readPay } from '#features/imports/server/public.ts'
import { amountOf } from '../amount.ts'

type PayColumns = { comp_min: number | null; comp_max: number | null; comp_unit: PayUnit; comp_text: string | null }

/** The figures of a form that asks for dollars; the unit shows in their size, and is a year where it does not. */
export function payOfFigures(min: number | undefined, max: number | undefined): PayColumns {
  const { unit = 'YEAR' } = readPay({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) })
  return { comp_min: min ?? null, comp_max: max ?? null, comp_unit: unit, comp_text: null }
}

/** Pay in somebody's own words, with the figures that they hold. */
export function payOfText(text: string): PayColumns {
  if (text === '') return payOfFigures(undefined, undefined)
  const { min = null, max = null, unit = 'YEAR', text: words } = readPay({ text })
  const isFigures = min !== null || max !== null
  return { comp_min: min, comp_max: max, comp_unit: unit, comp_text: isFigures ? (words ?? null) : text }
}

/** The edit form's two texts. */
export function payOfRange(min: string, max: string): PayColumns {
  const [low, high] = [amountOf(min), amountOf(max)]
  if (Number.isNaN(low) || Number.isNaN(high)) return payOfText([min, max].filter(Boolean).join(' - '))
  if (low !== undefined && high !== undefined && low > high) return payOfFigures(high, low)
  return payOfFigures(low, high)
}

/** The two texts of the edit form for what is stored. */
export function rangeOfPay(pay: {
  comp_min: string | null
  comp_max: string | null
  comp_unit: PayUnit
  comp_text: string | null
}) {
  if (pay.comp_min === null && pay.comp_max === null) return { salaryMin: pay.comp_text ?? '', salaryMax: '' }
  const unit = pay.comp_unit === 'YEAR' ? '' : ` ${payUnitLabels[pay.comp_unit]}`
  const textOf = (amount: string | null) => (amount === null ? '' : `${Number(amount)}${unit}`)
  return { salaryMin: textOf(pay.comp_min), salaryMax: textOf(pay.comp_max) }
}
