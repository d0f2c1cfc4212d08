import { readFileSync } from 'node:fs'
import type { Benefit, OrganizationType, PracticeSetting, Schedule, VisaSupport } from '#features/jobs/model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'

/** What the generator knows of a specialty. Sentences are templates of `grammar.ts` with words from `job.ts`. */
export type Profile = {
  specialty: Specialty
  /** The share of all jobs in about a thousandth, by demand. */
  weight: number
  /** The specialty inside a sentence, if its lower-case label does not fit. */
  field?: string
  /** The certificate, after 'board certified or board eligible in'. */
  board: string
  /** Types of employers. */
  employers: readonly OrganizationType[]
  /** Bullets of the duties, for all tracks. */
  duties: readonly string[]
  /** The volume of work in numbers. */
  volumes: readonly string[]
  team: readonly string[]
  tools: readonly string[]
  tracks: readonly Track[]
}

/** A kind of position within a specialty, so that title, schedule and text agree. */
export type Track = {
  weight?: number
  titles: readonly string[]
  /** One or two open the posting. */
  focus: readonly string[]
  /** Hours and call. */
  hours: readonly string[]
  duties?: readonly string[]
  setting: readonly PracticeSetting[]
  schedule: readonly Schedule[]
  subspecialty?: string
  /** Replaces the specialty's noun, field and certificate, in lower case: 'neonatologist', 'neonatal medicine'. */
  noun?: string
  field?: string
  board?: string
  /** Named if the position requires it. */
  fellowship?: string
  /** Relative to the specialty's usual pay. */
  pay?: number
  /** Often paid by the hour, even full-time. */
  shifts?: true
  telehealth?: true
  /** The size of the hospital, if not the employer's. */
  beds?: number
  /** The specialty's duties, volumes and colleagues do not apply. */
  apart?: true
  /** Narrows the profile's employers. */
  employers?: readonly OrganizationType[]
}

export type DemoState = Exclude<StateCode, 'OTHER'>

type Lines = readonly string[]
type Band = readonly [number, number]

/** The random stream draws in this order, so another order makes another catalogue. */
export const profiles: readonly Profile[] = [
  'primary-care',
  'hospital-based',
  'psychiatry-neurology',
  'women-children',
  'heart-lung-gut',
  'cancer',
  'medical-specialties',
  'general-surgery',
  'organ-surgery',
  'diagnostic',
  'outpatient-specialties',
  'other-specialties',
].flatMap((it) => read<Profile[]>(`specialties/${it}`))

export const { states, notTowns } = read<{
  states: Record<DemoState, { population: number; areaCode: number; ruralTowns: Lines; life: Lines }>
  notTowns: Lines
}>('states')

export const stateCodes = Object.keys(states) as DemoState[]

export const { payBands, vaguePay } = read<{ payBands: Record<Specialty, { year: Band; hour: Band }>; vaguePay: Lines }>('pay')

type NameParts = 'stems' | 'endings' | 'searchFirmForms' | 'locumsFirmForms' | 'realOrganizations'
export const names = read<Record<NameParts, Lines> & { nameForms: Record<OrganizationType, Lines> }>('employers')

type Passages =
  | 'openings'
  | 'recruiterOpenings'
  | 'locumsOpenings'
  | 'closings'
  | 'virtualWork'
  | `${'locums' | 'partTime' | 'perDiem' | 'contract' | 'temporary'}Hours`
  | 'locumsShifts'
  | 'locumsClinicDays'
type PassagesByKind = {
  aboutEmployer: Record<OrganizationType, Lines>
  houses: Record<OrganizationType, Lines>
  communities: Record<'city' | 'town' | 'rural', Lines>
}
export const texts = read<Record<Passages, Lines> & PassagesByKind>('texts')

type Phrases =
  | `${'loan' | 'publicLoan' | 'underserved' | 'newGraduate' | 'ehr' | 'license' | 'certification' | 'requiredCertification'}Phrases`
  | 'locumsBenefits'
  | 'furtherRequirements'
  | 'startDates'
  | 'hireWindows'
type PhrasesByKind = {
  benefitPhrases: Record<Benefit, Lines>
  independentPhrases: Partial<Record<Benefit, Lines>>
  visaPhrases: Record<VisaSupport, Lines>
}
export const offers = read<Record<Phrases, Lines> & PhrasesByKind>('offers')

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8')) as T
}
