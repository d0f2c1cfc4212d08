import { payUnitLabels } from '#features/jobs/display.ts'
import { callLimits, filters, type Filters } from '#features/jobs/filters.ts'
import { unitsPerYear, type PayUnit } from '#features/jobs/model.ts'
import { unitIn } from '#features/jobs/read-money.ts'
import { formatNumber } from '#shared/numbers.ts'
import { unitAdverbs, unitNouns } from '#vocabulary/offer-rules.ts'
import { sharesIn } from '#features/jobs/terms.ts'
import { figures, otherAmounts } from '#vocabulary/search-rules.ts'

/**
 * An amount of money, or of work, that was typed: what it asks for, and where in the text it ends.
 */
export type TypedAmount = {
  label: string
  filter: Pick<Filters, 'minPay' | 'maxPay' | 'jobType' | 'fte' | 'call' | 'startBy'>
  end: number
  /** It may also say how much of a benefit is wanted. */
  isBare?: true
}

const atLeast =
  'over|above|at least|min(?:imum)?(?: of)?|more than|greater than|starting at|from|(?:no|not) (?:less|lower) than|not (?:under|below)|' +
  'upwards of|north of|m[aá]s de|al menos|m[ií]nimo|>=?'
const atMost = 'under|below|less than|up to|at most|max(?:imum)?(?: of)?|no more than|not over|<=?'
const amount = (name: string) =>
  String.raw`\$?\s*(?<${name}>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(?<${name}Scale>k|mm?|mil|million(?:es)?|thousand|grand)?(?![\p{L}\d])(?:\s*(?:d[oó]l(?:lar|are)s|bucks|usd)(?![\p{L}\d]))?`
const pattern = new RegExp(
  String.raw`(?<before>(?:pay(?:ing|s)?|salary|base|comp(?:ensation)?|making|make|earn(?:ing)?)\s+(?:of\s+|is\s+)?)?(?:between\s+)?(?:(?<least>${atLeast})|(?<most>${atMost}))?\s*` +
    String.raw`(?<first>${amount('low')})(?:\s*(?:-|–|—|to|and)\s*(?<second>${amount('high')}))?` +
    String.raw`\s*(?<open>\+|plus\b|and up\b|(?:or|and) (?:more|better|above|higher|over|greater)\b|o m[aá]s\b)?` +
    String.raw`\s*(?:(?:\/|\bper\s|\bpor\s|\bla\s|\bp\/|\ban?\s)?\s*\b(?:\d{1,2}[- ]?(?:h|hrs?|hours?)[- ](?=shift))?(?<unit>${unitNouns}|${unitAdverbs}|ph|hora|año)(?![\p{L}\d])(?!\s*weeks?\b))?` +
    String.raw`(?<behind>\s*\b(?:base|guarantee|salary|pay|comp(?:ensation)?)(?![\p{L}\d]))*`,
  'iuy',
)

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
  pattern.lastIndex = start
  const groups = pattern.exec(text)?.groups
  if (!groups) return undefined
  const end = pattern.lastIndex
  const { least, most, open, unit, low, lowScale = '', high, highScale = '' } = groups
  // 'over 400k loan repayment' is of pay, '400k loan repayment' is not.
  const isBounded = least !== undefined || most !== undefined || unit !== undefined
  if (low === undefined || (!isBounded && otherAmounts.startAt(text, end))) return undefined
  const isOfPay = groups['before'] !== undefined || groups['behind'] !== undefined
  // 'base 650' is in thousands, and so is '350+'.
  const isPay = isOfPay || (open?.startsWith('+') && Number(low) >= 150)
  const inThousands =
    isPay &&
    unit === undefined &&
    [low, high ?? low].every((candidate) => /^\d{3}$/.test(candidate))
      ? 'k'
      : ''
  const given = [
    valueOf(low, lowScale || (Number(low) < 1_000 ? highScale : '') || inThousands),
    ...(high === undefined ? [] : [valueOf(high, highScale || inThousands)]),
  ]
  const payUnit = /^(?:ph|hora)$/i.test(unit ?? '') ? 'HOUR' : (unitIn(unit ?? '') ?? 'YEAR')
  const words = payUnitLabels[payUnit]
  const isMoney =
    /\$/.test(`${groups['first']}${groups['second'] ?? ''}`) ||
    unit !== undefined ||
    [low, high].some((candidate) => candidate?.includes(',')) ||
    lowScale !== '' ||
    highScale !== '' ||
    inThousands !== '' ||
    given.every((candidate) => candidate >= 100_000)
  const [least$, most$] = plausible[payUnit]
  // A year in months or weeks is rarely typed without its sign: '4 day', '30 hour week'.
  const isShort =
    unit !== undefined &&
    payUnit !== 'YEAR' &&
    !/\$/.test(text.slice(start, end)) &&
    given.some((candidate) => candidate < 100)
  if (
    !isMoney ||
    isShort ||
    isRetirementPlan(low, lowScale) ||
    given.some((candidate) => candidate < least$ || candidate > most$)
  )
    return undefined
  const annual = (value: number): number =>
    Math.min(Math.round(value * unitsPerYear[payUnit]), 5_000_000)
  const dollars = (value: number): string => `$${formatNumber(value)}`
  const [from = 0, to] = given.toSorted((a, b) => a - b)
  if (to !== undefined && to !== from) {
    return {
      end,
      label: `${dollars(from)} to ${dollars(to)} ${words}`,
      filter: { minPay: annual(from), maxPay: annual(to) },
    }
  }
  if (most !== undefined && least === undefined && open === undefined) {
    return { end, label: `At most ${dollars(from)} ${words}`, filter: { maxPay: annual(from) } }
  }
  const filter = { minPay: annual(from) }
  return {
    end,
    label: `At least ${dollars(from)} ${words}`,
    filter,
    ...(!isBounded && { isBare: true }),
  }
}

function valueOf(digits: string, scale: string): number {
  const isThousand = scale.toLowerCase() === 'mil' && Number(digits) >= 10
  const factor = isThousand ? 1_000 : /^m/i.test(scale) ? 1_000_000 : scale === '' ? 1 : 1_000
  return Number(digits.replaceAll(',', '')) * factor
}

const isRetirementPlan = (digits: string, scale: string): boolean =>
  digits === '401' && scale.toLowerCase() === 'k'

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
    const [from = 1, most = 1] = percent
      ? [Number(percent) / 100, Number(percent) / 100]
      : [n, to].map(Number)
    const fte = sharesIn(from, most)
    const steps = from === most ? [from] : [from, most]
    // What is a full week has no share of one in its texts.
    if (from >= 1) return jobType('full-time')
    if (fte.length === 0) return jobType('part-time')
    return { label: `${steps.join(' to ')} FTE`, filter: { fte } }
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
  return asked && { ...asked, end: found.end }
}

const bare = /(?<thousands>[3-9]\d0)(?![\p{L}\d,.%:/-])/uy

/** 'cardiology 450' is thousands a year, where a specialty stands beside. */
export function barePayAt(text: string, start: number): TypedAmount | undefined {
  bare.lastIndex = start
  const thousands = bare.exec(text)?.groups?.['thousands']
  const end = bare.lastIndex
  if (thousands === undefined || otherAmounts.startAt(text, end)) return undefined
  return {
    end,
    label: `At least $${thousands},000 a year`,
    filter: { minPay: Number(thousands) * 1_000 },
  }
}

/** What some amount at this position asks for. */
export const amountAt = (text: string, start: number): TypedAmount | undefined =>
  figureAt(text, start) ?? payAt(text, start)
