import type { JobType, PayUnit } from './model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { pairsOf } from '#vocabulary/table.ts'

/**
 * What full-time physicians of a specialty may be offered a year, in thousands of US dollars: far below the lowest and above the
 * highest offers that are usual in 2026, so that what lies outside is more likely a slip, a bonus or another unit.
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

/** How much of a year's pay one unit can be: the least for the lowest pay, the most for the highest. */
const perYear: Record<PayUnit, readonly [least: number, most: number]> = {
  YEAR: [1, 1],
  MONTH: [1 / 14, 1 / 8],
  WEEK: [1 / 80, 1 / 26],
  DAY: [1 / 300, 1 / 90],
  HOUR: [1 / 2600, 1 / 1300],
}

/** The lowest and the highest plausible pay in US dollars for one unit. */
export function plausiblePay(specialty: Specialty, type: JobType, unit: PayUnit): { least: number; most: number } {
  const [low = 0, high = 0] = (yearly[specialty] ?? '').split('–').map(Number)
  const [least, most] = perYear[unit]
  const share = unit === 'HOUR' || unit === 'DAY' ? 1 : (shareOfYear[type] ?? 0.75)
  return { least: low * 1000 * least * share, most: high * 1000 * most }
}
