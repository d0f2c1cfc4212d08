import { readFileSync } from 'node:fs'
import type { OrganizationType, PracticeSetting, Schedule } from '#features/jobs/model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'
import payFile from '../data/pay.json' with { type: 'json' }
import stateFile from '../data/states.json' with { type: 'json' }

/**
 * What the generator knows of a specialty. Sentences are templates of `grammar.ts` with words from
 * `job.ts`.
 */
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
  /**
   * Replaces the specialty's noun, field and certificate, in lower case: 'neonatologist', 'neonatal
   * medicine'.
   */
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

/** The random stream draws in this order, so another order makes another catalog. */
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
].flatMap(
  (it) =>
    JSON.parse(
      readFileSync(new URL(`../data/specialties/${it}.json`, import.meta.url), 'utf8'),
    ) as Profile[],
)

export const { states, notTowns } = stateFile
export const stateCodes = Object.keys(states) as DemoState[]

type Band = readonly [number, number]
export const payBands = payFile.payBands as unknown as Record<Specialty, { year: Band; hour: Band }>
export const { vaguePay } = payFile

export { default as names } from '../data/employers.json' with { type: 'json' }
export { default as offers } from '../data/offers.json' with { type: 'json' }
export { default as texts } from '../data/texts.json' with { type: 'json' }
