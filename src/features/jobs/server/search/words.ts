import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import wordListPath from 'word-list'
import type { Db } from '#platform/server/database.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import { loadGazetteer } from '#features/places/server/public.ts'
import { vocabularyWords } from '#vocabulary/reader.ts'

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

/** How many active jobs were in each of these cities when the vocabulary was made. */
export async function jobsIn(db: Db, labels: readonly string[]): Promise<Map<string, { n: number }>> {
  return recall(memoryOf(db).jobsIn, labels, async (missing) => {
    const { rows } = await sql<{ label: string; n: number }>`
      select label, coalesce(v.n, 0) as n from unnest(${missing}::text[]) label
      left join search_vocabulary v using (label) where v.kind is null or v.kind = 'place'
    `.execute(db)
    return new Map(missing.map((label) => [label, { n: rows.find((it) => it.label === label)?.n ?? 0 }]))
  })
}

/** Which of these words stand in an active job just so. */
async function wordsInUse(db: Db, words: readonly string[]): Promise<Set<string>> {
  const known = await recall(memoryOf(db).inUse, words, async (missing) => {
    const { rows } = await sql<{ word: string; used: boolean }>`
      select word, exists (
        select from (
          select job_id from job_search where search @@ plainto_tsquery('english', search_text(word)) limit ${mostRead}
        ) alike
        join jobs on jobs.id = job_id
        where concat_ws(
          ' ', title, subspecialty, specialty_other, employer, facility_name, brief, description, original_description
        ) ~* ('\\m' || regexp_replace(word, '\\W', '\\\\\\&', 'g') || '\\M')
      ) as used
      from unnest(${missing}::text[]) word
    `.execute(db)
    return new Map(rows.map((it) => [it.word, it]))
  })
  return new Set(words.filter((it) => known.get(it)?.used))
}

/** A slip may have the stem of a real word, so the texts themselves are looked at, but not all of them. */
const mostRead = 20

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

/** Shorter words have too many neighbours to guess which one was meant. */
export const shortestMendable = 5

const errorsAllowed = (word: string): number => (word.length <= 6 ? 1 : 2)

type Candidate = { word: string; n: number }

/**
 * What each of these unknown words was probably meant to be. What resembles nothing is left out, and so is what stands in an English
 * dictionary, in the list of places or in the catalogue: it is spelled as it was meant.
 */
export async function mendWords(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const known = await recall(memoryOf(db).mended, words, async (missing) => {
    const doubtful = missing.filter((it) => !vocabularyWords.has(it) && !isEnglish(it))
    const [meant, used] = doubtful.length === 0 ? [] : await Promise.all([findMeant(db, doubtful), wordsInUse(db, doubtful)])
    return new Map(missing.map((it) => [it, (!used?.has(it) && meant?.get(it)) || { meant: null }]))
  })
  return new Map([...known].flatMap(([typed, { meant }]) => (meant === null ? [] : [[typed, meant] as const])))
}

let dictionary: Buffer | undefined

/** One word a line; read when somebody types the first unknown word, and searched in a millisecond. */
function isEnglish(word: string): boolean {
  dictionary ??= Buffer.concat([Buffer.from('\n'), readFileSync(wordListPath), Buffer.from('\n')])
  return dictionary.includes(`\n${word}\n`)
}

async function findMeant(db: Db, words: readonly string[]): Promise<Map<string, { meant: string | null }>> {
  const [{ rows }, places] = await Promise.all([
    sql<Candidate & { typed: string }>`
      select typed, s.word, s.n from unnest(${words}::text[]) typed cross join lateral similar_words(typed) s
    `.execute(db),
    placeWords(db),
  ])
  const ours = [...vocabularyWords].map((word): Candidate => ({ word, n: Number.POSITIVE_INFINITY }))
  const meantBy = (typed: string) =>
    places.has(typed) ? null : (closest(typed, [...ours, ...rows.filter((it) => it.typed === typed)])?.word ?? null)
  return new Map(words.map((typed) => [typed, { meant: meantBy(typed) }]))
}

/** The words of regions' names ('England'), and cities of one word. */
async function placeWords(db: Db): Promise<{ has(word: string): boolean }> {
  const { regions, cities } = await loadGazetteer(db)
  const inRegions = new Set([...regions.keys()].flatMap((it) => it.split(' ')))
  return { has: (word) => inRegions.has(word) || (cities.get(word)?.[0]?.zips ?? 0) > hamlet }
}
/** In ZIP codes; there is a Huston in Idaho, but hardly ever is it meant. */
const hamlet = 2

/** The fewest errors win, by letters and by sound, then the most frequent word. */
function closest(typed: string, candidates: readonly Candidate[]): Candidate | undefined {
  const sound = soundOf(typed)
  const near = candidates
    .filter((it) => Math.abs(it.word.length - typed.length) <= mostLonger)
    .map((candidate) => {
      const written = editDistance(typed, candidate.word)
      const spoken = written > 0 && written <= 2 * errorsAllowed(typed) ? editDistance(sound, soundOf(candidate.word)) : written
      return { candidate, errors: Math.min(written, spoken + soundAlike) }
    })
    .filter(({ errors }) => errors <= errorsAllowed(typed))
    .toSorted((one, other) => one.errors - other.errors || other.candidate.n - one.candidate.n)
  return near[0]?.candidate
}
/** 'nefrology' is one letter shorter than it should be, 'sychiatry' too. */
const mostLonger = 3
/** A word that only sounds the same is less likely than the word itself, and likelier than one with a wrong letter. */
const soundAlike = 0.5

/** One spelling for what sounds the same at the roots of medical words: 'nefrology', 'rumatology', 'sychiatry'. */
const soundOf = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replaceAll('rh', 'r')
    .replaceAll(/^(?:ps|py?s(?=ych|ch))y?/g, 'sy')
    .replaceAll(/ae|oe/g, 'e')
    .replaceAll('y', 'i')
    .replaceAll(/c(?=[aour])|ck|k/g, 'k')
    .replaceAll(/(.)\1/g, '$1')

/** What searching looks up again and again in tables that hardly change, as it was some minutes ago at most. */
type Memory = {
  forms: LRUCache<string, WordForms>
  phrases: LRUCache<string, { query: string }>
  /** What a word that nobody knows was meant to be. */
  mended: LRUCache<string, { meant: string | null }>
  inUse: LRUCache<string, { used: boolean }>
  /** How many jobs are in a city. */
  jobsIn: LRUCache<string, { n: number }>
}

/** How long a new word or employer may stay unknown: the vocabulary is rebuilt far less often. */
const ttl = 5 * 60_000
const max = 20_000

const memories = new WeakMap<Db, Memory>()

/** Of one node and database. A transaction is a database of its own here, and forgotten with it. */
function memoryOf(db: Db): Memory {
  let memory = memories.get(db)
  if (!memory) {
    const cache = <V extends object>() => new LRUCache<string, V>({ max, ttl })
    memory = { forms: cache(), phrases: cache(), mended: cache(), inUse: cache(), jobsIn: cache() }
    memories.set(db, memory)
  }
  return memory
}

/** The vocabulary is another one now. */
export const forgetWords = (db: Db): boolean => memories.delete(db)

/** Asks the database only for those that are not remembered. */
async function recall<V extends object>(
  cache: LRUCache<string, V>,
  keys: readonly string[],
  lookUp: (missing: string[]) => Promise<Map<string, V>>,
): Promise<Map<string, V>> {
  const found = new Map<string, V>()
  const missing: string[] = []
  for (const key of new Set(keys)) {
    const value = cache.get(key)
    if (value) found.set(key, value)
    else missing.push(key)
  }
  if (missing.length === 0) return found
  for (const [key, value] of await lookUp(missing)) {
    cache.set(key, value)
    found.set(key, value)
  }
  return found
}
