import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * What the active jobs are made of, small enough to search by similarity: the labels that the search box suggests, and the
 * single words that typing errors are mended to. Derived: rebuilt from `jobs`, never edited.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_vocabulary (
      kind text not null check (kind in ('specialty', 'title', 'place', 'employer', 'word')),
      label text not null,
      -- Lower case without accents: what typed text is compared with.
      folded text not null,
      n integer not null,
      primary key (kind, label)
    )
  `.execute(db)
  await sql`create index search_vocabulary_trgm on search_vocabulary using gin (folded gin_trgm_ops)`.execute(db)
  await sql`create index search_vocabulary_prefix on search_vocabulary (kind, folded text_pattern_ops)`.execute(db)
}
