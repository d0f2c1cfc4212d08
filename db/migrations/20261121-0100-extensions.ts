import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create extension if not exists btree_gin`.execute(db)
  await sql`create extension if not exists unaccent`.execute(db)
  // unaccent() alone may not stand in an index or a generated column, because its dictionary could be changed.
  await sql`
    create function fold_accents(text) returns text
      language sql immutable strict parallel safe
      return public.unaccent('public.unaccent'::regdictionary, $1)
  `.execute(db)
}
