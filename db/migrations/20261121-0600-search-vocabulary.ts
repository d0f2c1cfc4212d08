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
  await sql`create index search_vocabulary_words on search_vocabulary using gin (folded gin_trgm_ops) where kind = 'word'`.execute(
    db,
  )
  await sql`create index search_vocabulary_labels on search_vocabulary using gin (folded gin_trgm_ops) where kind <> 'word'`.execute(
    db,
  )
  await sql`create index search_vocabulary_prefix on search_vocabulary (kind, folded text_pattern_ops)`.execute(db)
  // What could have been meant by a mistyped word or name. The default threshold (0.3) misses swapped letters in short ones.
  await sql`
    create function similar_words(typed text) returns table (word text, n integer)
      language sql stable set pg_trgm.similarity_threshold = 0.2
      as $$
        select folded, n from search_vocabulary
        where kind = 'word' and folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2
        union all
        select folded, zips from cities
        where folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2 and zips >= 3
      $$
  `.execute(db)
  await sql`
    create function similar_cities(typed text) returns setof cities
      language sql stable set pg_trgm.similarity_threshold = 0.2
      as $$
        select * from cities where folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2
      $$
  `.execute(db)
}
