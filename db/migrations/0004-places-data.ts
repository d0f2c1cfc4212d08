import type { Kysely } from 'kysely'
import { loadPlaces } from '../places/load-places.ts'

/**
 * Fills the tables of places. docs/places.md names the sources with their dates. ZIP codes that the
 * newer list lacks stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await loadPlaces(db, 'zip_codes', 'zip-codes-2012.tsv', '(zip) do nothing')
  await loadPlaces(
    db,
    'zip_codes',
    'zip-codes-2026.tsv',
    '(zip) do update set city = excluded.city, state = excluded.state, lat = excluded.lat, lon = excluded.lon, county = excluded.county',
  )
  await loadPlaces(db, 'counties', 'counties-2017.tsv', '(fips) do nothing')
  await loadPlaces(db, 'cities', 'cities-2026.tsv', '(folded, state) do nothing')
  await loadPlaces(db, 'regions', 'regions-2026.tsv', '(label) do nothing')
}
