import type { Specialty } from '#features/jobs/specialties.ts'

/**
 * US dollars before tax: what full-time positions offer a year, and what locum work pays an hour. Chosen by hand inside the
 * ranges that published compensation surveys reported for 2024 to 2026; plausible, not a statistic.
 */
export const payBands: Record<Specialty, { year: readonly [number, number]; hour: readonly [number, number] }> = {
  'Allergy & Immunology': { year: [260_000, 370_000], hour: [130, 180] },
  Anesthesiology: { year: [420_000, 580_000], hour: [250, 350] },
  Cardiology: { year: [480_000, 720_000], hour: [240, 340] },
  'Critical Care Medicine': { year: [400_000, 520_000], hour: [220, 290] },
  Dermatology: { year: [400_000, 600_000], hour: [220, 300] },
  'Emergency Medicine': { year: [320_000, 440_000], hour: [200, 290] },
  Endocrinology: { year: [240_000, 330_000], hour: [130, 175] },
  'Family Medicine': { year: [230_000, 320_000], hour: [110, 160] },
  Gastroenterology: { year: [480_000, 700_000], hour: [260, 370] },
  'General Surgery': { year: [400_000, 540_000], hour: [170, 240] },
  Geriatrics: { year: [230_000, 300_000], hour: [120, 165] },
  Hematology: { year: [350_000, 480_000], hour: [200, 270] },
  'Hematology/Oncology': { year: [420_000, 620_000], hour: [230, 320] },
  'Infectious Disease': { year: [240_000, 330_000], hour: [140, 190] },
  'Internal Medicine': { year: [245_000, 340_000], hour: [120, 190] },
  Nephrology: { year: [290_000, 420_000], hour: [150, 215] },
  Neurology: { year: [310_000, 430_000], hour: [190, 280] },
  Neurosurgery: { year: [700_000, 1_000_000], hour: [280, 400] },
  'Obstetrics & Gynecology': { year: [320_000, 440_000], hour: [135, 195] },
  'Occupational Medicine': { year: [240_000, 320_000], hour: [125, 170] },
  Oncology: { year: [400_000, 580_000], hour: [220, 310] },
  Ophthalmology: { year: [350_000, 540_000], hour: [180, 260] },
  'Orthopedic Surgery': { year: [560_000, 820_000], hour: [220, 320] },
  'Otolaryngology (ENT)': { year: [420_000, 580_000], hour: [190, 270] },
  'Pain Medicine': { year: [400_000, 570_000], hour: [190, 270] },
  Pathology: { year: [310_000, 430_000], hour: [150, 215] },
  Pediatrics: { year: [200_000, 275_000], hour: [95, 145] },
  'Physical Medicine & Rehabilitation': { year: [270_000, 380_000], hour: [140, 195] },
  'Plastic Surgery': { year: [450_000, 680_000], hour: [200, 290] },
  Psychiatry: { year: [270_000, 370_000], hour: [165, 230] },
  Pulmonology: { year: [370_000, 500_000], hour: [200, 275] },
  'Radiation Oncology': { year: [430_000, 600_000], hour: [220, 310] },
  Radiology: { year: [450_000, 640_000], hour: [260, 380] },
  Rheumatology: { year: [260_000, 350_000], hour: [140, 190] },
  'Sports Medicine': { year: [260_000, 350_000], hour: [130, 175] },
  'Thoracic Surgery': { year: [600_000, 850_000], hour: [270, 380] },
  Urology: { year: [440_000, 620_000], hour: [200, 280] },
  'Vascular Surgery': { year: [460_000, 640_000], hour: [200, 290] },
  Other: { year: [230_000, 360_000], hour: [120, 200] },
}

/** What stands in place of a figure. */
export const vaguePay = [
  'Competitive',
  'Competitive salary, commensurate with experience',
  'DOE',
  'Highly competitive compensation package',
  'Competitive base plus productivity',
  'To be discussed',
] as const
