import { payUnitLabels } from '#features/jobs/display.ts'
import { callLimits, filters, type Filters } from '#features/jobs/filters.ts'
import { unitsPerYear, type PayUnit } from '#features/jobs/model.ts'
import { unitIn } from '#features/jobs/read-money.ts'
import { formatNumber } from '#shared/numbers.ts'
import { unitAdverbs, unitNouns } from '#vocabulary/offer-rules.ts'
import { otherAmounts } from '#vocabulary/search-rules.ts'

/**
 * An amount of money, or of work, that was typed: what it asks for, and where in the text it ends.
 */
export type TypedAmount = {
  label: string
  filter: Pick<Filters, 'minPay' | 'maxPay' | 'jobType' | 'call' | 'startBy'>
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

const fte = /(?<share>[01]?\.\d+|1)\s*(?:-\s*[01]?\.\d+\s*)?fte(?![\p{L}\d])/iuy

/** '0.6 FTE' is part of a full-time job. */
function fteAt(text: string, start: number): TypedAmount | undefined {
  fte.lastIndex = start
  const share = fte.exec(text)?.groups?.['share']
  if (share === undefined || Number(share) > 1) return undefined
  const end = fte.lastIndex
  return Number(share) < 1
    ? { end, label: 'Part-time', filter: { jobType: ['part-time'] } }
    : { end, label: 'Full-time', filter: { jobType: ['full-time'] } }
}

const weeklyHours =
  /(?<hours>\d{2})(?:\s?[-–]\s?\d{2})?\s*(?:clinical\s+)?(?:hours?|hrs?|h)\s*(?:an?\s|per\s|each\s|\/\s*)\s*(?:week|wk)(?![\p{L}\d])/iuy
const fullWeek = 35

/** '40 hours a week' is a full-time job. */
function hoursAt(text: string, start: number): TypedAmount | undefined {
  weeklyHours.lastIndex = start
  const hours = Number(weeklyHours.exec(text)?.groups?.['hours'])
  if (!(hours >= 8 && hours <= 80)) return undefined
  const end = weeklyHours.lastIndex
  return hours < fullWeek
    ? { end, label: 'Part-time', filter: { jobType: ['part-time'] } }
    : { end, label: 'Full-time', filter: { jobType: ['full-time'] } }
}

const limit = '(?:(?:no more than|at most|not more than|max(?:imum)?|of)\\s+)?'
const callRatio = new RegExp(
  String.raw`(?:(?<before>call)\s+)?${limit}(?:1\s?:\s?|(?:1|one)\s+in\s+|(?<short>q)\s?)(?<every>\d{1,2})(?<behind>\s*call\b)?(?![\w:])`,
  'iuy',
)

/** 'call 1:5', '1 in 4 call', 'q6 call': no call is more frequent. */
function callAt(text: string, start: number): TypedAmount | undefined {
  callRatio.lastIndex = start
  const { before, behind, short, every } = callRatio.exec(text)?.groups ?? {}
  if (every === undefined || (short !== undefined && before === undefined && behind === undefined))
    return undefined
  // Of the ratios that a filter has, one with no more call than was typed.
  const value = callLimits.toReversed().find((limit) => Number(limit) >= Number(every)) ?? '8'
  return { end: callRatio.lastIndex, label: filters.call.label(value), filter: { call: [value] } }
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const seasons: Readonly<Record<string, number>> = {
  winter: 2,
  spring: 4,
  summer: 6,
  fall: 9,
  autumn: 9,
}
const beginning = new RegExp(
  String.raw`(?:(?:start(?:ing|s)?|available|beginning)\s+(?:date\s+)?(?:in\s+)?)?(?:(?:early|mid|late)\s+)?` +
    String.raw`(?<month>(?:${months.join('|')})[a-z]*|${Object.keys(seasons).join('|')})\.?\s+(?<year>20[2-3]\d)(?:\s+start(?:\s+date)?)?(?![\p{L}\d])`,
  'iuy',
)

/** 'starting in July 2027': by the end of that quarter. */
function beginningAt(text: string, start: number): TypedAmount | undefined {
  beginning.lastIndex = start
  const { month = '', year } = beginning.exec(text)?.groups ?? {}
  const at = seasons[month.toLowerCase()] ?? months.indexOf(month.slice(0, 3).toLowerCase())
  const quarter = `${year}-${String(3 * Math.floor(at / 3) + 3).padStart(2, '0')}`
  if (year === undefined || at < 0 || !filters.startBy.values.includes(quarter)) return undefined
  return {
    end: beginning.lastIndex,
    label: filters.startBy.label(quarter),
    filter: { startBy: [quarter] },
  }
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
  fteAt(text, start) ??
  hoursAt(text, start) ??
  callAt(text, start) ??
  beginningAt(text, start) ??
  payAt(text, start)
