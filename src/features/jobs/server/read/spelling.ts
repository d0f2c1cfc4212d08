import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
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
export async function findForms(db: Db, words: readonly string[]): Promise<Map<string, WordForms>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<WordForms & { word: string }>`
    select word, lexemes, known, coalesce(whole, false) as whole,
      array(select distinct lexeme from unnest(likely) likely_word, unnest(tsvector_to_array(to_tsvector('english', likely_word))) lexeme) as completions
    from unnest(${[...new Set(words)]}::text[]) word
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
export async function countJobsIn(db: Db, labels: readonly string[]): Promise<Map<string, number>> {
  if (labels.length === 0) return new Map()
  const { rows } = await sql<{ label: string; n: number }>`
    select label, n from search_vocabulary where kind = 'place' and label = any(${labels})
  `.execute(db)
  return new Map(rows.map((it) => [it.label, it.n]))
}

/** Which of these words stand in an active job just so. */
async function wordsInUse(db: Db, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) word where exists (
      select from (
        select job_id from job_search where search @@ plainto_tsquery('english', search_text(word)) limit ${mostRead}
      ) alike
      join jobs on jobs.id = job_id
      where concat_ws(
        ' ', title, subspecialty, specialty_other, employer, facility_name, brief, description, original_description
      ) ~* ('\\m' || regexp_replace(word, '\\W', '\\\\\\&', 'g') || '\\M')
    )
  `.execute(db)
  return new Set(rows.map((it) => it.word))
}

/** A slip may have the stem of a real word, so the texts themselves are looked at, but not all of them. */
const mostRead = 20

/** An exact phrase as a query's text; empty if it holds nothing but stop words. */
export async function findPhraseQueries(db: Db, phrases: readonly string[]): Promise<Map<string, string>> {
  if (phrases.length === 0) return new Map()
  const { rows } = await sql<{ phrase: string; query: string }>`
    select phrase, phraseto_tsquery('english', search_text(phrase))::text as query from unnest(${phrases}::text[]) phrase
  `.execute(db)
  return new Map(rows.map((it) => [it.phrase, it.query]))
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
  const doubtful = [...new Set(words)].filter((it) => !vocabularyWords.has(it) && !isEnglish(it))
  if (doubtful.length === 0) return new Map()
  const [meant, used] = await Promise.all([findMeant(db, doubtful), wordsInUse(db, doubtful)])
  return new Map([...meant].filter(([typed]) => !used.has(typed)))
}

let dictionary: Buffer | undefined

/** One word a line; read when somebody types the first unknown word, and searched in a millisecond. */
function isEnglish(word: string): boolean {
  dictionary ??= Buffer.concat([Buffer.from('\n'), readFileSync(wordListPath), Buffer.from('\n')])
  return dictionary.includes(`\n${word}\n`)
}

async function findMeant(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const [{ rows }, places] = await Promise.all([
    sql<Candidate & { typed: string }>`
      select typed, s.word, s.n from unnest(${words}::text[]) typed cross join lateral similar_words(typed) s
    `.execute(db),
    placeWords(db),
  ])
  const ours = [...vocabularyWords].map((word): Candidate => ({ word, n: Number.POSITIVE_INFINITY }))
  return new Map(
    words.flatMap((typed) => {
      const meant = places.has(typed) ? undefined : closest(typed, [...ours, ...rows.filter((it) => it.typed === typed)])
      return meant ? [[typed, meant.word] as const] : []
    }),
  )
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
