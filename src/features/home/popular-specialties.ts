import type { Specialty } from '#vocabulary/specialties.ts'

/** Shown on every page. */
export const popularSpecialties = [
  'Emergency Medicine',
  'Family Medicine',
  'Internal Medicine',
  'Cardiology',
  'Anesthesiology',
  'General Surgery',
] as const satisfies readonly Specialty[]

/** Shown below Home's search. */
export const landingSpecialties = [...popularSpecialties, 'Psychiatry', 'Pediatrics'] as const satisfies readonly Specialty[]

/** A shorter label, where there is one. */
export const chipLabel = (specialty: Specialty): string => (specialty === 'General Surgery' ? 'Surgery' : specialty)
