import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { dictionaryWords } from './dictionary.ts'
import { editDistance } from './edit-distance.ts'
import { memoryOf, recall } from './memory.ts'

/** Shorter words have too many neighbours to guess which one was meant. */
export const shortestMendable = 5

const errorsAllowed = (word: string): number => (word.length <= 6 ? 1 : 2)

type Candidate = { word: string; n: number }

/** What each of these unknown words was probably meant to be; those that resemble nothing are left out. */
export async function mendWords(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const known = await recall(memoryOf(db).mended, words, (missing) => findMeant(db, missing))
  return new Map([...known].flatMap(([typed, { meant }]) => (meant === null ? [] : [[typed, meant] as const])))
}

async function findMeant(db: Db, words: readonly string[]): Promise<Map<string, { meant: string | null }>> {
  const { rows } = await sql<Candidate & { typed: string }>`
    select typed, s.word, s.n from unnest(${words}::text[]) typed cross join lateral similar_words(typed) s
  `.execute(db)
  const ours = [...dictionaryWords].map((word): Candidate => ({ word, n: Number.POSITIVE_INFINITY }))
  const meantBy = (typed: string) => closest(typed, [...ours, ...rows.filter((it) => it.typed === typed)])?.word ?? null
  return new Map(words.map((typed) => [typed, { meant: meantBy(typed) }]))
}

/** The fewest errors win, then the most frequent word. */
export function closest<T extends Candidate>(typed: string, candidates: readonly T[]): T | undefined {
  const near = candidates
    .map((candidate) => ({ candidate, errors: editDistance(typed, candidate.word) }))
    .filter(({ errors }) => errors <= errorsAllowed(typed))
    .toSorted((one, other) => one.errors - other.errors || other.candidate.n - one.candidate.n)
  return near[0]?.candidate
}
