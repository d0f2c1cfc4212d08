import { randomUUIDv7 } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Pay } from '#features/jobs/read-terms.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import {
  findPlace,
  loadGazetteer,
  type Gazetteer,
  type Place,
} from '#features/places/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { giveWay } from '#platform/server/turns.ts'
import { isStateCode, type StateCode } from '#shared/us-states.ts'
import {
  factNames,
  hasNoTown,
  isLeftOpen,
  wholeSource,
  type Fact,
  type FactName,
  type FactValues,
} from '#features/imports/facts.ts'
import { contradictedByText, findPlaceOf, type FoundPlace } from '../mapping/find-place.ts'
import { keysOf, type JobKeys } from '../mapping/links.ts'
import { payPer } from '../mapping/pay.ts'
import type { MappedJob, Skipped } from '../mapping/map-item.ts'
import { cleanTitle } from '../mapping/text.ts'
import type { Mapped } from './map-rows.ts'
import { findAnswers } from './queries-facts.ts'
import { isContradicted, remember, type Answer, type Sayings } from './sayings.ts'

/** What becomes of mapped rows: runs decide here, and checks before them. */

export type Memory = Sayings & {
  /** The requisition numbers of a careers page, each with the row that has it. */
  numbers: Map<string, string>
}

export const newMemory = (usual: Memory['usual'] = new Map()): Memory => ({
  said: new LRUCache({ max: 2_000 }),
  usual,
  numbers: new Map(),
})

/** The place is undefined for remote jobs, and where the gazetteer does not know it. */
type PlacedJob = { job: MappedJob; place: Place | undefined }

/** A job that could be added, if it is not known. */
export type Candidate = PlacedJob & {
  id: string
  source: string
  keys: JobKeys
  /** Of a careers page, whose rows have keys of their own: the keys that other sources know. */
  shared?: readonly string[]
}

export type Resolved = Candidate | Skipped

/** Finds each row's place and applies what moderators answered; in the order of the rows. */
export async function resolveRows(
  { db, sourceName, memory }: { db: Db; sourceName: string | undefined; memory: Memory },
  mapped: readonly Mapped[],
): Promise<Resolved[]> {
  const known = await loadGazetteer(db)
  const placed: (Sourced | Skipped)[] = []
  for (const row of mapped) {
    const found =
      'skip' in row ? row : (locate(row, known) ?? { skip: 'no-place' as const, title: row.title })
    placed.push(
      'skip' in found ? found : { ...found, source: sourceName ?? found.job.origin.shape },
    )
    await giveWay()
  }
  const answers = await answersFor(db, placed)
  for (const row of placed) remember(memory, row)
  const resolved: Resolved[] = []
  for (const [index, row] of placed.entries()) {
    const answer = answers.get(index)
    const answered = 'skip' in row || !answer ? row : applyAnswers(row, answer, known, memory)
    resolved.push(
      'skip' in answered
        ? answered
        : { ...answered, id: randomUUIDv7(), keys: keysOf(answered.job) },
    )
    await giveWay()
  }
  return resolved
}

/** Undefined for a job that says nowhere where it is. */
function locate(job: MappedJob, known: Gazetteer): PlacedJob | undefined {
  const { origin, description } = job
  const found = findPlaceOf(origin.place, { title: origin.title, description }, known)
  return placedAt(job, contradictedByText(found, description, known), known)
}

function placedAt(job: MappedJob, found: FoundPlace, known: Gazetteer): PlacedJob | undefined {
  if (found.kind === 'nothing') return undefined
  const facts = { ...job.facts, place: found.fact }
  if (found.kind === 'state')
    return { job: { ...job, facts, city: '', state: found.state, zip: null }, place: undefined }
  if (found.kind === 'remote')
    return { job: { ...job, facts, ...remoteIn(found.states), zip: null }, place: undefined }
  if (found.kind === 'doubtful') {
    const { city, state } = found.fact.suggestion ?? {
      city: found.name ?? found.fact.words,
      state: found.state ?? 'OTHER',
    }
    // A moderator who agrees with the suggestion publishes it with its coordinates.
    const place = found.fact.suggestion && findPlace(known, { city, state })
    return {
      job: { ...job, facts, city: city.slice(0, maxCity) || 'Unknown', state, zip: null },
      place,
    }
  }
  const { city, state, zip } = found.place
  const code = isStateCode(state) ? state : 'OTHER'
  const title = cleanTitle(job.title, { employer: job.employer, city, state: code })
  const further = (found.further ?? []).slice(0, mostFurther)
  return {
    job: {
      ...job,
      ...(further.length > 0 && {
        further_places: further.map((place) => `${place.city}, ${place.state}`),
        further_points: further.flatMap(({ lat, lon }) => [lat, lon]),
      }),
      facts,
      title: title || job.title,
      city,
      state: code,
      zip,
    },
    place: found.place,
  }
}
const maxCity = 100
/** A posting has ten places in all. */
const mostFurther = 9

/** Within several states it is found under each of the first ten, as its further places are. */
function remoteIn([state = 'OTHER', ...others]: readonly StateCode[]): Partial<NewJob> &
  Pick<NewJob, 'city' | 'state'> {
  const further = others.slice(0, mostFurther).map((title) => `, ${title}`)
  return {
    city: 'Remote',
    state,
    ...(further.length > 0 && { further_places: further, further_points: [] }),
  }
}

type Sourced = PlacedJob & { source: string }

/**
 * Under which words an answer about this fact may stand: the row's own, its employer's, the
 * source's. The first answer counts.
 */
export function askedWords(name: FactName, fact: Fact, employer: string): string[] {
  const words = wordsOf(fact)
  return [
    ...(words ? [words] : []),
    ...(isLeftOpen(name, fact) ? [wholeSource(employer), wholeSource()] : []),
  ]
}

/** What moderators answered for the same words of the same source, by the row's index. */
async function answersFor(
  db: Db,
  rows: readonly (Sourced | Skipped)[],
): Promise<Map<number, Answer[]>> {
  const questions = rows.flatMap((row, index) =>
    'skip' in row
      ? []
      : factNames.flatMap((fact) =>
          askedWords(fact, row.job.facts[fact], row.job.employer).map((words) => ({
            index,
            source: row.source,
            fact,
            words,
          })),
        ),
  )
  const values = await findAnswers(db, questions)
  const found = new Map<string, Answer & { index: number }>()
  for (const [at, { index, fact, words }] of questions.entries()) {
    const value = values[at]
    if (value !== undefined && !found.has(`${index} ${fact}`))
      found.set(`${index} ${fact}`, { index, fact, words, value })
  }
  return Map.groupBy(found.values(), (answer) => answer.index)
}

const wordsOf = (fact: Fact) => ('words' in fact ? fact.words : undefined)

export type Settled = { fact: Fact; columns: Partial<NewJob> }

/** What an answer makes of a fact; undefined where it does not fit the row, which then waits. */
export function settledBy(
  { fact, words, value }: Answer,
  was: Fact,
  job: Pick<NewJob, 'specialty' | 'employment_type'>,
): Settled | undefined {
  if (value === 'mixed') return undefined
  const own = wordsOf(was) ?? ''
  const isUnitAlone = fact === 'pay' && Object.keys(value ?? {}).join('') === 'unit'
  const read = isUnitAlone
    ? payPer((value as Pay).unit ?? 'YEAR', own, {
        specialty: job.specialty,
        type: job.employment_type,
      })
    : value
  if (read === undefined) return undefined
  const by = words === own ? 'moderator' : 'source'
  return {
    fact: { state: 'stated', words: own, by, was },
    columns: columnsOfFact(fact, read),
  }
}

/** A moderator's answer takes precedence over what the source says. */
function applyAnswers(
  row: Sourced,
  answers: readonly Answer[],
  known: Gazetteer,
  memory: Memory,
): Sourced | Skipped {
  const { job } = row
  if (answers.some((answer) => answer.value === 'other'))
    return { skip: 'not-a-physician', title: job.title }
  const after: MappedJob = { ...job, facts: { ...job.facts } }
  // The specialty decides what is plausible as pay.
  for (const answer of answers.toSorted((a, b) => order.indexOf(a.fact) - order.indexOf(b.fact))) {
    const { fact } = answer
    const was: Fact = job.facts[fact]
    const settled = settledBy(answer, was, after)
    if (!settled) continue
    if (isContradicted(memory, answer))
      Object.assign(after.facts, {
        [fact]: {
          state: 'doubtful',
          reason: 'answer-contradicted',
          words: wordsOf(was) ?? '',
          was,
        },
      })
    else {
      Object.assign(after, settled.columns)
      Object.assign(after.facts, { [fact]: settled.fact })
    }
  }
  if (after.facts.place === job.facts.place || after.facts.place.state === 'doubtful')
    return { ...row, job: after }
  // An answer names one place.
  if (after.further_places) Object.assign(after, { further_places: [], further_points: null })
  const place =
    after.state === 'OTHER' || hasNoTown(after.city) ? undefined : findPlace(known, after)
  return { ...row, job: place ? { ...after, city: place.city } : after, place }
}
const order: readonly FactName[] = ['specialty', 'type', 'pay']

/** A job's columns for each fact as a reader found it or a moderator answered it. */
const columnsOf: { [Name in FactName]: (value: FactValues[Name]) => Partial<NewJob> } = {
  place: ({ city, state, zip = null }) => ({ city, state, zip }),
  profession: () => ({}),
  specialty: ({ specialty, other = null }) => ({
    specialty,
    specialty_other: specialty === 'Other' ? other : null,
  }),
  pay: ({ min = null, max = null, unit = 'YEAR', text = null }) => ({
    comp_min: min,
    comp_max: max,
    comp_unit: unit,
    comp_text: text,
  }),
  type: (value) => ({ employment_type: value ?? 'not-stated' }),
  schedule: (schedule) => ({ schedule }),
  employer: ({ employer }) => ({ employer }),
}

/** A moderator's correction of one posting writes the same columns. */
export const columnsOfFact = <Name extends FactName>(
  name: Name,
  value: FactValues[Name],
): Partial<NewJob> => columnsOf[name](value)
