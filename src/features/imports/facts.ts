import type { Pay } from '#features/jobs/read-terms.ts'
import type { EmploymentType, Schedule } from '#features/jobs/model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'

/** What the importer reads of a row, and how sure it is. Pure: the importer, the moderators' pages and the tests share it. */

export const factNames = ['place', 'profession', 'specialty', 'pay', 'type', 'schedule'] as const
export type FactName = (typeof factNames)[number]

/** @public The moderators' pages show it. */
export const factLabels: Record<FactName, string> = {
  place: 'Place',
  profession: 'Profession',
  specialty: 'Specialty',
  pay: 'Pay',
  type: 'Job type',
  schedule: 'Schedule',
}

/** What each fact can be: a reader's suggestion, or a moderator's answer. */
export type FactValues = {
  /** Remote work has the state 'OTHER' and the city 'Remote'. */
  place: { city: string; state: StateCode; zip?: string }
  profession: 'physician' | 'other'
  specialty: { specialty: Specialty; other?: string }
  /** An empty object: pay is not stated. */
  pay: Pay
  /** Null: not stated. */
  type: EmploymentType | null
  schedule: Schedule[]
}

export type Fact<Name extends FactName = FactName> =
  /** The source, or a moderator, says so in these words. */
  | { state: 'stated'; words: string; by?: 'moderator' }
  | { state: 'inferred'; rule: InferenceRule; words?: string }
  | { state: 'doubtful'; reason: DoubtReason; words: string; suggestion?: FactValues[Name] }
  | { state: 'not-stated' }

export type Facts = { [Name in FactName]: Fact<Name> }

/** A doubt about one of these holds the row for a moderator. Another doubtful fact is left out of the posting. */
const holdingFacts: readonly FactName[] = ['place', 'profession', 'specialty', 'pay']

/** The doubtful facts that hold a row. */
export const doubtfulOf = (facts: Facts): FactName[] => holdingFacts.filter((it) => facts[it].state === 'doubtful')

/** Why a fact is doubtful, as a moderator reads it. @public */
export const doubtReasons = {
  'no-place': 'We could not read a place in the source.',
  'unknown-city': 'No city of this name is known.',
  'city-not-in-state': 'This city is not in this state.',
  'state-missing': 'Several states have a city with this name.',
  'only-state': 'The source names a state and no city.',
  territory: 'This is a US territory, which the board files under Others.',
  'several-places': 'The source names several places.',
  'place-conflict': 'Title, place and text name different places.',
  'profession-unclear': 'Neither title nor text say that a physician is sought.',
  'profession-conflict': 'The title names physicians and another profession.',
  'specialty-unclear': 'No specialty could be read.',
  'specialty-conflict': 'Title, specialty field and text name different specialties.',
  'pay-implausible': 'This amount is outside the usual range for this work.',
  'pay-unit-unclear': 'The amount could be for an hour, a shift, a month or a year.',
  'pay-conflict': 'The source states different amounts.',
  'type-conflict': 'The source states different job types.',
} as const
export type DoubtReason = keyof typeof doubtReasons

/** How a fact follows from something else that the source says. @public */
export const inferenceRules = {
  'zip-code': 'The place follows from the ZIP code.',
  'place-in-title': 'The place stands in the title.',
  'place-in-text': 'The place stands in the text.',
  'nearest-spelling': 'The spelling of the city was corrected.',
  'metro-area': 'The main city of the named area.',
  'city-in-words': 'The city stands at the end of a longer name.',
  'across-state-line': 'The city lies a few miles beyond the border of the named state.',
  'well-known-city': 'No other city of this name is nearly as large.',
  'text-seeks-physician': 'The text seeks a physician.',
  'field-says-physician': 'The profession field says physician.',
  'specialty-of-field': 'The specialty field says so.',
  'specialty-of-text': 'The first sentences of the text say so.',
  'unit-of-amount': 'The size of the amount shows its unit.',
  'pay-in-text': 'The text states the pay.',
  'type-of-words': 'Title or text say so.',
  'schedule-of-text': 'The text says so.',
} as const
export type InferenceRule = keyof typeof inferenceRules

/** Longer words are cut: enough to find the place in the text, and to compare. */
export const maxFactWords = 300

/** What a moderator answered for a source's words holds for every row whose words are the same in this form. */
export const answerKey = (words: string): string => words.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
