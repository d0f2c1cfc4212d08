import { readFileSync } from 'node:fs'
import type { Benefit, OrganizationType, PracticeSetting, Schedule, VisaSupport } from '#features/jobs/model.ts'
import type { Specialty } from '#features/jobs/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'

/** What the generator knows of a specialty. Sentences are templates of `grammar.ts` with the words that `job.ts` provides. */
export type Profile = {
  specialty: Specialty
  /** Share of all jobs, in parts per thousand or so: what the market asks for. */
  weight: number
  /** The specialty inside a sentence, where its label in lower case will not do. */
  field?: string
  /** What a diplomate is certified in, after 'board certified or board eligible in'. */
  board: string
  /** Where such physicians are hired. */
  employers: readonly OrganizationType[]
  /** Bullets of 'what you will do', true for all tracks. */
  duties: readonly string[]
  /** How much there is to do, in numbers. */
  volumes: readonly string[]
  /** Colleagues. */
  team: readonly string[]
  /** Rooms, devices, programs. */
  tools: readonly string[]
  tracks: readonly Track[]
}

/** One kind of position within a specialty, so that title, schedule and text of a job tell the same story. */
export type Track = {
  weight?: number
  titles: readonly string[]
  /** What the posting is about, one or two of which open it. */
  focus: readonly string[]
  /** Hours and call. */
  hours: readonly string[]
  duties?: readonly string[]
  setting: readonly PracticeSetting[]
  schedule: readonly Schedule[]
  subspecialty?: string
  /** Instead of the specialty's own noun, field and certificate, in lower case: 'neonatologist', 'neonatal medicine'. */
  noun?: string
  field?: string
  board?: string
  /** Named when the position cannot be filled without it. */
  fellowship?: string
  /** Relative to the specialty's usual pay. */
  pay?: number
  /** Often paid by the hour even when full-time. */
  shifts?: true
  telehealth?: true
  /** The size of hospital that the position belongs to, where it is not the employer's. */
  beds?: number
  /** So different from the rest of the specialty that its duties, volumes and colleagues do not apply. */
  apart?: true
  /** Narrows the profile's employers. */
  employers?: readonly OrganizationType[]
}

export type DemoState = Exclude<StateCode, 'OTHER'>

type Lines = readonly string[]
type Band = readonly [number, number]

/** The seed draws from these in order: another order makes another catalogue. */
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
