import type { Benefit } from '#features/jobs/model.ts'
import type { Pay } from '#features/jobs/read-terms.ts'
import { extras, type Extra, type Money } from '#features/jobs/read-money.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { Fact } from '#features/imports/facts.ts'
import { tierSeparator } from './item.ts'
import { notStated, stated } from './text.ts'

/** What the words around figures say: nothing, ranges with labels, bonuses, or more than figures. */

export const isNothing = (text: string | undefined): boolean =>
  text === undefined ||
  /^\W*$|^\W*(?:n\/?a|none|null|undefined|nan|unspecified|not (?:specified|provided|disclosed|stated|available))\W*$/i.test(
    text,
  )

type PayTier = { label: string; figures: string }

/** 'Tier 1: $230,000 – $260,000 · Tier 2: …': labeled ranges, if there are several. */
export function tiersOf(text: string): PayTier[] {
  const tiers = text.split(tierSeparator).map((part): PayTier => {
    const [, label = '', figures = ''] = /^(.*?):?\s*(\$.*)$/.exec(part) ?? []
    return { label: label.trim(), figures }
  })
  return tiers.length > 1 && tiers.every((tier) => tier.label !== '' && tier.figures !== '')
    ? tiers
    : []
}

/**
 * Words such as 'competitive', '$58 per wRVU' or 'potential of $600,000' are shown as they are; a
 * bonus is no pay.
 */
export function withoutFigures(
  field: string,
  found: readonly Money[],
): { fact: Fact<'pay'>; pay: Pay } {
  const isAboutPay = found.some(
    (claim) => claim.kind === 'piece' || claim.kind === 'potential' || claim.kind === 'total',
  )
  const isWords =
    /[a-z]{2}/i.test(field) && found.length === 0 && !/^\W*[\d.,\s$-]+\W*$/.test(field)
  if (!isAboutPay && !isWords) return { fact: notStated, pay: {} }
  return { fact: stated(field), pay: { text: field } }
}

const plainWords = new Set(
  [
    'usd, from, to, between, and, up, starting, starts, start, at, min, minimum, max, maximum, of, base, salary, pay, range, rate, compensation',
    'an, per, each, year, yearly, yr, annual, annually, annum, pa, ph, hour, hourly, hr, hours, day, daily, diem, shift, week, weekly, wk',
    'month, monthly, mo, thousand, guarantee, guaranteed',
  ]
    .join(', ')
    .split(', '),
)

/** Whether the words say more than figures, unit and 'salary' do: 'base plus RVU', 'DOE'. */
export const saysMore = (field: string): boolean =>
  (field.replaceAll(/[\d.,$]+\s?[km]?\b/gi, ' ').match(/[a-z]{2,}/gi) ?? []).some(
    (word) => !plainWords.has(word.toLowerCase()),
  )

/** 'Sign-on bonus: up to $60,000'. */
export function notesOf(paidExtra: readonly Money[]): string[] {
  const lines = paidExtra.flatMap(({ extra, min, max, unit }) => {
    const amount = max ?? min ?? 0
    if (!extra || amount < 500) return []
    const figure =
      min === undefined
        ? `up to $${formatNumber(amount)}`
        : max === undefined
          ? `$${formatNumber(min)}+`
          : min === max
            ? `$${formatNumber(min)}`
            : `$${formatNumber(min)} – $${formatNumber(max)}`
    return [
      `${extras[extra]}: ${figure}${unit && unit !== 'YEAR' ? ` a ${unit.toLowerCase()}` : ''}`,
    ]
  })
  return [...new Set(lines)]
}

const benefitOf: Partial<Record<Extra, Benefit>> = {
  signOn: 'Signing Bonus',
  relocation: 'Relocation Assistance',
  cme: 'CME Allowance',
  incentive: 'Performance Bonus',
}

export const benefitsOf = (paidExtra: readonly Money[]): Benefit[] => [
  ...new Set(paidExtra.flatMap(({ extra }) => (extra && benefitOf[extra]) ?? [])),
]
