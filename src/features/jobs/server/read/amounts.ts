import { payUnitLabels } from '#features/jobs/display.ts'
import { callLimits, filters } from '#features/jobs/filters.ts'
import { unitsPerYear } from '#features/jobs/model.ts'
import { unitIn } from '#features/jobs/read-money.ts'
import { plausible } from '#features/jobs/read-terms.ts'
import { sharesIn } from '#features/jobs/terms.ts'
import { formatNumber } from '#shared/numbers.ts'
import { quarterOf } from '#vocabulary/quantities.ts'
import { bareThousands, figures, otherAmounts, typedPay } from '#vocabulary/search-rules.ts'
import { filterWish, type Wish } from './meanings.ts'

/** An amount of money, or of work, that was typed, and where in the text it ends. */
export type TypedAmount = Wish & {
  end: number
  /** 'cardiology 450': thousands a year, where a specialty stands beside. */
  isThousands?: boolean
  /** It may also say how much of a benefit is wanted. */
  isBare?: boolean
}

/** What some amount at this position asks for. */
export const amountAt = (text: string, start: number): TypedAmount | undefined =>
  figureAt(text, start) ?? payAt(text, start)

/** '$350k', '300-400k', 'over 500k', '$250/hr'; undefined where no pay is meant. */
function payAt(text: string, start: number): TypedAmount | undefined {
  typedPay.lastIndex = start
  const groups = typedPay.exec(text)?.groups
  const end = typedPay.lastIndex
  if (!groups) return undefined
  const { least, most, open, unit, low = '', lowScale = '', high = low } = groups
  const { before, behind, highScale = lowScale } = groups
  const isRange = groups['high'] !== undefined
  // 'over 400k loan repayment' is of pay, '400k loan repayment' is not.
  const isBounded = (least ?? most ?? unit) !== undefined
  if (!isBounded && otherAmounts.startAt(text, end)) return undefined
  const payUnit = unitIn(unit ?? '') ?? 'YEAR'
  const hasSign = text.slice(start, end).includes('$')
  const scales = `${lowScale}${highScale}`
  // 'base 650' is in thousands, and so is '350+'.
  const isOfPay = (before ?? behind) !== undefined || (open?.startsWith('+') && Number(low) >= 150)
  const isCalledPay = isOfPay && unit === undefined && /^\d{3} \d{3}$/.test(`${low} ${high}`)
  bareThousands.lastIndex = start
  const isThousands =
    !isCalledPay && payUnit === 'YEAR' && scales === '' && bareThousands.test(text)
  const thousands = isCalledPay || isThousands ? 'k' : ''
  const [from = 0, to = 0] = [
    valueOf(low, lowScale || (Number(low) < 1_000 ? highScale : '') || thousands),
    valueOf(high, highScale || thousands),
  ].toSorted((smaller, larger) => smaller - larger)
  const isMarked = hasSign || unit !== undefined || `${scales}${thousands}` !== ''
  const isMoney = isMarked || from >= (`${low}${high}`.includes(',') ? 50_000 : 100_000)
  // A year in months or weeks is rarely typed without its sign: '4 day', '30 hour week'.
  const isShort = unit !== undefined && payUnit !== 'YEAR' && !hasSign && from < 100
  const [lowest, highest] = plausible[payUnit]
  if (!isMoney || isShort || from < lowest || to > highest) return undefined
  const annual = (value: number) => Math.round(value * unitsPerYear[payUnit])
  const dollars = (value: number) => `$${formatNumber(value)}`
  const isMost = most !== undefined && !isRange && open === undefined
  const bounds = isRange
    ? `${dollars(from)} to ${dollars(to)}`
    : `At ${isMost ? 'most' : 'least'} ${dollars(from)}`
  const filter = {
    ...(!isMost && { minPay: annual(from) }),
    ...((isMost || isRange) && { maxPay: annual(to) }),
  }
  return {
    kind: 'wish',
    label: `${bounds} ${payUnitLabels[payUnit]}`,
    about: 'condition',
    term: { kind: 'filter', filter },
    isAmount: true,
    end,
    isThousands,
    isBare: !isBounded && !isRange && !isThousands,
  }
}

function valueOf(digits: string, scale: string) {
  const isThousand = scale.toLowerCase() === 'mil' && Number(digits) >= 10
  const factor = isThousand ? 1_000 : /^m/i.test(scale) ? 1_000_000 : scale === '' ? 1 : 1_000
  return Number(digits.replaceAll(',', '')) * factor
}

/** In hours a week. */
const leastFullTime = 35

type Values = { name: string; values: string[]; label?: string }
const jobType = (value: string): Values => ({ name: 'jobType', values: [value] })

/** The values of a filter for a figure of the work, by what the vocabulary calls the figure. */
const meant: Record<
  string,
  (groups: Readonly<Partial<Record<string, string>>>) => Values | undefined
> = {
  fte: ({ percent, n = String(Number(percent) / 100), to = n }) => {
    // A text about a full week names no share of a week.
    if (Number(n) >= 1) return jobType('full-time')
    const values = sharesIn(Number(n), Number(to))
    const shares = [...new Set([n, to])].map(Number)
    return values.length > 0
      ? { name: 'fte', values, label: `${shares.join(' to ')} FTE` }
      : jobType('part-time')
  },
  hours: ({ n }) => jobType(Number(n) < leastFullTime ? 'part-time' : 'full-time'),
  // Of the ratios that a filter has, one with no more call than was typed.
  call: ({ n, m = n }) => ({
    name: 'call',
    values: [callLimits.findLast((limit) => Number(limit) >= Number(m)) ?? '8'],
  }),
  startBy: ({ when = '', year }) => {
    const quarter = `${year}-${quarterOf[when.slice(0, 3).toLowerCase()]}`
    const isOffered = filters.startBy.values.includes(quarter)
    return isOffered ? { name: 'startBy', values: [quarter] } : undefined
  },
}

function figureAt(text: string, start: number): TypedAmount | undefined {
  const found = figures.startAt(text, start)
  const asked = found && meant[found.means]?.(found.groups)
  return asked && { ...filterWish(asked), isAmount: true, end: found.end }
}
