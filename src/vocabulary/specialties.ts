/** The one list of specialties, by their labels: a superset of the public and the signed-in form's lists. */
const labels = [
  'Allergy & Immunology',
  'Anesthesiology',
  'Cardiology',
  'Critical Care Medicine',
  'Dermatology',
  'Emergency Medicine',
  'Endocrinology',
  'Family Medicine',
  'Gastroenterology',
  'General Surgery',
  'Geriatrics',
  'Hematology',
  'Hematology/Oncology',
  'Infectious Disease',
  'Internal Medicine',
  'Nephrology',
  'Neurology',
  'Neurosurgery',
  'Obstetrics & Gynecology',
  'Occupational Medicine',
  'Oncology',
  'Ophthalmology',
  'Orthopedic Surgery',
  'Otolaryngology (ENT)',
  'Pain Medicine',
  'Pathology',
  'Pediatrics',
  'Physical Medicine & Rehabilitation',
  'Plastic Surgery',
  'Psychiatry',
  'Pulmonology',
  'Radiation Oncology',
  'Radiology',
  'Rheumatology',
  'Sports Medicine',
  'Thoracic Surgery',
  'Urology',
  'Vascular Surgery',
  'Other',
] as const

export type Specialty = (typeof labels)[number]

export const specialties: readonly Specialty[] = labels

/** In the landing pages' addresses: 'allergy-immunology', 'otolaryngology'. */
export const specialtySlug = (specialty: Specialty): string =>
  specialty
    .replace(/ \(.*/, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')

const bySlug = new Map<string, Specialty>(specialties.map((specialty) => [specialtySlug(specialty), specialty]))
const byFolded = new Map<string, Specialty>(specialties.map((specialty) => [specialty.toLowerCase(), specialty]))
byFolded.set('ent (otolaryngology)', 'Otolaryngology (ENT)')
byFolded.set('otolaryngology', 'Otolaryngology (ENT)')

export const isSpecialty = (value: string): value is Specialty => specialties.some((specialty) => specialty === value)

/** A label in any case, or one of its accepted other spellings. For what people type, see the search vocabulary. */
export const parseSpecialty = (text: string): Specialty | undefined => byFolded.get(text.trim().toLowerCase())

export const specialtyFromSlug = (slug: string): Specialty | undefined => bySlug.get(slug)

/** Home's dropdown: the public form's 32 plus two, sorted. */
export const heroSpecialties: readonly Specialty[] = specialties.filter(
  (specialty) =>
    !['Hematology/Oncology', 'Occupational Medicine', 'Pain Medicine', 'Sports Medicine', 'Vascular Surgery'].includes(specialty),
)
