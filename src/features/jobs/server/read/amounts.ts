import { payUnitLabels } from '#features/jobs/display.ts'
import { callLimits, filters, type Filters } from '#features/jobs/filters.ts'
import { unitsPerYear, type PayUnit } from '#features/jobs/model.ts'
import { unitIn } from '#features/jobs/read-money.ts'
import { formatNumber } from '#shared/numbers.ts'
import { sharesIn } from '#features/jobs/terms.ts'
import { figures, otherAmounts, typedPay } from '#vocabulary/search-rules.ts'

/**
 * An amount of money, or of work, that was typed: what it asks for, and where in the text it ends.
 */
export type TypedAmount = {
  kind: 'filter'
  isAmount: true
  label: string
  filter: Filters
  end: number
  /** It may also say how much of a benefit is wanted. */
  isBare?: true
}

/** What a physician may earn in one unit; a figure outside is something else. */
const plausible: Record<PayUnit, readonly [number, number]> = {
  HOUR: [40, 1_500],
  DAY: [400, 15_000],
  WEEK: [1_500, 60_000],
  MONTH: [4_000, 250_000],
  YEAR: [50_000, 5_000_000],
}

/**
 * '$350k', '300-400k', 'over 500k', '$250/hr', beginning at this position; undefined where no pay
 * is meant.
 */
function payAt(text: string, start: number): TypedAmount | undefined {
  typedPay.lastIndex = start
  const groups = typedPay.exec(text)?.groups
  const end = typedPay.lastIndex
  if (!groups) return undefined
  const { least, most, open, unit, low = '', lowScale = '', high, highScale = '' } = groups
  // 'over 400k loan repayment' is of pay, '400k loan repayment' is not.
  const isBounded = (least ?? most ?? unit) !== undefined
  if (!isBounded && otherAmounts.startAt(text, end)) return undefined
  // 'base 650' is in thousands, and so is '350+'.
  const isOfPay = groups['before'] ?? groups['behind']
  const isPay = isOfPay !== undefined || (open?.startsWith('+') && Number(low) >= 150)
  const areThree = [low, high ?? low].every((digits) => /^\d{3}$/.test(digits))
  const thousands = isPay && unit === undefined && areThree ? 'k' : ''
  const given = [
    valueOf(low, lowScale || (Number(low) < 1_000 ? highScale : '') || thousands),
    ...(high === undefined ? [] : [valueOf(high, highScale || thousands)]),
  ].toSorted((one, other) => one - other)
  const payUnit = typedUnits[unit?.toLowerCase() ?? ''] ?? unitIn(unit ?? '') ?? 'YEAR'
  const hasSign = text.slice(start, end).includes('$')
  const isMoney =
    hasSign ||
    unit !== undefined ||
    `${low}${high}`.includes(',') ||
    `${lowScale}${highScale}${thousands}` !== '' ||
    given.every((value) => value >= 100_000)
  // A year in months or weeks is rarely typed without its sign: '4 day', '30 hour week'.
  const isShort =
    unit !== undefined && payUnit !== 'YEAR' && !hasSign && given.some((value) => value < 100)
  const [least$, most$] = plausible[payUnit]
  const isPlausible = given.every((value) => value >= least$ && value <= most$)
  if (!isMoney || isShort || !isPlausible) return undefined
  const annual = (value: number) => Math.min(Math.round(value * unitsPerYear[payUnit]), 5_000_000)
  const dollars = (value: number) => `$${formatNumber(value)}`
  const [from = 0, to = from] = given
  const isMost = to === from && most !== undefined && least === undefined && open === undefined
  const said =
    to === from
      ? `${isMost ? 'At most' : 'At least'} ${dollars(from)}`
      : `${dollars(from)} to ${dollars(to)}`
  const filter = {
    ...(!isMost && { minPay: annual(from) }),
    ...((isMost || to !== from) && { maxPay: annual(to) }),
  }
  const isBare = !isBounded && to === from
  const label = `${said} ${payUnitLabels[payUnit]}`
  return { kind: 'filter', isAmount: true, label, filter, end, ...(isBare && { isBare }) }
}

const typedUnits: Partial<Record<string, PayUnit>> = { ph: 'HOUR', hora: 'HOUR', night: 'DAY' }

function valueOf(digits: string, scale: string) {
  const isThousand = scale.toLowerCase() === 'mil' && Number(digits) >= 10
  const factor = isThousand ? 1_000 : /^m/i.test(scale) ? 1_000_000 : scale === '' ? 1 : 1_000
  return Number(digits.replaceAll(',', '')) * factor
}

const jobType = (type: 'part-time' | 'full-time'): Meant => ({
  label: filters.jobType.label(type),
  filter: { jobType: [type] },
})
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const seasons: Partial<Record<string, number>> = { win: 2, spr: 4, sum: 6, fal: 9, aut: 9 }
const fullWeek = 35

type Meant = Pick<TypedAmount, 'label' | 'filter'>
type Groups = Readonly<Partial<Record<string, string>>>

/** What a figure of the work asks for, by what the vocabulary calls it. */
const meant: Record<string, (groups: Groups) => Meant | undefined> = {
  fte: ({ n, to = n, percent }) => {
    const steps = percent ? [Number(percent) / 100] : [...new Set([Number(n), Number(to)])]
    const [from = 1, most = from] = steps
    // A text about a full week names no share of a week.
    if (from >= 1) return jobType('full-time')
    const fte = sharesIn(from, most)
    return fte.length === 0
      ? jobType('part-time')
      : { label: `${steps.join(' to ')} FTE`, filter: { fte } }
  },
  hours: ({ n }) => jobType(Number(n) < fullWeek ? 'part-time' : 'full-time'),
  call: ({ n, m = n }) => {
    // Of the ratios that a filter has, one with no more call than was typed.
    const value = callLimits.toReversed().find((limit) => Number(limit) >= Number(m)) ?? '8'
    return { label: filters.call.label(value), filter: { call: [value] } }
  },
  // By the end of that quarter.
  startBy: ({ when = '', year }) => {
    const begun = when.slice(0, 3).toLowerCase()
    const month = seasons[begun] ?? months.indexOf(begun)
    const quarter = `${year}-${String(3 * Math.floor(month / 3) + 3).padStart(2, '0')}`
    return filters.startBy.values.includes(quarter)
      ? { label: filters.startBy.label(quarter), filter: { startBy: [quarter] } }
      : undefined
  },
}

function figureAt(text: string, start: number): TypedAmount | undefined {
  const found = figures.startAt(text, start)
  const asked = found && meant[found.means]?.(found.groups)
  return asked && { kind: 'filter', isAmount: true, ...asked, end: found.end }
}

const bare =
  /(?:(?<low>[1-9]\d[05])\s*(?:-|–|to)\s*(?<high>[1-9]\d[05])|(?<thousands>[3-9]\d0))(?![\p{L}\d,.%:/-])/uy

/** 'cardiology 450', '275 to 325' are thousands a year, where a specialty stands beside. */
export function barePayAt(text: string, start: number): TypedAmount | undefined {
  bare.lastIndex = start
  const groups = bare.exec(text)?.groups
  const end = bare.lastIndex
  if (!groups || otherAmounts.startAt(text, end)) return undefined
  const { thousands, low, high } = groups
  const typed = payAt(`${thousands ?? `${low}-${high}`}k`, 0)
  return typed && { ...typed, end }
}

/** What some amount at this position asks for. */
export const amountAt = (text: string, start: number): TypedAmount | undefined =>
  figureAt(text, start) ?? payAt(text, start)
