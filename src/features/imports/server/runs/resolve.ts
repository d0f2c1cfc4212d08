import { randomUUIDv7 } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
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
import { isStateCode, type StateCode } from '#shared/us-states.ts'
import {
  answerKey,
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

/** What becomes of mapped rows: runs decide here, and checks before them. */

/** What the rows so far said. */
export type Memory = {
  /** What the same words in place fields and title come to. */
  places: LRUCache<string, FoundPlace>
  /**
   * What the last rows say of each fact, of the source and of each employer in it; keys are
   * `questionKey`'s, values `valueKey`'s.
   */
  said: LRUCache<string, string[]>
  /** What most rows said before this dataset. */
  usual: ReadonlyMap<string, string>
  /** The requisition numbers of a careers page, each with the row that has it. */
  numbers: Map<string, string>
}

export const newMemory = (usual: Memory['usual'] = new Map()): Memory => ({
  places: new LRUCache({ max: 20_000 }),
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
  for (const [index, row] of mapped.entries()) {
    const found =
      'skip' in row
        ? row
        : (locate(row, known, memory.places) ?? { skip: 'no-place' as const, title: row.title })
    placed.push(
      'skip' in found ? found : { ...found, source: sourceName ?? found.job.origin.shape },
    )
    if (index % rowsPerTurn === rowsPerTurn - 1) await setImmediate()
  }
  const answers = await answersFor(db, placed)
  for (const row of placed) remember(memory, row)
  return placed.map((row, index) => {
    const own = answers.get(index)
    const answered = 'skip' in row || !own ? row : applyAnswers(row, own, known, memory)
    return 'skip' in answered
      ? answered
      : { ...answered, id: randomUUIDv7(), keys: keysOf(answered.job) }
  })
}

/** A few milliseconds of work. */
const rowsPerTurn = 50

/** Undefined for a job that says nowhere where it is. */
function locate(job: MappedJob, known: Gazetteer, cache: Memory['places']): PlacedJob | undefined {
  const { place: words, title } = job.origin
  const key = JSON.stringify([words, title])
  let found = cache.get(key)
  if (!found) {
    found = findPlaceOf(words, { title, description: job.description }, known)
    // What stands in one description says nothing about the next.
    if (found.kind === 'place' && !('rule' in found.fact && found.fact.rule === 'place-in-text'))
      cache.set(key, found)
  }
  return placedAt(job, contradictedByText(found, job.description, known), known)
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
  const further = others.slice(0, mostFurther).map((other) => `, ${other}`)
  return {
    city: 'Remote',
    state,
    ...(further.length > 0 && { further_places: further, further_points: [] }),
  }
}

type Sourced = PlacedJob & { source: string }
export type Answer = { fact: FactName; words: string; value: FactValues[FactName] }

/** What sources are asked about. */
export const askedFacts = ['profession', 'place', 'specialty', 'type', 'pay'] as const
type AskedFact = (typeof askedFacts)[number]

export const questionKey = (fact: FactName, words: string): string => `${fact} ${answerKey(words)}`

/** An answer's value as a text, whatever order its parts come in. */
export const valueKey = (value: unknown): string =>
  JSON.stringify(value, ['city', 'state', 'specialty', 'unit'])

/** Rows that seek others are skipped: only whose they are is known. */
export const seeksOthers = valueKey('mixed')

/** What a row itself says, as an answer would; undefined where it says nothing. */
export function saidOf(name: AskedFact, job: Seen): string | undefined {
  const fact: Fact = job.facts[name]
  if (fact.state === 'stated' ? fact.was : fact.state !== 'inferred') return undefined
  if (name === 'profession') return valueKey('physician')
  if (name === 'type') return valueKey(job.employment_type)
  if (name === 'specialty')
    return job.specialty === 'Other' ? undefined : valueKey({ specialty: job.specialty })
  if (name === 'pay')
    return (job.comp_min ?? job.comp_max ?? null) === null
      ? undefined
      : valueKey({ unit: job.comp_unit })
  return hasNoTown(job.city) ? undefined : valueKey({ city: job.city, state: job.state })
}
export type Seen = Pick<
  MappedJob,
  'title' | 'employer' | 'city' | 'state' | 'specialty' | 'employment_type'
> &
  Pick<MappedJob, 'comp_min' | 'comp_max' | 'comp_unit' | 'facts'>

const lastRows = 100
const fewestSaid = 20

function remember({ said }: Memory, row: Sourced | Skipped): void {
  const employer = 'skip' in row ? row.employer : row.job.employer
  for (const name of askedFacts) {
    const isOthers = 'skip' in row && name === 'profession' && row.skip === 'not-a-physician'
    const value = 'skip' in row ? (isOthers ? seeksOthers : undefined) : saidOf(name, row.job)
    if (value === undefined) continue
    for (const words of [wholeSource(), wholeSource(employer)]) {
      const key = questionKey(name, words)
      const latest = said.get(key) ?? []
      latest.push(value)
      if (latest.length > lastRows) latest.shift()
      said.set(key, latest)
    }
  }
}

/**
 * Whether the latest rows mostly say something else, as they did not when it was answered: then
 * silence does not mean it any more.
 */
function isContradicted({ said, usual }: Memory, { fact, words, value }: Answer): boolean {
  const key = questionKey(fact, words)
  const latest = said.get(key) ?? []
  const isMost = (fits: (value: string) => boolean): boolean =>
    latest.filter(fits).length * 2 > latest.length
  if (latest.length < fewestSaid || !isMost((candidate) => candidate !== valueKey(value)))
    return false
  // What more than half of them say stands in the middle.
  const most = latest.toSorted()[latest.length >> 1]
  return isMost((candidate) => candidate === most) && most !== usual.get(key)
}

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
  const asked = rows.flatMap((row, index) =>
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
  const values = await findAnswers(db, asked)
  const found = new Map<string, Answer & { index: number }>()
  for (const [at, { index, fact, words }] of asked.entries()) {
    const value = values[at]
    if (value !== undefined && !found.has(`${index} ${fact}`))
      found.set(`${index} ${fact}`, { index, fact, words, value })
  }
  return Map.groupBy(found.values(), (answer) => answer.index)
}

const wordsOf = (fact: Fact): string | undefined => ('words' in fact ? fact.words : undefined)

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
    columns: columnsOfFact(fact, read as never),
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

/** What a duplicate has in common with the known job, in a report's words. */
type KnownBy =
  | 'same source id'
  | 'same requisition number'
  | 'same address'
  | 'same title, employer and location'
  | 'same apply link'
  | 'a posting that was here'

/** What a careers page speaks for from now on. */
export type Connected = {
  /** Postings that were here already, by the rows' ids. */
  jobs: ReadonlyMap<string, string>
  /** The rows whose keys count for other sources, too. */
  sharing: ReadonlySet<string>
}

/** The job is null where it was erased, or where another import is just adding it. */
export type Duplicate = { by: KnownBy; jobId: string | null }

/**
 * Which candidates are known already, or stand in a row before, and by what: by the candidates'
 * ids. Adds the free keys to
 * `claims`, each with the job that it leads to: a known job also gets the other keys of its
 * duplicates.
 */
export function matchKnown(
  candidates: readonly Pick<Candidate, 'id' | 'keys' | 'source' | 'shared'>[],
  /** Null for a job that was erased. */
  known: ReadonlyMap<string, string | null>,
  claims: Map<string, string | null>,
  /** Of known jobs, the sources that say that their rows are different jobs. */
  sourcesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  { jobs, sharing }: Connected = { jobs: new Map(), sharing: new Set() },
): Map<string, Duplicate> {
  const duplicates = new Map<string, Duplicate>()
  const sources = new Map(candidates.map(({ id, source }) => [id, source]))
  for (const { id, keys, source, shared = [] } of candidates) {
    const isOfOthers = (key: string): boolean => {
      const owner = known.get(key) ?? claims.get(key) ?? ''
      return sources.get(owner) !== source && !sourcesOf.get(owner)?.has(source)
    }
    const by = firstKnown(
      keys,
      (key) =>
        (known.has(key) || claims.has(key)) && (!key.startsWith('apply:') || isOfOthers(key)),
    )
    const connected = jobs.get(id)
    const owner = by ? (known.get(by.key) ?? claims.get(by.key) ?? null) : (connected ?? id)
    if (by) duplicates.set(id, { by: by.name, jobId: owner })
    else if (connected) duplicates.set(id, { by: 'a posting that was here', jobId: connected })
    for (const key of [...Object.values(keys), ...(sharing.has(id) ? shared : [])])
      if (!known.has(key) && !claims.has(key)) claims.set(key, owner)
  }
  return duplicates
}

export function firstKnown(
  { id, url, number, content, apply }: JobKeys,
  isKnown: (key: string) => boolean,
): { key: string; name: KnownBy } | undefined {
  if (id && isKnown(id)) return { key: id, name: 'same source id' }
  if (url && isKnown(url)) return { key: url, name: 'same address' }
  if (number && isKnown(number)) return { key: number, name: 'same requisition number' }
  if (isKnown(content)) return { key: content, name: 'same title, employer and location' }
  return apply && isKnown(apply) ? { key: apply, name: 'same apply link' } : undefined
}
