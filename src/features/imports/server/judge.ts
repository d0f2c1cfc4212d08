import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { findPlace, loadGazetteer } from '#features/places/server/public.ts'
import type { Gazetteer, Place } from '#features/places/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { isStateCode } from '#shared/us-states.ts'
import { findPlaceOf } from './mapping/find-place.ts'
import type { FoundPlace } from './mapping/find-place.ts'
import type { MappedJob } from './mapping/map-item.ts'
import { cleanTitle } from './mapping/title.ts'

/** What the same words in place fields and title come to. */
export type PlaceCache = LRUCache<string, FoundPlace>

export const placeCache = (): PlaceCache => new LRUCache({ max: 20_000 })

/** The place is undefined for remote jobs, and where nobody knows it. */
export type PlacedJob = { job: MappedJob; place: Place | undefined }

/** Finds each job's place in memory, and names it as the gazetteer does. Leaves out jobs that say nowhere where they are. */
export async function withPlaces(db: Db, jobs: readonly MappedJob[], cache: PlaceCache): Promise<Map<MappedJob, PlacedJob>> {
  const known = await loadGazetteer(db)
  const placed = new Map<MappedJob, PlacedJob>()
  for (const [index, job] of jobs.entries()) {
    const found = job.facts.place.state === 'stated' && job.facts.place.by ? answeredPlace(job, known) : locate(job, known, cache)
    if (found) placed.set(job, found)
    if (index % jobsPerTurn === jobsPerTurn - 1) await setImmediate()
  }
  return placed
}
/** A few milliseconds of work. */
const jobsPerTurn = 50

/** A moderator's word goes before what the source says. */
function answeredPlace(job: MappedJob, known: Gazetteer): PlacedJob {
  const place = job.state === 'OTHER' ? undefined : findPlace(known, job)
  return { job: place ? { ...job, city: place.city } : job, place }
}

function locate(job: MappedJob, known: Gazetteer, cache: PlaceCache): PlacedJob | undefined {
  const { place: words, title } = job.origin
  const key = JSON.stringify([words, title])
  let found = cache.get(key)
  if (!found) {
    found = findPlaceOf(words, { title, description: job.description }, known)
    // What stands in one description says nothing about the next.
    if (found.kind === 'place' && !('rule' in found.fact && found.fact.rule === 'place-in-text')) cache.set(key, found)
  }
  return placedAt(job, found, known)
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
