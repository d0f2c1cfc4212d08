import type { Kysely } from 'kysely'
import { loadPlaces } from '../places/load-places.ts'

/** Fills `zip_codes`; 0022-places-data.ts makes `cities`. */
export const up = (db: Kysely<unknown>): Promise<void> => loadPlaces(db, 'zip_codes', 'zip-codes-2012.tsv', '(zip) do nothing')
