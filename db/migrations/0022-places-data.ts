import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { loadPlaces } from '../places/load-places.ts'

/**
 * Brings `zip_codes` up to date, makes `cities` anew, and fills `counties` and `regions`. docs/places.md names the sources with their
 * dates. ZIP codes that the new data lack stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await loadPlaces(db, 'counties', 'counties-2017.tsv', '(fips) do update set name = excluded.name, folded = excluded.folded')
  await loadPlaces(
    db,
    'zip_codes',
    'zip-codes-2026.tsv',
    '(zip) do update set city = excluded.city, state = excluded.state, lat = excluded.lat, lon = excluded.lon, county = excluded.county',
  )
  // The first list had firms and abbreviations among them; nothing refers to a city by its row.
  await sql`delete from cities`.execute(db)
  await loadPlaces(db, 'cities', 'cities-2026.tsv', '(folded, state) do nothing')
  await loadPlaces(
    db,
    'regions',
    'regions-2026.tsv',
    '(label) do update set names = excluded.names, states = excluded.states, counties = excluded.counties',
  )
}
