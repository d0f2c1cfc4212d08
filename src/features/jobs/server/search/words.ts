import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { memoryOf, recall } from './memory.ts'

/** A typed word as the index knows it. */
export type WordForms = {
  /** English stems; none for a stop word. */
  lexemes: string[]
  /** Stems of the likeliest words that begin like it: for the one that may still be growing. */
  completions: string[]
  /** Whether it is more often a word itself than the beginning of another. */
  whole: boolean
  /** Whether it stands, or begins a word, in the vocabulary. */
  known: boolean
}

/** Looks up words as they were typed. */
export const wordFormsOf = (db: Db, words: readonly string[]): Promise<Map<string, WordForms>> =>
  recall(memoryOf(db).forms, words, (missing) => findForms(db, missing))

async function findForms(db: Db, words: readonly string[]): Promise<Map<string, WordForms>> {
  const { rows } = await sql<WordForms & { word: string }>`
    select word, lexemes, known, coalesce(whole, false) as whole,
      array(select distinct lexeme from unnest(likely) likely_word, unnest(tsvector_to_array(to_tsvector('english', likely_word))) lexeme) as completions
    from unnest(${words}::text[]) word
    cross join lateral (select lower(search_text(word)) as folded, tsvector_to_array(to_tsvector('english', search_text(word))) as lexemes) typed
    cross join lateral (
      select count(*) > 0 as known, array_agg(v.folded) as likely, (array_agg(v.folded order by n desc))[1] = typed.folded as whole
      from (
        select v.folded, v.n from search_vocabulary v
        where v.kind = 'word' and v.folded ~>=~ typed.folded and v.folded ~<~ (typed.folded || U&'\\FFFF')
        order by v.n desc limit ${likelyWords}
      ) v
    ) found
  `.execute(db)
  return new Map(rows.map((row) => [row.word, row]))
}
const likelyWords = 8

/** Which of these words stand in any active job at all. */
export async function wordsInUse(db: Db, words: readonly string[]): Promise<Set<string>> {
  const known = await recall(memoryOf(db).inUse, words, async (missing) => {
    const { rows } = await sql<{ word: string; used: boolean }>`
      select word, exists (select from job_search where search @@ plainto_tsquery('english', search_text(word))) as used
      from unnest(${missing}::text[]) word
    `.execute(db)
    return new Map(rows.map((it) => [it.word, it]))
  })
  return new Set(words.filter((it) => known.get(it)?.used))
}

/** An exact phrase as a query's text; empty if it holds nothing but stop words. */
export async function phraseQueries(db: Db, phrases: readonly string[]): Promise<Map<string, string>> {
  const known = await recall(memoryOf(db).phrases, phrases, async (missing) => {
    const { rows } = await sql<{ phrase: string; query: string }>`
      select phrase, phraseto_tsquery('english', search_text(phrase))::text as query from unnest(${missing}::text[]) phrase
    `.execute(db)
    return new Map(rows.map((it) => [it.phrase, it]))
  })
  return new Map([...known].map(([phrase, { query }]) => [phrase, query]))
}
