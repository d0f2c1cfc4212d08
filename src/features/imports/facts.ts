import { payNotStated, payUnitLabels, placeText, payText } from '#features/jobs/display.ts'
import { employmentTypeLabels, type EmploymentType, type Schedule } from '#features/jobs/model.ts'
import type { Pay } from '#features/jobs/read-terms.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { FactAnswer, SourceAnswer } from './schemas.ts'

/**
 * What the importer reads of a row, and how sure it is. Pure: the importer, the moderators' pages
 * and the tests share it.
 */

export const factNames = [
  'place',
  'profession',
  'specialty',
  'pay',
  'type',
  'schedule',
  'employer',
] as const
export type FactName = (typeof factNames)[number]

/** @public The moderators' pages show it. */
export const factLabels: Record<FactName, string> = {
  place: 'Location',
  profession: 'Profession',
  specialty: 'Specialty',
  pay: 'Pay',
  type: 'Job type',
  schedule: 'Schedule',
  employer: 'Employer',
}

/** The fact that a field of the posting's form shows. */
export const factsOfFields: Record<string, FactName> = {
  location: 'place',
  company: 'employer',
  specialty: 'specialty',
  specialtyOther: 'specialty',
  salaryMin: 'pay',
  salaryMax: 'pay',
  jobType: 'type',
  schedule: 'schedule',
}

/** What each fact can be: a reader's suggestion, or a moderator's answer. */
export type FactValues = {
  /**
   * Without a city only the state is stated. Remote work has the city 'Remote', and the state
   * 'OTHER' if none is named.
   */
  place: { city: string; state: StateCode; zip?: string | undefined }
  /** 'mixed': a source lists others beside physicians, so that its silence says nothing. */
  profession: 'physician' | 'other' | 'mixed'
  specialty: { specialty: Specialty; other?: string | undefined }
  /** An empty object: pay is not stated. */
  pay: Pay
  /** Null: not stated. */
  type: EmploymentType | null
  schedule: Schedule[]
  employer: { employer: string }
}

export type Fact<Name extends FactName = FactName> =
  /**
   * The source, or a moderator, says so in these words; `was` until an answer about the source
   * settled it. `outdated`: it is public, and the answer does not hold any more.
   */
  | {
      state: 'stated'
      words: string
      by?: 'moderator' | 'source'
      was?: Fact<Name>
      outdated?: true
    }
  | { state: 'inferred'; rule: InferenceRule; words?: string }
  | {
      state: 'doubtful'
      reason: DoubtReason
      words: string
      suggestion?: FactValues[Name]
      was?: Fact<Name>
    }
  | { state: 'not-stated' }

export type Facts = { [Name in FactName]: Fact<Name> }

/**
 * A doubt about one of these holds the row for a moderator. Another doubtful fact is left out of
 * the posting.
 */
const holdingFacts = new Set<FactName>(['place', 'profession', 'specialty', 'pay', 'employer'])

/** The doubtful facts that hold a row. */
export const doubtfulOf = (facts: Facts): FactName[] =>
  factNames.filter((name) => {
    const fact: Fact = facts[name]
    return (
      fact.state === 'doubtful' && (holdingFacts.has(name) || fact.reason === 'answer-contradicted')
    )
  })

/** Why a fact is doubtful, as a moderator reads it. @public */
export const doubtReasons = {
  'no-place': 'We could not read a location in the source.',
  'unknown-city': 'No city of this name is known.',
  'city-not-in-state': 'This city is not in this state.',
  'state-missing': 'Several states have a city with this name.',
  'only-state': 'The source names a state and no city.',
  territory: 'This is a US territory, which the board files under Others.',
  'several-places': 'The source names several locations.',
  'place-conflict': 'Title, location and text name different locations.',
  'profession-unclear': 'Neither title nor text say that a physician is sought.',
  'profession-conflict': 'The title names physicians and another profession.',
  'answer-contradicted': 'The latest rows contradict the answer that was given for them all.',
  'specialty-unclear': 'No specialty could be read.',
  'specialty-conflict': 'Title, specialty field and text name different specialties.',
  'pay-implausible': 'This amount is outside the usual range for this work.',
  'pay-unit-unclear': 'The amount could be for an hour, a shift, a month or a year.',
  'pay-conflict': 'The source states different amounts.',
  'type-conflict': 'The source states different job types.',
  'employer-missing': 'The source names no employer.',
  'employer-unproved': 'Nothing but this careers page says that it belongs to the employer.',
} as const
export type DoubtReason = keyof typeof doubtReasons

/** How a fact follows from something else that the source says. */
export type InferenceRule =
  | (
      | 'zip-code'
      | 'place-in-title'
      | 'place-in-text'
      | 'nearest-spelling'
      | 'metro-area'
      | 'city-in-words'
      | 'across-state-line'
    )
  | (
      | 'well-known-city'
      | 'text-seeks-physician'
      | 'field-says-physician'
      | 'pay-of-physicians'
      | 'specialty-of-field'
    )
  | ('specialty-of-text' | 'unit-of-amount' | 'pay-in-text' | 'type-of-words' | 'schedule-of-text')

/** A state alone, or remote work: a place without coordinates. */
export const hasNoTown = (city: string): boolean => city === '' || city === 'Remote'

/**
 * A source's questions are counted over so many of its latest waiting rows; in the queue each has
 * its number.
 */
export const maxWaitingSeen = 2_000

/** Longer words are cut: enough to find the place in the text, and to compare. */
export const maxFactWords = 300

/**
 * An answer about whatever a source, or one employer in it, leaves open, instead of certain words.
 */
export const wholeSource = (employer?: string): string =>
  employer === undefined ? '*' : `*: ${employer}`

/** A fact that a source leaves open, so that an answer about the whole source decides it. */
export const isLeftOpen = (name: FactName, fact: Fact): boolean =>
  fact.state === 'doubtful'
    ? fact.reason === 'answer-contradicted' || fact.reason === openReasons[name]
    : name === 'type' && fact.state === 'not-stated'

const openReasons: { [Name in FactName]?: DoubtReason } = {
  place: 'no-place',
  profession: 'profession-unclear',
  pay: 'pay-unit-unclear',
  specialty: 'specialty-unclear',
}

/**
 * What a moderator answered for a source's words holds for every row whose words are the same in
 * this form.
 */
export const answerKey = (words: string): string =>
  words.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** An answer as it is suggested, and as the history says it. */
export function factText(answer: FactAnswer | SourceAnswer): string {
  if (answer.fact === 'place')
    return [placeText(answer.value), answer.value.zip].filter(Boolean).join(' ')
  if (answer.fact === 'profession') return professionTexts[answer.value]
  if (answer.fact === 'specialty') return answer.value.other ?? answer.value.specialty
  if (answer.fact === 'employer') return answer.value.employer
  if (answer.fact === 'type') return employmentTypeLabels[answer.value]
  const {
    min = null,
    max = null,
    unit,
    text = null,
  } = { min: undefined, max: undefined, text: undefined, ...answer.value }
  const figures = payText({ compMin: min, compMax: max, compUnit: unit ?? 'YEAR', compText: null })
  if (figures === undefined && text === null && unit) return payUnitLabels[unit]
  return [figures, text].filter(Boolean).join(', ') || payNotStated
}

const professionTexts = {
  physician: 'A job for physicians',
  other: 'Not a physician',
  mixed: 'Physicians and advanced practice',
}

type Suggested = { answer: SourceAnswer; rows: number; of: number }

/**
 * Whether enough rows say the same to suggest it for those that say nothing: five, or most of the
 * source. A place has to be that of another row.
 */
export function isSupported({
  words,
  rows: open,
  suggested,
}: {
  words: string
  rows: number
  suggested: Suggested | null
}): boolean {
  const isWhole = words === wholeSource() || words.startsWith(wholeSource(''))
  if (!suggested) return false
  const { answer, rows, of } = suggested
  // Of the same words; of rows that name no place, as for the other facts.
  if (answer.fact === 'place' && !isWhole) return rows > 0
  return (
    (rows >= 5 || rows * 10 >= (of + open) * 6) &&
    (answer.fact === 'profession' || rows * 10 >= of * 9)
  )
}
