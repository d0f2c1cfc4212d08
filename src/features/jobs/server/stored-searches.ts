import type { Db } from '#server/lib/database.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { queryOf } from './search/conditions.ts'
import { understand } from './search/understand.ts'

/** A search worked out so far that PostgreSQL can run thousands of them at once; plain JSON, for a column. */
export type StoredSearch = {
  /** The text of a `tsquery` on `jobs.search`; null for every job. */
  query: string | null
  minPay?: number
  /** In days. */
  postedWithin?: number
  place?: { lat: number; lon: number; radius: number }
}

/**
 * Stands for the rules by which searches become queries and jobs become vectors. What was stored under another version has to
 * be worked out anew: raise it when either changes. `stored-searches.test.ts` notices.
 */
export const storedSearchVersion = '2'

/** Works a search out. `unknownPlace` is what was typed as a place and is none that we know; the search then ignores it. */
export async function storeSearch(db: Db, criteria: SearchCriteria): Promise<{ search: StoredSearch; unknownPlace?: string }> {
  const filter = await understand(db, criteria)
  const { minPay, postedWithin, place, notes } = filter
  return {
    search: {
      query: queryOf(filter),
      ...(minPay !== undefined && { minPay }),
      ...(postedWithin !== undefined && { postedWithin }),
      ...(place && { place: { lat: place.lat, lon: place.lon, radius: place.radius } }),
    },
    ...(notes.unknownPlace !== undefined && { unknownPlace: notes.unknownPlace }),
  }
}
