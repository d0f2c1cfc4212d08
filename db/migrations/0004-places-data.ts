import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import zipcodes from 'zipcodes'

/** Fills `zip_codes` and `cities` from the package `zipcodes`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = Object.values(zipcodes.codes).filter(
    // Names with digits or signs are firms with a ZIP code of their own.
    (it) => it.country === 'US' && it.latitude && it.longitude && !/[\d&/]/.test(it.city),
  )
  await sql`
    insert into zip_codes (zip, city, state, lat, lon)
    select * from unnest(
      ${rows.map((it) => it.zip)}::char(5)[],
      ${rows.map((it) => it.city)}::text[],
      ${rows.map((it) => it.state)}::text[],
      ${rows.map((it) => it.latitude)}::real[],
      ${rows.map((it) => it.longitude)}::real[]
    )
    on conflict do nothing
  `.execute(db)
  await sql`
    insert into cities (name, state, folded, lat, lon, zips)
    -- The median, because some ZIP codes carry another town's coordinates.
    select min(city), state, fold_place(city),
      percentile_cont(0.5) within group (order by lat), percentile_cont(0.5) within group (order by lon), count(*)
    from zip_codes
    group by state, fold_place(city)
  `.execute(db)
}
