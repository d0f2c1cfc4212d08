import { keysOf } from '#shared/keys.ts'
import { listOf } from './table.ts'

/**
 * The one list of specialties, by their labels: a superset of the public and the signed-in form's
 * lists. Beside each, what somebody of it is called, in the singular.
 */
const rows = listOf(
  'Allergy & Immunology: Allergist, Anesthesiology: Anesthesiologist, Cardiology: Cardiologist',
  'Critical Care Medicine: Intensivist, Dermatology: Dermatologist, Emergency Medicine: Emergency Physician',
  'Endocrinology: Endocrinologist, Family Medicine: Family Physician, Gastroenterology: Gastroenterologist',
  'General Surgery: General Surgeon, Geriatrics: Geriatrician, Hematology: Hematologist',
  'Hematology/Oncology: Hematologist-Oncologist, Infectious Disease: Infectious Disease Physician',
  'Internal Medicine: Internist, Nephrology: Nephrologist, Neurology: Neurologist, Neurosurgery: Neurosurgeon',
  'Obstetrics & Gynecology: OB/GYN Physician, Occupational Medicine: Occupational Medicine Physician, Oncology: Oncologist',
  'Ophthalmology: Ophthalmologist, Orthopedic Surgery: Orthopedic Surgeon, Otolaryngology (ENT): Otolaryngologist',
  'Pain Medicine: Pain Medicine Physician, Pathology: Pathologist, Pediatrics: Pediatrician',
  'Physical Medicine & Rehabilitation: Physiatrist, Plastic Surgery: Plastic Surgeon, Psychiatry: Psychiatrist',
  'Pulmonology: Pulmonologist, Radiation Oncology: Radiation Oncologist, Radiology: Radiologist, Rheumatology: Rheumatologist',
  'Sports Medicine: Sports Medicine Physician, Thoracic Surgery: Thoracic Surgeon, Urology: Urologist',
  'Vascular Surgery: Vascular Surgeon, Other: Physician',
)

type LabelOf<Row> = Row extends `${infer Label}: ${string}` ? Label : never
export type Specialty = LabelOf<(typeof rows)[number]>

const practitioners: { readonly [Name in Specialty]?: string } = Object.fromEntries(
  rows.map((row) => row.split(': ')),
)

export const specialties = keysOf(practitioners)

export const practitioner = (specialty: Specialty): string => practitioners[specialty] ?? specialty

/** In the landing pages' addresses: 'allergy-immunology', 'otolaryngology'. */
export const specialtySlug = (specialty: Specialty): string =>
  specialty
    .replace(/ \(.*/, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')

const bySlug = new Map<string, Specialty>(
  specialties.map((specialty) => [specialtySlug(specialty), specialty]),
)
const byFolded = new Map<string, Specialty>(
  specialties.map((specialty) => [specialty.toLowerCase(), specialty]),
)
byFolded.set('ent (otolaryngology)', 'Otolaryngology (ENT)')
byFolded.set('otolaryngology', 'Otolaryngology (ENT)')

export const isSpecialty = (value: string): value is Specialty =>
  specialties.some((specialty) => specialty === value)

/**
 * A label in any case, or one of its accepted other spellings. For what people type, see the search
 * vocabulary.
 */
export const parseSpecialty = (text: string): Specialty | undefined =>
  byFolded.get(text.trim().toLowerCase())

/** By lines of labels, parted by ', '. */
export const specialtiesIn = (...lines: readonly (string | undefined)[]): Specialty[] =>
  lines
    .flatMap((line) => line?.split(', ') ?? [])
    .map((label) => {
      const specialty = parseSpecialty(label)
      if (specialty === undefined) throw new Error(`There is no specialty ${label}`)
      return specialty
    })

export const specialtyFromSlug = (slug: string): Specialty | undefined => bySlug.get(slug)

/** Home's dropdown: the public form's 32 plus two, sorted. */
export const heroSpecialties: readonly Specialty[] = specialties
  .filter(
    (specialty) =>
      ![
        'Hematology/Oncology',
        'Occupational Medicine',
        'Pain Medicine',
        'Sports Medicine',
        'Vascular Surgery',
      ].includes(specialty),
  )
  .toSorted()
