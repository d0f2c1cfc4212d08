import type { EmploymentType, PayUnit } from './model.ts'

/** Pay as somebody wrote it, in fields of its own or in words. */
export type WrittenPay = { text?: string; min?: number; max?: number; unit?: string }

/** US dollars; `text` is what the source wrote, kept where the figures do not say all of it. */
export type Pay = { min?: number; max?: number; unit?: PayUnit; text?: string }

/** Reads the employer's own figures, or keeps the words. Figures that nobody is paid are words too. */
export function readPay(pay: WrittenPay): Pay {
  const figures = readFigures(pay)
  if (figures) return figures
  const text = pay.text?.replaceAll(/\s+/g, ' ').trim()
  if (!text || /^(?:n\/?a|none|null|-|not (?:specified|provided|disclosed))$/i.test(text)) return {}
  const part = text.split(clauseEnd).find((clause) => !extra.test(clause) && anyAmount.test(clause))
  const parsed = part === undefined ? undefined : readClause(part)
  if (!parsed) return { text }
  return part?.trim() === text ? parsed : { ...parsed, text }
}

/** What is paid once, on top or per piece of work: no salary. */
const extra =
  /sign|bonus|relocat|stipend|loan|repay|\bcme\b|retention|allowance|\brvus?\b|wrvu|incentive|tuition|401\s?\(?k|match/i

/** A comma parts clauses only outside of figures ('$250,000, plus …'). */
const clauseEnd =
  /[;|()]|\+(?=\s*\$?\d|\s+(?!an?\b|per\b)[a-z])|,\s|\.\s|\bplus\b|\bwith\b|\band (?=an? |up to |\$[\d,.]+k? (?:sign|bonus|relocation|loan))|\/\s*(?=\$?\d+k? (?:sign|bonus))/i

const anyAmount = /\d/

const units: [RegExp, PayUnit][] = [
  [/\b(?:hr|hrs|hours?|hourly|ph)\b|\/h\b/i, 'HOUR'],
  [/\b(?:days?|daily|shifts?|per diem|diem)\b/i, 'DAY'],
  [/\b(?:wk|weeks?|weekly)\b/i, 'WEEK'],
  [/\b(?:mo|months?|monthly)\b/i, 'MONTH'],
  [/\b(?:yr|yrs|years?|yearly|annum|annual(?:ly)?|annually|pa|salary)\b/i, 'YEAR'],
]

/** What a physician may earn in one unit; beyond these a figure is a typing error or something else. */
const plausible: Record<PayUnit, [number, number]> = {
  HOUR: [20, 1500],
  DAY: [200, 15_000],
  WEEK: [800, 60_000],
  MONTH: [2_000, 250_000],
  YEAR: [30_000, 5_000_000],
}

function readFigures(pay: WrittenPay): Pay | undefined {
  if (pay.min === undefined && pay.max === undefined) return undefined
  return toPay(pay.min, pay.max, unitIn(pay.unit ?? ''))
}

function readClause(clause: string): Pay | undefined {
  const amounts = amountsIn(clause)
  const [first, second] = amounts
  if (first === undefined) return undefined
  const unit = unitIn(clause)
  if (second !== undefined) return toPay(first, second, unit)
  if (/\b(?:up to|max(?:imum)?|to)\b/i.test(clause)) return toPay(undefined, first, unit)
  if (/\b(?:from|starting|min(?:imum)?|at least|over|more than)\b|\+/i.test(clause)) return toPay(first, undefined, unit)
  return toPay(first, first, unit)
}

/** At most two amounts; a 'K' at the second counts for the first too ('250-300K'). */
function amountsIn(clause: string): number[] {
  const found = [
    ...clause.matchAll(
      /(?<![\d.])(\$)?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*([km](?![a-z]))?(?!\d|\s*-?\s*(?:hours?|hrs?)\s+(?:shift|day|call))/gi,
    ),
  ]
  const written = found.map(([, dollar, whole = '', fraction = '', scale = '']) => ({
    money: Boolean(dollar) || scale !== '' || whole.includes(','),
    value: Number(whole.replaceAll(',', '') + fraction),
    scale: scale.toLowerCase(),
  }))
  const inK = written.some((it) => it.scale === 'k')
  const amounts = written.map(({ money, value, scale }) => {
    if (scale === 'm') return { money, value: value * 1_000_000 }
    return { money, value: scale === 'k' || (inK && value < 1000) ? value * 1000 : value }
  })
  // Beside marked money, bare figures are something else: '$1,800 per 24 hours'.
  const marked = amounts.filter((it) => it.money)
  const first = marked.length > 0 && !(amounts.length === 2 && sameSize(amounts.map((it) => it.value))) ? marked : amounts
  return first.slice(0, 2).map((it) => it.value)
}

function sameSize([a = 0, b = 0]: number[]): boolean {
  return Math.max(a, b) <= 10 * Math.min(a, b)
}

function unitIn(stated: string): PayUnit | undefined {
  // A '24-hour shift' is paid by the shift.
  const text = stated.replace(/\d+\s*-?\s*(?:hours?|hrs?)\s+(?=shifts?|days?|call)/i, '')
  const unit = text.toUpperCase().replace(/^PER[\s_]/, '')
  if (unit in plausible) return unit as PayUnit
  return units.find(([pattern]) => pattern.test(text))?.[1]
}

function toPay(low: number | undefined, high: number | undefined, stated: PayUnit | undefined): Pay | undefined {
  const [min, max] = low !== undefined && high !== undefined && low > high ? [high, low] : [low, high]
  const unit = stated ?? unitBySize(max ?? min ?? 0)
  if (!unit) return undefined
  const [least, most] = plausible[unit]
  if ([min, max].some((it) => it !== undefined && (it < least || it > most))) return undefined
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }), unit }
}

/** Where no unit is written the size tells; between a day's and a year's pay it does not. */
function unitBySize(value: number): PayUnit | undefined {
  if (value < 1000) return 'HOUR'
  if (value < 6000) return 'DAY'
  return value >= 50_000 ? 'YEAR' : undefined
}

/** In order of what tells most: locum work is also full-time, temporary and a contract; permanent work mostly full-time. */
const patterns: [RegExp, EmploymentType][] = [
  [/locum/i, 'locums'],
  [/per[\s_-]?diem|\bprn\b|as[\s_-]needed/i, 'per-diem'],
  [/temporary|\btemp\b|seasonal|intern(?:ship)?\b/i, 'temporary'],
  [/(?<!\bno )contract(?! (?:group|holder|management))|freelance|\b1099\b/i, 'contract'],
  [/part[\s_-]?time/i, 'part-time'],
  [/permanent|\bperm\b|\bdirect hire\b/i, 'permanent'],
  [/full[\s_-]?time/i, 'full-time'],
]

/**
 * What the type field says, else what title or place say; most physicians' jobs are full-time, so that is the rest. Only
 * 'locums' is believed before the field, for which most sites have no word.
 */
export function readEmploymentType(stated: string[], elsewhere: string): EmploymentType {
  if (/\blocums?\b/i.test(elsewhere)) return 'locums'
  return typeIn(stated.join(' ')) ?? typeIn(elsewhere) ?? 'full-time'
}

function typeIn(text: string): EmploymentType | undefined {
  return patterns.find(([pattern]) => pattern.test(text))?.[1]
}
