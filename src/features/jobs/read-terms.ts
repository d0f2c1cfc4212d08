import { employmentTypes } from './model.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import { jobTypes, unitAdverbs, unitNouns } from '#vocabulary/offer-rules.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { pairsOf } from '#vocabulary/table.ts'
import type { EmploymentType, JobType, PayUnit } from './model.ts'
import { moneyIn, unitIn } from './read-money.ts'

/** Pay as somebody wrote it, in fields of its own or in words. */
export type WrittenPay = { text?: string; min?: number; max?: number; unit?: string }

/** US dollars; `text` is what the source wrote, where the figures do not say all of it. */
export type Pay = {
  min?: number | undefined
  max?: number | undefined
  unit?: PayUnit | undefined
  text?: string | undefined
}

/**
 * What a physician may earn in one unit; beyond these a figure is a typing error or something else.
 */
export const plausible: Record<PayUnit, [number, number]> = {
  HOUR: [20, 1500],
  DAY: [200, 15_000],
  WEEK: [800, 60_000],
  MONTH: [2_000, 250_000],
  YEAR: [30_000, 5_000_000],
}

/**
 * Reads the figures of what a poster wrote, where they are unmistakable: one amount, in a unit that
 * is written or that its size shows. The words stay what they are: nothing is swapped or rounded.
 */
export function readPay(pay: WrittenPay): Pay {
  const text = pay.text?.replaceAll(/\s+/g, ' ').trim()
  if (pay.min !== undefined || pay.max !== undefined)
    return checked({ ...pay, unit: unitIn(pay.unit ?? '') }) ?? (text ? { text } : {})
  if (!text || /^(?:n\/?a|none|null|-|not (?:specified|provided|disclosed))$/i.test(text)) return {}
  const amounts = moneyIn(text, { bare: true }).filter(
    (amount) => amount.kind === 'salary' || amount.kind === 'bare',
  )
  const [only] = amounts
  const figures = only && amounts.length === 1 ? checked(only) : undefined
  if (!figures) return { text }
  return onlyFigures.test(text) ? figures : { ...figures, text }
}

const figure = String.raw`\$?[\d.,]+\s?[km]?\+?`
/** Figures, a unit, and nothing else. */
const onlyFigures = new RegExp(
  String.raw`^(?:between |from )?${figure}(?:\s*\/\s?(?:yr|hr))?(?:\s*(?:-|–|—|to|and)\s*${figure})?` +
    String.raw`\s*(?:(?:\/|an?|per) ?${unitNouns}|${unitAdverbs})?$`,
  'i',
)

function checked({
  min,
  max,
  unit: stated,
}: {
  min?: number
  max?: number
  unit?: PayUnit | undefined
}): Pay | undefined {
  if (min !== undefined && max !== undefined && min > max) return undefined
  const unit = stated ?? unitBySize(max ?? min ?? 0)
  if (!unit) return undefined
  const [least, most] = plausible[unit]
  if ([min, max].some((end) => end !== undefined && (end < least || end > most))) return undefined
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }), unit }
}

/** Where no unit is written the size tells; between an hour's and a year's pay it does not. */
function unitBySize(value: number): PayUnit | undefined {
  if (value < 1000) return 'HOUR'
  return value >= 50_000 ? 'YEAR' : undefined
}

const fractions = /\b0?\.\d+\s*(?:FTE)?\s*(?:-|–|to)\s*1?0?\.\d+\s*FTE/gi

/**
 * All types that a text names, the one that tells most first. 'Full-time' and '0.6 FTE' are one
 * type; 'full- or part-time' is full-time first.
 */
export function typesIn(source: string): EmploymentType[] {
  const text = source.replaceAll(fractions, ' ')
  const named = jobTypes.isIn(text) ? jobTypes.all<EmploymentType>(text) : calledTypes(text)
  const found = named.includes('full-time')
    ? named.toSorted((a, b) => Number(a === 'part-time') - Number(b === 'part-time'))
    : named
  const isFraction = /\b0?\.[1-8]\d?\s*FTE/i.test(text) && !/part[\s_-]?time/i.test(text)
  return isFraction && found.includes('full-time')
    ? found.filter((type) => type !== 'part-time')
    : found
}

/** What no rule reads, but people type, where it stands by itself: 'Hospitalist – loc ten'. */
const calledTypes = (text: string) =>
  text.split(/\s[-–—]\s|[·,;/|()]/).flatMap((part) => {
    const entry = findPhrase((part.toLowerCase().match(/[a-z\d]+/g) ?? []).join(' '))
    return entry?.kind === 'filter' && entry.filter.name === 'jobType'
      ? employmentTypes.filter((type) => entry.filter.values.includes(type))
      : []
  })

/**
 * What a form's field says, else its title; only 'locums' is believed before the field, which may
 * have no word for it.
 */
export function readEmploymentType(stated: string, title: string): JobType {
  const inTitle = typesIn(title)
  return inTitle[0] === 'locums' ? 'locums' : (typesIn(stated)[0] ?? inTitle[0] ?? 'not-stated')
}

/**
 * What full-time physicians of a specialty may be offered a year, in thousands of US dollars: far
 * below the lowest and above the highest offers that are usual in 2026, so that what lies outside
 * is more likely a slip, a bonus or another unit.
 */
const yearly = pairsOf(`
  Allergy & Immunology: 170–650; Anesthesiology: 250–1000; Cardiology: 250–1300; Critical Care Medicine: 220–850;
  Dermatology: 230–1300; Emergency Medicine: 180–800; Endocrinology: 160–550; Family Medicine: 140–600;
  Gastroenterology: 270–1300; General Surgery: 230–1000; Geriatrics: 140–500; Hematology: 220–1000;
  Hematology/Oncology: 230–1100; Infectious Disease: 150–550; Internal Medicine: 150–650; Nephrology: 170–750;
  Neurology: 180–800; Neurosurgery: 380–1800; Obstetrics & Gynecology: 190–850; Occupational Medicine: 150–500;
  Oncology: 230–1100; Ophthalmology: 200–1200; Orthopedic Surgery: 300–1600; Otolaryngology (ENT): 240–1100;
  Pain Medicine: 220–1100; Pathology: 180–750; Pediatrics: 130–550; Physical Medicine & Rehabilitation: 170–700;
  Plastic Surgery: 250–1400; Psychiatry: 170–700; Pulmonology: 200–850; Radiation Oncology: 260–1100; Radiology: 260–1300;
  Rheumatology: 160–600; Sports Medicine: 150–600; Thoracic Surgery: 350–1700; Urology: 250–1200; Vascular Surgery: 260–1300;
  Other: 130–900
`)

/** Part of a year's work is paid part of a year's pay. */
const shareOfYear: Partial<Record<JobType, number>> = {
  'part-time': 0.2,
  'per-diem': 0.1,
  temporary: 0.3,
  locums: 0.3,
  contract: 0.3,
}

/**
 * How much of a year's pay one unit can be: the least for the lowest pay, the most for the highest.
 */
const perYear: Record<PayUnit, readonly [least: number, most: number]> = {
  YEAR: [1, 1],
  MONTH: [1 / 14, 1 / 8],
  WEEK: [1 / 80, 1 / 26],
  DAY: [1 / 300, 1 / 90],
  HOUR: [1 / 2600, 1 / 1300],
}

/** The lowest and the highest plausible pay in US dollars for one unit. */
export function plausiblePay(
  specialty: Specialty,
  type: JobType,
  unit: PayUnit,
): { least: number; most: number } {
  const [low = 0, high = 0] = (yearly[specialty] ?? '').split('–').map(Number)
  const [least, most] = perYear[unit]
  const share = unit === 'HOUR' || unit === 'DAY' ? 1 : (shareOfYear[type] ?? 0.75)
  return { least: low * 1000 * least * share, most: high * 1000 * most }
}
