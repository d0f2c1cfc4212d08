import { jobLimits, type Benefit, type JobType, type PayUnit } from '#features/jobs/model.ts'
import { plausiblePay, type Pay, type WrittenPay } from '#features/jobs/read-terms.ts'
import { moneyIn, type Money } from '#features/jobs/read-money.ts'
import { cleanLine } from '#features/jobs/read-text.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { DoubtReason, Fact, InferenceRule } from '#features/imports/facts.ts'
import {
  claimsOf,
  endsOf,
  fieldClaims,
  figuresOf,
  isCutOff,
  isRange,
  joinEnds,
  moneyInText,
  type Claim,
  type Figures,
} from './pay-claims.ts'
import { benefitsOf, isNothing, notesOf, saysMore, tiersOf, withoutFigures } from './pay-words.ts'
import { doubtful, inferred, stated } from './text.ts'

type ReadPay = {
  fact: Fact<'pay'>
  /** Nothing doubtful; `text` is what lists show, where figures do not say all of it. */
  pay: Pay
  /** Bonuses and the like with their amounts, a line each. */
  notes: string[]
  benefits: Benefit[]
}

type Row = { written: WrittenPay; title: string; text: string; specialty: Specialty; type: JobType }

/** Longer words stand among the notes. */
const maxShownWords = 80

export function readRowPay(row: Row): ReadPay {
  const written = isNothing(row.written.text)
    ? ''
    : cleanLine(row.written.text ?? '', jobLimits.compText)
  const [tier, ...tiers] = tiersOf(written)
  // Of several ranges the first is shown, with what it is for; all of them stand among the notes.
  const field = tier?.figures ?? written
  const inField = moneyIn(field, { bare: true })
  const inTitle = moneyIn(row.title)
  const inText = moneyInText(row.text)
  const paidExtra = [...inField, ...inTitle, ...inText].filter(
    (candidate) => candidate.kind === 'extra',
  )
  const context = {
    notes: [...(tiers.length > 0 ? [written] : []), ...notesOf(paidExtra)],
    benefits: benefitsOf(paidExtra),
  }

  const annualized = tier ? [] : figuresOf(row.written)
  const claims = [
    ...annualized,
    ...fieldClaims(inField, field, row.written.unit).filter((end) => !isCutOff(end, paidExtra)),
    ...claimsOf(inTitle, 'title', row.title),
    ...claimsOf(
      inText.filter((claim) => claim.isCalledPay || claim.unit === 'HOUR' || claim.unit === 'DAY'),
      'text',
    ).filter((claim) => isPlausible(claim, row)),
  ]
  const others = [...claims, ...claimsOf(inText, 'text')]
  const claim = asThousands(
    withUnit(completed(chosenFrom(claims) ?? loneIn(inText, row), others), others),
    row,
  )
  if (!claim) return { ...context, ...withoutFigures(field, inField) }
  const doubt = doubtOf(claim, claims, row)
  if (doubt) {
    const { reason, suggestion } = doubt
    return { ...context, pay: {}, fact: doubtful(reason, claim.words, suggestion) }
  }
  const unit = claim.unit ?? unitBySize(claim, row)
  const words = tier?.label ?? (claim.from === 'field' && saysMore(field) ? field : undefined)
  const isShort = words !== undefined && words.length <= maxShownWords
  return {
    benefits: context.benefits,
    notes: [...(words !== undefined && !isShort ? [words] : []), ...context.notes],
    pay: { ...endsOf(claim), ...(unit && { unit }), ...(isShort && { text: words }) },
    fact: factOf(claim),
  }
}

/**
 * In US dollars: more than anybody else in a field of medicine is paid, but for those who give
 * anesthesia.
 */
const beyondOthers: Record<PayUnit, number> = {
  HOUR: 160,
  DAY: 1600,
  WEEK: 7000,
  MONTH: 21_000,
  YEAR: 250_000,
}

export function onlyPhysiciansEarn(
  { min, max, unit = 'YEAR' }: Pay,
  specialty: Specialty,
): boolean {
  const lowest = min ?? max ?? 0
  return lowest >= beyondOthers[unit] * (specialty === 'Anesthesiology' ? 1.6 : 1)
}

/**
 * A field's figures once its source says what they are for; undefined where nobody in the specialty
 * is paid so.
 */
export function payPer(
  unit: PayUnit,
  words: string,
  row: Pick<Row, 'specialty' | 'type'>,
): Pay | undefined {
  const [claim] = joinEnds(claimsOf(moneyIn(words, { bare: true }), 'field'))
  if (!claim) return undefined
  const isThousands = unit === 'YEAR' && (claim.max ?? claim.min ?? 0) < 1000
  // '$125 - $140' for part-time work is no salary in thousands, whatever the other rows mean.
  if (isThousands && (row.type === 'part-time' || isPaidByHour(row))) return undefined
  const pay = { ...endsOf(claim, isThousands ? 1000 : 1), unit }
  return isPlausible(pay, row) ? pay : undefined
}

/** '$310K' in a field beside '$310K–$360K' in title or text: the range names the other end. */
function completed(claim: Claim | undefined, claims: readonly Claim[]) {
  const end = claim?.min ?? claim?.max
  if (!claim || end === undefined || isRange(claim)) return claim
  const range = claims.find(
    ({ from, min, max, unit }) =>
      min !== undefined &&
      max !== undefined &&
      min < max &&
      // Sites show the middle of a range that the text states.
      (min === end ||
        max === end ||
        (from !== claim.from && claim.min === claim.max && min < end && end < max)) &&
      (unit ?? claim.unit) === (claim.unit ?? unit),
  )
  return range ? { ...claim, ...endsOf(range) } : claim
}

/** '$175' in a field, '$175 an hour' in the text. */
function withUnit(claim: Claim | undefined, claims: readonly Claim[]) {
  if (!claim || claim.unit) return claim
  const same = claims.find(
    ({ unit, min, max }) =>
      unit &&
      [min, max].some((end) => end !== undefined && (end === claim.min || end === claim.max)),
  )
  return same?.unit ? { ...claim, unit: same.unit } : claim
}

/** '275-310' for full-time work: thousands a year, as recruiters write them. */
function asThousands(claim: Claim | undefined, row: Row) {
  if (
    !claim?.isBare ||
    claim.unit ||
    claim.from === 'title' ||
    claim.from === 'text' ||
    claim.words.includes('$')
  )
    return claim
  // A site's form says 'year' where nobody chose: a range with it is meant so.
  if (
    claim.from === 'figures' &&
    (!/year/i.test(claim.words) || claim.min === undefined || claim.max === undefined)
  )
    return claim
  if (row.type !== 'full-time' && row.type !== 'permanent') return claim
  const thousands = { ...claim, ...endsOf(claim, 1000), isBare: false }
  return isPlausible({ ...thousands, unit: 'YEAR' }, row) ? thousands : claim
}

/**
 * The only yearly amount of the text, where it is a range, or a clause of few words: 'Radiation
 * oncologist, solo, $575k–$650k.'
 */
function loneIn(found: readonly Money[], row: Row): Claim | undefined {
  const amounts = claimsOf(found, 'text').filter(
    (claim) => claim.unit === undefined || claim.unit === 'YEAR',
  )
  const [only] = amounts
  const isOne = amounts.every((amount) => amount.min === only?.min && amount.max === only?.max)
  if (!only || !isOne || (only.min ?? only.max ?? 0) < 100_000 || !isPlausible(only, row))
    return undefined
  return isRange(only) || only.words.split(' ').length <= 4 ? only : undefined
}

/** A source's hourly words go before the yearly figures that somebody made of them. */
function chosenFrom(claims: readonly Claim[]) {
  const [first, ...rest] = claims
  if (!first || first.unit === 'HOUR') return first
  return rest.find((claim) => claim.unit === 'HOUR' && isAnnualized(first, claim)) ?? first
}

function isAnnualized(year: Claim, hour: Claim) {
  const pairs = [
    [year.min ?? year.max, hour.min ?? hour.max],
    [year.max ?? year.min, hour.max ?? hour.min],
  ] as const
  return pairs.every(
    ([a, b]) => a !== undefined && b !== undefined && a / b >= 1700 && a / b <= 2400,
  )
}

type Doubt = { reason: DoubtReason; suggestion: Pay | undefined }

function doubtOf(claim: Claim, claims: readonly Claim[], row: Row): Doubt | undefined {
  const { min, max } = claim
  if (min !== undefined && max !== undefined && min > max) {
    return {
      reason: 'pay-conflict',
      suggestion: { min: max, max: min, unit: claim.unit ?? 'YEAR' },
    }
  }
  const unit = claim.unit ?? unitBySize(claim, row)
  if (!unit) return { reason: 'pay-unit-unclear', suggestion: otherUnit(claim, row) }
  // The text says something else, with its unit: '150–185' beside '$1,850 a day'.
  const stated = claim.unit
    ? undefined
    : claims.find(
        (candidate) => candidate.from !== claim.from && candidate.unit && candidate.unit !== unit,
      )
  if (stated)
    return {
      reason: 'pay-conflict',
      suggestion: { ...endsOf(stated), ...(stated.unit && { unit: stated.unit }) },
    }
  if (!isPlausible({ ...claim, unit }, row))
    return { reason: 'pay-implausible', suggestion: otherUnit(claim, row) }
  const contrary = claims.find(
    (candidate) =>
      candidate.from !== claim.from &&
      candidate.from !== 'text' &&
      candidate.unit !== 'HOUR' &&
      claim.unit !== 'HOUR' &&
      areApart(claim, candidate),
  )
  return contrary
    ? { reason: 'pay-conflict', suggestion: { ...endsOf(contrary), unit: contrary.unit ?? unit } }
    : undefined
}

/** Ranges that do not even touch. */
function areApart(a: Claim, b: Claim) {
  if ((a.unit ?? 'YEAR') !== (b.unit ?? 'YEAR')) return false
  const [aLow, aHigh, bLow, bHigh] = [a.min ?? 0, a.max ?? Infinity, b.min ?? 0, b.max ?? Infinity]
  return aHigh < bLow * 0.98 || bHigh < aLow * 0.98
}

/** Where no unit is written: what its size leaves as plausible, if that is one unit only. */
function unitBySize(claim: Claim, row: Row): PayUnit | undefined {
  const end = claim.max ?? claim.min ?? 0
  if (end >= 40_000) return 'YEAR'
  // Who works part of the time is paid '$125 - $140' by the hour.
  const isByHour = isPaidByHour(row) || (row.type === 'part-time' && isRange(claim))
  if (claim.isBare && isByHour && (claim.min ?? end) >= leastHourly && isUsualHour(end, row))
    return 'HOUR'
  // A lone '$60' may be a bonus of $60K that was cut off.
  if (!claim.isBare || !isRange(claim)) return undefined
  const thousands = { ...endsOf(claim, 1000), unit: 'YEAR' as const }
  return isPlausible({ ...claim, unit: 'HOUR' }, row) && !isPlausible(thousands, row)
    ? 'HOUR'
    : undefined
}

/** Below, a figure may be a bonus in thousands. */
const leastHourly = 75
/**
 * No more than half of what the specialty's best are paid: above, thousands a year are as likely.
 */
function isUsualHour(amount: number, { specialty, type }: Row) {
  const { least, most } = plausiblePay(specialty, type, 'HOUR')
  return amount >= least && amount <= 0.55 * most
}
const isPaidByHour = ({ type }: Pick<Row, 'type'>) => type === 'locums' || type === 'per-diem'

/**
 * What was probably meant: thousands a year, dollars an hour or a day. Who comes for a time is
 * seldom told a year's pay.
 */
function otherUnit(claim: Claim, row: Row) {
  const isForATime = isPaidByHour(row) || row.type === 'contract' || row.type === 'temporary'
  const guesses: Pay[] = [
    ...(isForATime ? [] : [{ ...endsOf(claim, 1000), unit: 'YEAR' as const }]),
    ...(['YEAR', 'HOUR', 'DAY', 'WEEK', 'MONTH'] as const).map((unit) => ({
      ...endsOf(claim),
      unit,
    })),
  ]
  return guesses.find((guess) => isPlausible(guess, row))
}

function isPlausible(
  { min, max, unit = 'YEAR' }: Figures,
  { specialty, type }: Pick<Row, 'specialty' | 'type'>,
) {
  const { least, most } = plausiblePay(specialty, type, unit)
  const ends = [min, max].filter((end) => end !== undefined)
  // A range over more than four times its lower end says nothing.
  const isWide = min !== undefined && max !== undefined && max > 4 * min
  return !isWide && ends.every((end) => end >= least && end <= most)
}

function factOf({ from, words, unit }: Claim): Fact<'pay'> {
  const rule: InferenceRule | undefined =
    unit === undefined ? 'unit-of-amount' : from === 'text' ? 'pay-in-text' : undefined
  return rule ? inferred(rule, words) : stated(words)
}
