import {
  amountKinds,
  extraPay,
  payUnits,
  payWords,
  unitAdverbs,
  unitNouns,
} from '#vocabulary/offer-rules.ts'
import { oneOf } from '#vocabulary/table.ts'
import type { PayUnit } from './model.ts'

/** Amounts of money in a text, and what each of them is for. */
export type Money = {
  min?: number
  max?: number
  unit?: PayUnit
  /**
   * 'salary': nothing says that it is something else. 'bare': a figure that may be dollars an hour
   * or thousands a year.
   */
  kind: 'salary' | 'bare' | 'potential' | 'total' | 'piece' | 'extra' | 'other'
  /** What an 'extra' is paid for. */
  extra?: Extra
  /** The words of its clause. */
  words: string
  /**
   * Whether a word for pay stands in its clause, or in its sentence, which is then about nothing
   * else.
   */
  isCalledPay: boolean
}

/** What is paid once, or on top of the salary. */
export const extras = {
  signOn: 'Sign-on bonus',
  retention: 'Retention bonus',
  relocation: 'Relocation',
  loans: 'Loan repayment',
  stipend: 'Stipend',
  cme: 'CME allowance',
  incentive: 'Incentives',
  call: 'Call pay',
  bonus: 'Bonus',
} as const
export type Extra = keyof typeof extras

const tokenParts = {
  beginsNumber: /(?<![\w.,#]|(?<![\dkKmM+]\s?)-)/,
  sign: /(?<sign>US\$|\$|USD\s*)?\s?/,
  digits: /(?<whole>\d{1,3}(?:,\d{3})+|\d+)(?<fraction>\.\d+)?/,
  scale: /(?:\s?(?<scale>k|mm?|thousand|million|mil))?/,
  endsNumber: /(?![\d\w]|,\d|\s?%)/,
  plus: /(?<plus>\+(?!\s*\$?\d))?/,
}
const joined = (parts: Record<string, RegExp>, by: string, flags: string) =>
  new RegExp(
    Object.values(parts)
      .map(({ source }) => source)
      .join(by),
    flags,
  )
const token = joined(tokenParts, '', 'giu')
const ofHours = String.raw`(?:\d+[\s-]?${oneOf('hour, hr, h')}|24)\b(?:[\s-]*(?:shift|day|call|period))?`
/** Directly behind an amount. */
const unitAfter = new RegExp(
  String.raw`^\s*(?:usd\s*)?(?:(?:\/|\b(?:per|an?|each|every)\b)\s*(?<named>${ofHours}|${unitNouns}|${oneOf('diem, night, weekend, w?rvu')})\b|` +
    String.raw`(?<adverb>${unitAdverbs}|annual|ph|\bpa)\b)`,
  'i',
)
/** Where one thing ends and the next begins; never within a figure. */
const clauseEnds = {
  sign: /[;|()[\]\n•!?&]|\.(?=\s|$)|,(?=\s)|\s\+\s*|\+\s+|\s[–—]\s|\bw\//,
  word: /\b(?:plus|with|then|in addition to)\b/,
  joint: /\b(?:as well as|and)\b(?! (?:above|up|over))/,
}
const clauseEnd = joined(clauseEnds, '|', 'gi')
const between = /\bbetween\s*$/i

/**
 * All amounts of a text in its order. Where `bare` is set, figures without a currency count too: in
 * a field that holds nothing but pay.
 */
export function moneyIn(text: string, { bare = false }: { bare?: boolean } = {}): Money[] {
  if (!/\d/.test(text)) return []
  const found = joinRanges(tokensIn(text), text)
  // Beside marked money, bare figures are something else: '$1,800 per 24 hours'.
  const amounts =
    found.some((amount) => amount.isMarked) || !bare
      ? found.filter((amount) => amount.isMarked)
      : found
  if (amounts.length === 0) return []
  return clausesOf(text, amounts).map((clause) => readAmount(clause, text))
}

type Token = {
  at: number
  end: number
  value: number
  hasSign: boolean
  scale: 'K' | 'M' | ''
  isOpen: boolean
  hasComma: boolean
}

const tokensIn = (text: string): Token[] =>
  [...text.matchAll(token)].flatMap((match): Token[] => {
    const { sign, whole = '', fraction = '', scale = '', plus } = match.groups ?? {}
    const value = Number(whole.replaceAll(',', '') + fraction)
    const letter = scale.toLowerCase()
    const scaled = letter === 'k' || letter === 'thousand' ? 'K' : letter === '' ? '' : 'M'
    // '401k' and '403b' are plans.
    if (!sign && (value === 401 || value === 403 || value === 457)) return []
    const at = match.index
    return [
      {
        at,
        end: at + match[0].length,
        value,
        hasSign: Boolean(sign),
        scale: scaled,
        isOpen: Boolean(plus),
        hasComma: whole.includes(','),
      },
    ]
  })

type Amount = {
  at: number
  end: number
  low: number
  high?: number
  isOpen: boolean
  isMarked: boolean
  isBare: boolean
  firstEnd: number
}

const rangeGap = /^\s*(?:(?:\/|\bper\b|\ban?\b)\s?[a-z]+)?\s*(?:-|–|—|‑|\bto\b|\bthrough\b)\s*$/i

/** '$250 - 300K' is one amount of two ends, both in thousands. */
function joinRanges(tokens: readonly Token[], text: string) {
  const amounts: Amount[] = []
  for (let index = 0; index < tokens.length; index++) {
    const [first, next] = tokens.slice(index, index + 2)
    if (!first) break
    const isRanged = next !== undefined && isOneAmount(first, next, text)
    const last = isRanged ? next : first
    const scale = last.scale || first.scale
    const [low, high] = isRanged ? endsOf(first, next) : [scaledBy(first, scale)]
    amounts.push({
      at: first.at,
      end: last.end,
      firstEnd: first.end,
      low,
      ...(high !== undefined && { high }),
      isOpen: last.isOpen,
      isMarked: first.hasSign || last.hasSign || (scale !== '' && low >= 50_000),
      isBare: scale === '' && (high ?? low) < 1000,
    })
    if (isRanged) index++
  }
  return amounts
}

function isOneAmount(first: Token, second: Token, text: string) {
  if (first.isOpen || !isRange(first, second)) return false
  const gap = text.slice(first.end, second.at)
  // '$1,650 per day – 2024-1187': behind a unit only money goes on.
  if (rangeGap.test(gap))
    return second.hasSign || !/[a-z]{2}/i.test(gap.replace(/\bto\b|\bthrough\b/i, ''))
  return /^\s*and\s*$/i.test(gap) && between.test(text.slice(Math.max(0, first.at - 12), first.at))
}

/** '$265 per hour - 4 day week' is none: the ends of a range are of one size. */
const isRange = (first: Token, second: Token) =>
  isOfOneSize(first, second) && hasOneForm(first, second)

function isOfOneSize(first: Token, second: Token) {
  const [low, high] = endsOf(first, second)
  return high >= low / 2 && high <= low * 10
}

/** '250 - 300K': what is below a thousand has the other's scale. */
function endsOf(first: Token, second: Token): [low: number, high: number] {
  const scale = second.scale || first.scale
  const scaled = (end: Token) => scaledBy(end, end.scale || (end.value < 1000 ? scale : ''))
  return [scaled(first), scaled(second)]
}

/** '950–1,050 a day' has one form: below a thousand there is no comma. */
const hasOneForm = (first: Token, second: Token) =>
  first.hasSign ||
  second.hasSign ||
  first.scale !== '' ||
  second.scale !== '' ||
  first.hasComma === second.hasComma ||
  (first.value < 1000 && second.hasComma)

const scaledBy = ({ value }: Token, scale: Token['scale']) =>
  Math.round(value * (scale === 'K' ? 1000 : scale === 'M' ? 1_000_000 : 1) * 100) / 100

type Clause = { amount: Amount; start: number; stop: number }

/**
 * What is said further away is about something else; without a limit each of many amounts would be
 * read with the whole text.
 */
const maxAround = 400

/** The clause of each amount, in one pass: both amounts and ends are in the order of the text. */
function clausesOf(text: string, amounts: readonly Amount[]): Clause[] {
  const ends = clauseEndsOf(text, amounts)
  let next = 0
  return amounts.map((amount) => {
    while ((ends[next]?.end ?? Infinity) <= amount.at) next++
    let after = next
    while ((ends[after]?.at ?? Infinity) < amount.end) after++
    const start = Math.max(ends[next - 1]?.end ?? 0, amount.at - maxAround)
    return { amount, start, stop: Math.min(ends[after]?.at ?? text.length, amount.end + maxAround) }
  })
}

/** Signs and words inside an amount end no clause. */
function clauseEndsOf(text: string, amounts: readonly Amount[]) {
  let next = 0
  return [...text.matchAll(clauseEnd)]
    .map((match) => ({ at: match.index, end: match.index + match[0].length }))
    .filter(({ at }) => {
      while ((amounts[next]?.end ?? Infinity) - 1 <= at) next++
      return at <= (amounts[next]?.at ?? Infinity)
    })
}

const atMost = /(?:\bup to|\bmax(?:imum)?(?: of)?:?|\bas (?:much|high) as|\bto)\s*$/i
const lowerBounds = {
  start: /\bstart(?:s|ing)?(?: at| from)?:?/,
  least: /\bmin(?:imum)?(?: of)?:?/,
  word: /\b(?:from|at least|over|more than|exceed(?:s|ing)?|above)|>/,
}
const atLeast = new RegExp(`(?:${joined(lowerBounds, '|', 'i').source})\\s*$`, 'i')

function readAmount({ amount, start, stop }: Clause, text: string): Money {
  const clause = text.slice(start, stop)
  const unit = unitOf(amount, text, clause)
  const ranged = amount.high !== undefined
  const before = text.slice(Math.max(0, amount.at - 24), amount.at)
  const isMost = !ranged && atMost.test(before)
  const isLeast = !ranged && (amount.isOpen || atLeast.test(before))
  const min = isMost ? undefined : amount.low
  const max = ranged ? amount.high : isMost ? amount.low : isLeast ? undefined : amount.low
  const sentence = sentenceAround(text, amount)
  const extra = extraIn(clause, text, start, amount)
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(unit && unit !== 'RVU' && { unit }),
    kind: kindOf({ amount, unit, clause, extra, text, start, stop }),
    ...(extra && { extra }),
    words: clause.replaceAll(/\s+/g, ' ').trim(),
    isCalledPay: payWords.isIn(clause) || (payWords.isIn(sentence) && !extraPay.isIn(sentence)),
  }
}

type Context = {
  amount: Amount
  unit: PayUnit | 'RVU' | undefined
  clause: string
  extra: Extra | undefined
  text: string
  start: number
  stop: number
}

function kindOf({ amount, unit, clause, extra, text, start, stop }: Context): Money['kind'] {
  const kinds = amountKinds.all(clause)
  if (unit === 'RVU' || (kinds.includes('piece') && amount.low < 1000)) return 'piece'
  // '… over 3 years' may stand behind a comma or in brackets.
  if (amountKinds.says(text.slice(start, stop + 24), 'total')) return 'total'
  if (kinds.includes('other') || isLimits(amount, text)) return 'other'
  if (extra) return 'extra'
  if (kinds.includes('potential')) return 'potential'
  return amount.isBare && unit === undefined ? 'bare' : 'salary'
}

/** '$1,000,000/$3,000,000': the limits of an insurance. */
const isLimits = (amount: Amount, text: string) =>
  amount.low >= 100_000 &&
  (/^\s*\/\s*\$?\d/.test(text.slice(amount.end)) ||
    /\d(?:,\d{3})*[mk]?\s*\/\s*$/i.test(text.slice(Math.max(0, amount.at - 14), amount.at)))

function extraIn(clause: string, text: string, start: number, amount: Amount) {
  const inClause = extraPay.first<Extra>(clause)
  // 'base salary' beside 'productivity' is still a base.
  if (inClause === 'incentive' && /\b(?:base|salary|guarantee\w*)\b/i.test(clause)) return undefined
  if (inClause) return inClause
  // 'Relocation, $10,000', 'Sign-on bonus: $50,000': a clause of nothing but the figure belongs to
  // the one before.
  if (
    /[a-z]{3}/i.test(clause.replaceAll(/\bup to\b/gi, '').slice(0, Math.max(0, amount.at - start)))
  )
    return undefined
  if (/[a-z]{3}/i.test(text.slice(amount.end, start + clause.length))) return undefined
  const earlier = text.slice(Math.max(0, start - 40), Math.max(0, start - 1))
  const last = earlier.split(/[;|()\n•!?.,]|\bplus\b|\band\b|\+/i).at(-1) ?? ''
  return /\d/.test(last) ? undefined : extraPay.first<Extra>(last)
}

function unitOf(amount: Amount, text: string, clause: string) {
  const after =
    unitAfter.exec(text.slice(amount.end, amount.end + 32)) ??
    unitAfter.exec(text.slice(amount.firstEnd, amount.firstEnd + 24))
  const named = after?.groups?.['named'] ?? after?.groups?.['adverb']
  if (named) return unitNamed(named)
  return payUnits.first<PayUnit>(clause)
}

function unitNamed(word: string) {
  if (/rvu/i.test(word)) return 'RVU'
  return /^(?:\d|night|weekend)/i.test(word) ? 'DAY' : (unitIn(word) ?? 'YEAR')
}

function sentenceAround(text: string, { at, end }: Amount) {
  const first = Math.max(0, at - 240)
  const lineStart = first + text.slice(first, at).lastIndexOf('\n') + 1
  const start = Math.max(lineStart, lastSentenceEnd(text, at))
  const rest = text.slice(end, end + 160).search(/\.\s|\n|$/)
  return text.slice(start, end + Math.max(rest, 0))
}

function lastSentenceEnd(text: string, at: number) {
  const part = text.slice(Math.max(0, at - 240), at)
  const found = [...part.matchAll(/[.!?]\s(?=[A-Z])/g)].at(-1)
  return found ? at - part.length + found.index + 1 : 0
}

/** The unit that a source writes in a field of its own: 'YEAR', 'per hour', 'PA'. */
export function unitIn(stated: string): PayUnit | undefined {
  const text = stated.trim().toLowerCase().replaceAll('_', ' ')
  if (text === '') return undefined
  if (text === 'pa') return 'YEAR'
  if (text === 'pd') return 'DAY'
  const word = text.replace(/^(?:per|an?|each|\/)\s*/, '')
  if (/^(?:h|hr|hrs|hours?|hourly|ph|hora)\b/.test(word)) return 'HOUR'
  if (/^(?:days?|daily|shifts?|nights?|diem|\d+[ -]?h)/.test(word)) return 'DAY'
  if (/^(?:wk|weeks?|weekly)\b/.test(word)) return 'WEEK'
  if (/^(?:mo|months?|monthly)\b/.test(word)) return 'MONTH'
  return /^(?:y|yr|yrs|years?|yearly|annum|annual(?:ly)?|salary)\b/.test(word) ? 'YEAR' : undefined
}
