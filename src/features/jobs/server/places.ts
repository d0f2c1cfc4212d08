import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

/** What somebody wrote about where a job is. */
export type WantedPlace = { city: string; state?: string | null | undefined; zip?: string | null | undefined }

export type Place = { city: string; state: string; zip: string | null; lat: number; lon: number }

/**
 * Finds each wanted place, in the same order; undefined where none is known or the state contradicts the city.
 * A ZIP code is more exact than its city, so its coordinates win where both fit the state. Of several cities with one name and
 * no state, the largest is meant.
 */
export async function resolvePlaces(db: Db, wanted: readonly WantedPlace[]): Promise<(Place | undefined)[]> {
  const { rows } = await sql<{ [K in keyof Place]: Place[K] | null }>`
    select coalesce(c.name, z.city) as city, coalesce(z.state, c.state) as state, z.zip,
      coalesce(z.lat, c.lat) as lat, coalesce(z.lon, c.lon) as lon
    from unnest(${wanted.map((it) => it.city)}::text[], ${wanted.map((it) => it.state ?? null)}::text[],
        ${wanted.map((it) => it.zip?.slice(0, 5) ?? null)}::text[])
      with ordinality as w (city, state, zip, position)
    left join zip_codes z on z.zip = w.zip and z.state = coalesce(w.state, z.state)
    left join lateral (
      select * from cities
      where folded = fold_place(w.city) and cities.state = coalesce(w.state, z.state, cities.state)
      order by zips desc limit 1
    ) c on true
    order by w.position
  `.execute(db)
  return rows.map((row) => (row.lat === null ? undefined : (row as Place)))
}
