import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import zipcodes from 'zipcodes'

/** ZIP codes with coordinates, and the cities they make up; `folded` is what a typed name is compared with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table zip_codes (
      zip char(5) primary key,
      city text not null,
      state text not null,
      lat real not null,
      lon real not null
    )
  `.execute(db)
  await sql`
    create table cities (
      id integer generated always as identity primary key,
      name text not null,
      state text not null,
      folded text not null,
      lat real not null,
      lon real not null,
      -- How many ZIP codes it has: the larger of two cities with one name comes first.
      zips integer not null,
      unique (folded, state)
    )
  `.execute(db)

  const rows = Object.values(zipcodes.codes).filter((it) => it.country === 'US' && it.latitude && it.longitude)
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
    select min(city), state, lower(fold_accents(city)), avg(lat), avg(lon), count(*)
    from zip_codes
    group by state, lower(fold_accents(city))
  `.execute(db)
  await sql`create index cities_folded_trgm on cities using gin (folded gin_trgm_ops)`.execute(db)
}
