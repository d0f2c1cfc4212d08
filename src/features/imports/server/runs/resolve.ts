import { randomUUIDv7 } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { NewJob } from '#features/jobs/server/public.ts'
import { findPlace, loadGazetteer } from '#features/places/server/public.ts'
import type { Gazetteer, Place } from '#features/places/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { isStateCode } from '#shared/us-states.ts'
import { factNames } from '#features/imports/facts.ts'
import type { Fact, FactName, FactValues } from '#features/imports/facts.ts'
import { contradictedByText, findPlaceOf } from '../mapping/find-place.ts'
import type { FoundPlace } from '../mapping/find-place.ts'
import { keysOf } from '../mapping/links.ts'
import type { JobKeys } from '../mapping/links.ts'
import type { MappedJob, Skipped } from '../mapping/map-item.ts'
import { cleanTitle } from '../mapping/text.ts'
import type { Mapped } from './map-rows.ts'
import { findAnswers } from './queries-jobs.ts'
import type { Asked } from './queries-jobs.ts'

/** What becomes of mapped rows: runs decide here, and checks before them. */

/** What the same words in place fields and title come to. */
export type PlaceCache = LRUCache<string, FoundPlace>

export const placeCache = (): PlaceCache => new LRUCache({ max: 20_000 })

type Resolving = {
  db: Db
  /** What the jobs give as their source, instead of the site that their items look like. */
  sourceName: string | undefined
  places: PlaceCache
}

/** The place is undefined for remote jobs, and where the gazetteer does not know it. */
type PlacedJob = { job: MappedJob; place: Place | undefined }

/** A job that could be added, if it is not known. */
export type Candidate = PlacedJob & { id: string; source: string; keys: JobKeys }

export type Resolved = Candidate | Skipped

/** Finds each row's place and applies what moderators answered; in the order of the rows. */
export async function resolveRows({ db, sourceName, places }: Resolving, mapped: readonly Mapped[]): Promise<Resolved[]> {
  const known = await loadGazetteer(db)
  const placed: (Sourced | Skipped)[] = []
  for (const [index, row] of mapped.entries()) {
    const found = 'skip' in row ? row : (locate(row, known, places) ?? { skip: 'no-place' as const, title: row.title })
    placed.push('skip' in found ? found : { ...found, source: sourceName ?? found.job.origin.shape })
    if (index % rowsPerTurn === rowsPerTurn - 1) await setImmediate()
  }
  const answers = await answersFor(db, placed)
  return placed.map((row, index) => {
    const own = answers.get(index)
    const answered = 'skip' in row || !own ? row : applyAnswers(row, own, known)
    return 'skip' in answered ? answered : { ...answered, id: randomUUIDv7(), keys: keysOf(answered.job) }
  })
}

/** A few milliseconds of work. */
const rowsPerTurn = 50

/** Undefined for a job that says nowhere where it is. */
function locate(job: MappedJob, known: Gazetteer, cache: PlaceCache): PlacedJob | undefined {
  const { place: words, title } = job.origin
  const key = JSON.stringify([words, title])
  let found = cache.get(key)
  if (!found) {
    found = findPlaceOf(words, { title, description: job.description }, known)
    // What stands in one description says nothing about the next.
    if (found.kind === 'place' && !('rule' in found.fact && found.fact.rule === 'place-in-text')) cache.set(key, found)
  }
  return placedAt(job, contradictedByText(found, job.description, known), known)
}

function placedAt(job: MappedJob, found: FoundPlace, known: Gazetteer): PlacedJob | undefined {
  if (found.kind === 'nothing') return undefined
  const facts = { ...job.facts, place: found.fact }
  if (found.kind === 'remote') return { job: { ...job, facts, city: 'Remote', state: 'OTHER', zip: null }, place: undefined }
  if (found.kind === 'doubtful') {
    const { city, state } = found.fact.suggestion ?? { city: found.name ?? found.fact.words, state: found.state ?? 'OTHER' }
    // A moderator who agrees with the suggestion publishes it with its coordinates.
    const place = found.fact.suggestion && findPlace(known, { city, state })
    return { job: { ...job, facts, city: city.slice(0, maxCity) || 'Unknown', state, zip: null }, place }
  }
  const { city, state, zip } = found.place
  const code = isStateCode(state) ? state : 'OTHER'
  const title = cleanTitle(job.title, { employer: job.employer, city, state: code })
  return { job: { ...job, facts, title: title || job.title, city, state: code, zip }, place: found.place }
}
const maxCity = 100

type Sourced = PlacedJob & { source: string }
type Answer = Asked & { index: number; value: FactValues[FactName] }

/** What moderators answered for the same words of the same source, by the row's index. */
async function answersFor(db: Db, rows: readonly (Sourced | Skipped)[]): Promise<Map<number, Answer[]>> {
  const asked = rows.flatMap((row, index) =>
    'skip' in row
      ? []
      : factNames.flatMap((fact): (Asked & { index: number })[] => {
          const words = wordsOf(row.job.facts[fact])
          return words === undefined ? [] : [{ index, source: row.source, fact, words }]
        }),
  )
  const values = await findAnswers(db, asked)
  const answers = asked.flatMap((it, at): Answer[] => {
    const value = values[at]
    return value === undefined ? [] : [{ ...it, value }]
  })
  return Map.groupBy(answers, (it) => it.index)
}

const wordsOf = (fact: Fact): string | undefined => ('words' in fact ? fact.words : undefined)

/** A moderator's answer takes precedence over what the source says. */
function applyAnswers(row: Sourced, answers: readonly Answer[], known: Gazetteer): Sourced | Skipped {
  const { job } = row
  if (answers.some((it) => it.value === 'other')) return { skip: 'not-a-physician', title: job.title }
  const columns = answers.map(({ fact, value }) => columnsOfFact(fact, value as never))
  const facts = answers.map(({ fact, words }) => [fact, { state: 'stated', words, by: 'moderator' }] as const)
  const after = Object.assign({ ...job }, ...columns, { facts: { ...job.facts, ...Object.fromEntries(facts) } }) as MappedJob
  if (!answers.some((it) => it.fact === 'place')) return { ...row, job: after }
  const place = after.state === 'OTHER' ? undefined : findPlace(known, after)
  return { ...row, job: place ? { ...after, city: place.city } : after, place }
}

/** A job's columns for each fact as a reader found it or a moderator answered it. */
const columnsOf: { [Name in FactName]: (value: FactValues[Name]) => Partial<NewJob> } = {
  place: ({ city, state, zip = null }) => ({ city, state, zip }),
  profession: () => ({}),
  specialty: ({ specialty, other = null }) => ({ specialty, specialty_other: specialty === 'Other' ? other : null }),
  pay: ({ min = null, max = null, unit = 'YEAR', text = null }) => ({
    comp_min: min,
    comp_max: max,
    comp_unit: unit,
    comp_text: text,
  }),
  type: (value) => ({ employment_type: value ?? 'not-stated' }),
  schedule: (schedule) => ({ schedule }),
}

/** A moderator's correction of one posting writes the same columns. */
export const columnsOfFact = <Name extends FactName>(name: Name, value: FactValues[Name]): Partial<NewJob> =>
  columnsOf[name](value)

/** What a duplicate has in common with the known job, in a report's words. */
type KnownBy = 'same source id' | 'same address' | 'same title, employer and place'

/** The job is null where it was erased, or where another import is just adding it. */
export type Duplicate = { by: KnownBy; jobId: string | null }

/** The jobs of known keys; null for an erased one. */
type KnownKeys = ReadonlyMap<string, string | null>

/**
 * Which candidates are known already, or stand in a row before, and by what: by the candidates' ids. Adds the free keys to
 * `claims`, each with the job that it leads to: a known job also gets the other keys of its duplicates.
 */
export function matchKnown(
  candidates: readonly Pick<Candidate, 'id' | 'keys'>[],
  known: KnownKeys,
  claims: Map<string, string | null>,
): Map<string, Duplicate> {
  const duplicates = new Map<string, Duplicate>()
  for (const { id, keys } of candidates) {
    const by = firstKnown(keys, (key) => known.has(key) || claims.has(key))
    const owner = by ? (known.get(by.key) ?? claims.get(by.key) ?? null) : id
    if (by) duplicates.set(id, { by: by.name, jobId: owner })
    for (const key of Object.values(keys)) if (!known.has(key) && !claims.has(key)) claims.set(key, owner)
  }
  return duplicates
}

export function firstKnown(
  { id, url, content }: JobKeys,
  isKnown: (key: string) => boolean,
): { key: string; name: KnownBy } | undefined {
  if (id && isKnown(id)) return { key: id, name: 'same source id' }
  if (url && isKnown(url)) return { key: url, name: 'same address' }
  return isKnown(content) ? { key: content, name: 'same title, employer and place' } : undefined
}
