import { payUnitLabels } from '#features/jobs/display.ts'
import type { Filters } from '#features/jobs/filters.ts'
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
  filter: Pick<Filters, 'minPay' | 'maxPay' | 'jobType'>
  end: number
}

const atLeast =
  'over|above|at least|min(?:imum)?(?: of)?|more than|greater than|starting at|from|>=?'
const atMost = 'under|below|less than|up to|at most|max(?:imum)?(?: of)?|no more than|not over|<=?'
const amount = (name: string) =>
  String.raw`\$?\s*(?<${name}>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(?<${name}Scale>k|mm?|mil|million|thousand|grand)?(?![\p{L}\d])(?:\s*(?:dollars|bucks|usd)(?![\p{L}\d]))?`
const pattern = new RegExp(
  String.raw`(?<before>(?:pay(?:ing|s)?|salary|base|comp(?:ensation)?|making|make|earn(?:ing)?)\s+(?:of\s+|is\s+)?)?(?:between\s+)?(?:(?<least>${atLeast})|(?<most>${atMost}))?\s*` +
    String.raw`(?<first>${amount('low')})(?:\s*(?:-|–|—|to|and)\s*(?<second>${amount('high')}))?` +
    String.raw`\s*(?<open>\+|plus\b|and up\b|or more\b)?` +
    String.raw`\s*(?:(?:\/|\bper\s|\ban?\s)?\s*\b(?:\d{1,2}[- ]?(?:h|hrs?|hours?)[- ](?=shift))?(?<unit>${unitNouns}|${unitAdverbs})(?![\p{L}\d])(?!\s*weeks?\b))?` +
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
export function payAt(text: string, start: number): TypedAmount | undefined {
  pattern.lastIndex = start
  const groups = pattern.exec(text)?.groups
  if (!groups) return undefined
  const end = pattern.lastIndex
  const { least, most, open, unit, low, lowScale = '', high, highScale = '' } = groups
  if (low === undefined || otherAmounts.startAt(text, end)) return undefined
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
  const payUnit = unitIn(unit ?? '') ?? 'YEAR'
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
  const isBare =
    unit !== undefined &&
    payUnit !== 'YEAR' &&
    !/\$/.test(text.slice(start, end)) &&
    given.some((candidate) => candidate < 100)
  if (
    !isMoney ||
    isBare ||
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
  return { end, label: `At least ${dollars(from)} ${words}`, filter: { minPay: annual(from) } }
}

function valueOf(digits: string, scale: string): number {
  const factor = /^m/i.test(scale) ? 1_000_000 : scale === '' ? 1 : 1_000
  return Number(digits.replaceAll(',', '')) * factor
}

const isRetirementPlan = (digits: string, scale: string): boolean =>
  digits === '401' && scale.toLowerCase() === 'k'

const fte = /(?<share>[01]?\.\d+|1)\s*(?:-\s*[01]?\.\d+\s*)?fte(?![\p{L}\d])/iuy

/** '0.6 FTE' is part of a full-time job. */
export function fteAt(text: string, start: number): TypedAmount | undefined {
  fte.lastIndex = start
  const share = fte.exec(text)?.groups?.['share']
  if (share === undefined || Number(share) > 1) return undefined
  const end = fte.lastIndex
  return Number(share) < 1
    ? { end, label: 'Part-time', filter: { jobType: ['part-time'] } }
    : { end, label: 'Full-time', filter: { jobType: ['full-time'] } }
}
