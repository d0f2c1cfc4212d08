import { LRUCache } from 'lru-cache'
import { resolvePlaces } from '#features/places/server/public.ts'
import type { Place } from '#features/places/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { MappedJob } from './mapping/map-item.ts'

/** A place of the catalogue; 'elsewhere' where the city is only known in other states, 'unheard-of' where it is known nowhere. */
type Resolved = Place | 'elsewhere' | 'unheard-of'

export type PlaceCache = LRUCache<string, Resolved>

export const placeCache = (): PlaceCache => new LRUCache({ max: 20_000 })

export type PlacedJob = { job: MappedJob; place: Place | undefined }

/**
 * Resolves each job's place and normalizes its city's name. Leaves out jobs whose city exists only in other states. A place that
 * the catalogue lacks keeps its name, without coordinates.
 */
export async function withPlaces(db: Db, jobs: MappedJob[], cache: PlaceCache): Promise<Map<MappedJob, PlacedJob>> {
  const unknown = new Map(jobs.filter((it) => !cache.has(keyOf(it))).map((it) => [keyOf(it), it]))
  await resolve(db, [...unknown.values()], cache)
  return new Map(
    jobs.flatMap((job): [MappedJob, PlacedJob][] => {
      const place = cache.get(keyOf(job))
      if (place === 'elsewhere') return []
      return place === undefined || place === 'unheard-of'
        ? [[job, { job, place: undefined }]]
        : [[job, { job: { ...job, city: place.city }, place }]]
    }),
  )
}

async function resolve(db: Db, jobs: MappedJob[], cache: PlaceCache): Promise<void> {
  if (jobs.length === 0) return
  const inState = await resolvePlaces(
    db,
    jobs.map(({ city, state, zip }) => ({ city, state, ...(zip && { zip }) })),
  )
  const missing = jobs.filter((job, index) => !inState[index] && job.state !== 'OTHER')
  const anywhere = await resolvePlaces(
    db,
    missing.map(({ city }) => ({ city })),
  )
  const elsewhere = new Set(missing.filter((_, index) => anywhere[index]))
  for (const [index, job] of jobs.entries())
    cache.set(keyOf(job), inState[index] ?? (elsewhere.has(job) ? 'elsewhere' : 'unheard-of'))
}

const keyOf = (job: MappedJob): string => `${job.city.toLowerCase()}|${job.state}|${job.zip ?? ''}`
