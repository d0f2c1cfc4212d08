import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create extension if not exists unaccent`.execute(db)
  // unaccent() alone may not stand in an index or a generated column, because its dictionary could be changed.
  await sql`
    create function fold_accents(text) returns text
      language sql immutable strict parallel safe
      return public.unaccent('public.unaccent'::regdictionary, $1)
  `.execute(db)
  // The planner takes a look into a text vector for as cheap as a comparison, though it lies out of line, and would rather read
  // the whole table than the index. Only a superuser may correct that; elsewhere it stays as it is.
  await sql`
    do $$
    begin
      alter function pg_catalog.ts_match_vq(tsvector, tsquery) cost 200;
    exception when insufficient_privilege then
      raise notice 'the cost of text search stays at its default';
    end $$
  `.execute(db)
}
