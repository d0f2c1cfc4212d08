import type { Pay, WrittenPay } from '#features/jobs/read-terms.ts'
import { moneyIn, unitIn, type Money } from '#features/jobs/read-money.ts'
import { formatNumber } from '#shared/numbers.ts'
import { remembered } from '#shared/remembered.ts'
import { given } from './item.ts'
import { wordsOf } from './text.ts'

/** The amounts that a row claims somewhere, before anybody judges them. */

export type Figures = Omit<Pay, 'text'>
export type Claim = Figures & {
  from: 'figures' | 'field' | 'title' | 'text'
  words: string
  isBare?: boolean
}

export const isRange = ({ min, max }: Figures): boolean =>
  min !== undefined && max !== undefined && min !== max

export const endsOf = ({ min, max }: Figures, factor = 1): Figures => ({
  ...(min !== undefined && { min: min * factor }),
  ...(max !== undefined && { max: max * factor }),
})

/** Only lines with money in them are read: texts are long. */
export const moneyInText = (text: string): Money[] =>
  text.includes('$')
    ? text.split('\n').flatMap((line) => (line.includes('$') ? moneyInLine(line) : []))
    : []
const moneyInLine = remembered((line): readonly Money[] => moneyIn(line))

/** Below, a figure is a placeholder. */
const leastFigure = 10

const unitNamed = (unit = '') => unitIn(unit.replaceAll(/[-_]/g, ' '))

export function figuresOf({ min, max, unit }: WrittenPay): Claim[] {
  const [low, high] = [min, max].map((end) =>
    end !== undefined && end >= leastFigure ? end : undefined,
  )
  if (low === undefined && high === undefined) return []
  const named = unitNamed(unit)
  const figures = [low, high].filter((end) => end !== undefined).map(formatNumber)
  const claim: Claim = {
    from: 'figures',
    words: [figures.join(' – '), unit].filter(Boolean).join(' '),
    isBare: named === undefined && (high ?? low ?? 0) < 1000,
    ...given({ min: low, max: high, unit: named }),
  }
  return [withoutFalseYear(claim)]
}

export const claimsOf = (found: readonly Money[], from: Claim['from'], whole?: string): Claim[] =>
  (from === 'field' && found.some((claim) => (claim.max ?? claim.min ?? 0) < leastFigure)
    ? []
    : found
  )
    .filter(
      (figure) =>
        (figure.kind === 'salary' || figure.kind === 'bare') &&
        (figure.max ?? figure.min ?? 0) >= leastFigure,
    )
    .map(({ min, max, unit, words, kind }) => ({
      from,
      words: wordsOf(whole ?? words),
      isBare: kind === 'bare',
      ...given({ min, max, unit }),
    }))

/** What a field claims, with the unit that another field names. */
export function fieldClaims(found: readonly Money[], field: string, unit?: string): Claim[] {
  const named = unitNamed(unit)
  return joinEnds(
    claimsOf(found, 'field', field).map((claim) =>
      withoutFalseYear(claim.unit || !named ? claim : { ...claim, unit: named }),
    ),
  )
}

/** Nobody works for $215 a year: a site says 'a year' where nobody chose. */
function withoutFalseYear(claim: Claim) {
  const { unit, ...rest } = claim
  return unit === 'YEAR' && (claim.max ?? claim.min ?? 0) < 1000 ? { ...rest, isBare: true } : claim
}

/** 'Starting: $310,000 – Max: $360,000' is one range. */
export function joinEnds([first, second, ...more]: Claim[]): Claim[] {
  if (!first || !second) return first ? [first] : []
  const isOne = first.max === undefined && second.min === undefined
  return isOne ? [{ ...first, ...second }, ...more] : [first, second, ...more]
}

/** '$60' where title or text promise a bonus of $60K. */
export const isCutOff = ({ min, max }: Claim, paidExtra: readonly Money[]): boolean =>
  paidExtra.some((claim) =>
    [min, max].some(
      (end) => end !== undefined && end < 1000 && (claim.max ?? claim.min) === end * 1000,
    ),
  )
