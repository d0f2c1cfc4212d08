/**
 * The one list of specialties: a superset of the public and the signed-in form's lists. `label` is what people read,
 * `noun` is what a practitioner is called, `slug` stands in the landing pages' addresses.
 */
type Definition = { readonly label: string; readonly slug: string; readonly noun: string }

const definitions = [
  { label: 'Allergy & Immunology', slug: 'allergy-immunology', noun: 'Allergist' },
  { label: 'Anesthesiology', slug: 'anesthesiology', noun: 'Anesthesiologist' },
  { label: 'Cardiology', slug: 'cardiology', noun: 'Cardiologist' },
  { label: 'Critical Care Medicine', slug: 'critical-care-medicine', noun: 'Intensivist' },
  { label: 'Dermatology', slug: 'dermatology', noun: 'Dermatologist' },
  { label: 'Emergency Medicine', slug: 'emergency-medicine', noun: 'Emergency Physician' },
  { label: 'Endocrinology', slug: 'endocrinology', noun: 'Endocrinologist' },
  { label: 'Family Medicine', slug: 'family-medicine', noun: 'Family Physician' },
  { label: 'Gastroenterology', slug: 'gastroenterology', noun: 'Gastroenterologist' },
  { label: 'General Surgery', slug: 'general-surgery', noun: 'General Surgeon' },
  { label: 'Geriatrics', slug: 'geriatrics', noun: 'Geriatrician' },
  { label: 'Hematology', slug: 'hematology', noun: 'Hematologist' },
  { label: 'Hematology/Oncology', slug: 'hematology-oncology', noun: 'Hematologist-Oncologist' },
  { label: 'Infectious Disease', slug: 'infectious-disease', noun: 'Infectious Disease Physician' },
  { label: 'Internal Medicine', slug: 'internal-medicine', noun: 'Internist' },
  { label: 'Nephrology', slug: 'nephrology', noun: 'Nephrologist' },
  { label: 'Neurology', slug: 'neurology', noun: 'Neurologist' },
  { label: 'Neurosurgery', slug: 'neurosurgery', noun: 'Neurosurgeon' },
  { label: 'Obstetrics & Gynecology', slug: 'obstetrics-gynecology', noun: 'OB/GYN Physician' },
  { label: 'Occupational Medicine', slug: 'occupational-medicine', noun: 'Occupational Medicine Physician' },
  { label: 'Oncology', slug: 'oncology', noun: 'Oncologist' },
  { label: 'Ophthalmology', slug: 'ophthalmology', noun: 'Ophthalmologist' },
  { label: 'Orthopedic Surgery', slug: 'orthopedic-surgery', noun: 'Orthopedic Surgeon' },
  { label: 'Otolaryngology (ENT)', slug: 'otolaryngology', noun: 'Otolaryngologist' },
  { label: 'Pain Medicine', slug: 'pain-medicine', noun: 'Pain Medicine Physician' },
  { label: 'Pathology', slug: 'pathology', noun: 'Pathologist' },
  { label: 'Pediatrics', slug: 'pediatrics', noun: 'Pediatrician' },
  { label: 'Physical Medicine & Rehabilitation', slug: 'physical-medicine-rehabilitation', noun: 'Physiatrist' },
  { label: 'Plastic Surgery', slug: 'plastic-surgery', noun: 'Plastic Surgeon' },
  { label: 'Psychiatry', slug: 'psychiatry', noun: 'Psychiatrist' },
  { label: 'Pulmonology', slug: 'pulmonology', noun: 'Pulmonologist' },
  { label: 'Radiation Oncology', slug: 'radiation-oncology', noun: 'Radiation Oncologist' },
  { label: 'Radiology', slug: 'radiology', noun: 'Radiologist' },
  { label: 'Rheumatology', slug: 'rheumatology', noun: 'Rheumatologist' },
  { label: 'Sports Medicine', slug: 'sports-medicine', noun: 'Sports Medicine Physician' },
  { label: 'Thoracic Surgery', slug: 'thoracic-surgery', noun: 'Thoracic Surgeon' },
  { label: 'Urology', slug: 'urology', noun: 'Urologist' },
  { label: 'Vascular Surgery', slug: 'vascular-surgery', noun: 'Vascular Surgeon' },
  { label: 'Other', slug: 'other', noun: 'Physician' },
] as const satisfies readonly Definition[]

export type Specialty = (typeof definitions)[number]['label']

export const specialties: readonly Specialty[] = definitions.map((it) => it.label)

const byLabel = new Map<string, Definition>(definitions.map((it) => [it.label, it]))
const bySlug = new Map<string, Specialty>(definitions.map((it) => [it.slug, it.label]))
const byFolded = new Map<string, Specialty>(definitions.map((it) => [it.label.toLowerCase(), it.label]))
byFolded.set('ent (otolaryngology)', 'Otolaryngology (ENT)')
byFolded.set('otolaryngology', 'Otolaryngology (ENT)')

export const isSpecialty = (value: string): value is Specialty => byLabel.has(value)

/** A label in any case, or one of its accepted other spellings. For what people type, see the search vocabulary. */
export const parseSpecialty = (text: string): Specialty | undefined => byFolded.get(text.trim().toLowerCase())

export const specialtySlug = (specialty: Specialty): string => byLabel.get(specialty)?.slug ?? 'other'
export const specialtyFromSlug = (slug: string): Specialty | undefined => bySlug.get(slug)
/** What somebody of this specialty is called, in the singular: 'Cardiologist'. */
export const practitioner = (specialty: Specialty): string => byLabel.get(specialty)?.noun ?? 'Physician'

/** The landing page's dropdown: the public form's 32 plus two, sorted. */
export const heroSpecialties: readonly Specialty[] = specialties.filter(
  (it) => !['Hematology/Oncology', 'Occupational Medicine', 'Pain Medicine', 'Sports Medicine', 'Vascular Surgery'].includes(it),
)
