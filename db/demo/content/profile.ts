import type { OrganizationType, PracticeSetting, Schedule } from '#features/jobs/model.ts'
import type { Specialty } from '#features/jobs/specialties.ts'

/**
 * What the generator knows of a specialty. Sentences are templates of `grammar.ts`; they may use {employer}, {city},
 * {state}, {noun} and the other words that `descriptions.ts` provides.
 */
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

export const anyEmployer = ['Health System', 'Hospital', 'Private Practice', 'Clinic', 'Academic'] as const
export const officeEmployers = ['Health System', 'Private Practice', 'Clinic', 'Health System', 'Academic'] as const
export const hospitalEmployers = ['Hospital', 'Health System', 'Hospital', 'Academic'] as const
export const specialistEmployers = ['Health System', 'Hospital', 'Private Practice', 'Health System', 'Academic'] as const
