import type { Specialty } from '#features/jobs/specialties.ts'

/** Offered on every page. */
export const popularSpecialties = [
  'Emergency Medicine',
  'Family Medicine',
  'Internal Medicine',
  'Cardiology',
  'Anesthesiology',
  'General Surgery',
] as const satisfies readonly Specialty[]

/** Offered under the landing page's search. */
export const landingSpecialties = [...popularSpecialties, 'Psychiatry', 'Pediatrics'] as const satisfies readonly Specialty[]

/** What a chip says, where that is not the specialty's own name. */
export const chipLabel = (specialty: Specialty): string => (specialty === 'General Surgery' ? 'Surgery' : specialty)
