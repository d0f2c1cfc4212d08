import { findPhrase } from '#vocabulary/reader.ts'
import { jobTypes } from '#vocabulary/term-rules.ts'
import type { EmploymentType, JobType, PayUnit } from './model.ts'
import { moneyIn, unitIn } from './read-money.ts'

/** Pay as somebody wrote it, in fields of its own or in words. */
export type WrittenPay = { text?: string; min?: number; max?: number; unit?: string }

/** US dollars; `text` is what the source wrote, where the figures do not say all of it. */
export type Pay = { min?: number; max?: number; unit?: PayUnit; text?: string }

/** What a physician may earn in one unit; beyond these a figure is a typing error or something else. */
const plausible: Record<PayUnit, [number, number]> = {
  HOUR: [20, 1500],
  DAY: [200, 15_000],
  WEEK: [800, 60_000],
  MONTH: [2_000, 250_000],
  YEAR: [30_000, 5_000_000],
}

/**
 * Reads the figures of what a poster wrote, where they are unmistakable: one amount, in a unit that is written or that its size
 * shows. The words stay what they are: nothing is swapped or rounded.
 */
export function readPay(pay: WrittenPay): Pay {
  const text = pay.text?.replaceAll(/\s+/g, ' ').trim()
  if (pay.min !== undefined || pay.max !== undefined)
    return checked({ ...pay, unit: unitIn(pay.unit ?? '') }) ?? (text ? { text } : {})
  if (!text || /^(?:n\/?a|none|null|-|not (?:specified|provided|disclosed))$/i.test(text)) return {}
  const amounts = moneyIn(text, { bare: true }).filter((amount) => amount.kind === 'salary' || amount.kind === 'bare')
  const [only] = amounts
  const figures = only && amounts.length === 1 ? checked(only) : undefined
  if (!figures) return { text }
  return onlyFigures.test(text) ? figures : { ...figures, text }
}

/** Figures, a unit, and nothing else. */
const onlyFigures =
  /^(?:between |from )?\$?[\d.,]+\s?[km]?\+?(?:\s*\/\s?(?:yr|hr))?(?:\s*(?:-|–|—|to|and)\s*\$?[\d.,]+\s?[km]?\+?)?\s*(?:(?:\/|an?|per) ?(?:year|yr|hour|hr|day|week|month|annum)|annually|yearly|hourly|daily|weekly|monthly)?$/i

function checked({ min, max, unit: stated }: { min?: number; max?: number; unit?: PayUnit | undefined }): Pay | undefined {
  if (min !== undefined && max !== undefined && min > max) return undefined
  const unit = stated ?? unitBySize(max ?? min ?? 0)
  if (!unit) return undefined
  const [least, most] = plausible[unit]
  if ([min, max].some((it) => it !== undefined && (it < least || it > most))) return undefined
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }), unit }
}

/** Where no unit is written the size tells; between an hour's and a year's pay it does not. */
function unitBySize(value: number): PayUnit | undefined {
  if (value < 1000) return 'HOUR'
  return value >= 50_000 ? 'YEAR' : undefined
}

const fractions = /\b0?\.\d+\s*(?:FTE)?\s*(?:-|–|to)\s*1?0?\.\d+\s*FTE/gi

/** All types that a text names, the one that tells most first. 'Full-time' and '0.6 FTE' are one type; 'full- or part-time' is full-time first. */
export function typesIn(source: string): EmploymentType[] {
  const text = source.replaceAll(fractions, ' ')
  const named = (jobTypes.isIn(text) ? jobTypes.all(text) : calledTypes(text)) as EmploymentType[]
  const found = named.includes('full-time')
    ? named.toSorted((a, b) => Number(a === 'part-time') - Number(b === 'part-time'))
    : named
  const isFraction = /\b0?\.[1-8]\d?\s*FTE/i.test(text) && !/part[\s_-]?time/i.test(text)
  return isFraction && found.includes('full-time') ? found.filter((it) => it !== 'part-time') : found
}

/** What no rule reads, but people type, where it stands by itself: 'Hospitalist – loc ten'. */
const calledTypes = (text: string): string[] =>
  text.split(/\s[-–—]\s|[·,;/|()]/).flatMap((part) => {
    const entry = findPhrase((part.toLowerCase().match(/[a-z\d]+/g) ?? []).join(' '))
    return entry?.kind === 'filter' && entry.filter.name === 'jobType' ? entry.filter.values : []
  })

/** What a form's field says, else its title; only 'locums' is believed before the field, which may have no word for it. */
export function readEmploymentType(stated: string, title: string): JobType {
  const inTitle = typesIn(title)
  return inTitle[0] === 'locums' ? 'locums' : (typesIn(stated)[0] ?? inTitle[0] ?? 'not-stated')
}
