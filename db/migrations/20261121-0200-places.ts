import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** ZIP codes with coordinates, and the cities they make up; `folded` is what a typed name is compared with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One spelling for 'St. Louis', 'SAINT LOUIS' and 'st louis'.
  await sql`
    create function fold_place(text) returns text
      language sql immutable strict parallel safe
      return btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        lower(public.fold_accents($1)),
        '[^a-z0-9]+', ' ', 'g'),
        '\\msaint(e?)\\M', 'st\\1', 'g'),
        '\\mmount\\M', 'mt', 'g'),
        '\\mfort\\M', 'ft', 'g'))
  `.execute(db)
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

  // Only now: the table would stay in the memory of every server that merely looks for new migrations.
  const { default: zipcodes } = await import('zipcodes')
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
  await sql`create index cities_folded_trgm on cities using gin (folded gin_trgm_ops)`.execute(db)
}
