import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { longestPhrase, meaningOf } from './dictionary.ts'
import type { Token } from './tokens.ts'

export type City = { name: string; state: string; lat: number; lon: number; zips: number }
type ZipCode = { zip: string; city: string; state: string; lat: number; lon: number }

/** The places that a text may name: cities by the words they were looked up with, the largest first, and ZIP codes. */
export type Gazetteer = { cities: Map<string, City[]>; zips: Map<string, ZipCode> }

export const noPlaces: Gazetteer = { cities: new Map(), zips: new Map() }

/** Looks up every run of words, in one query. */
export async function gazetteerFor(db: Db, tokens: readonly Token[]): Promise<Gazetteer> {
  const { rows: cities } = await sql<City & { phrase: string }>`
    select phrase, c.name, c.state, c.lat, c.lon, c.zips
    from unnest(${[...phrasesOf(tokens)]}::text[]) phrase join cities c on c.folded = fold_place(phrase)
    order by c.zips desc, c.state
  `.execute(db)
  return { cities: Map.groupBy(cities, (it) => it.phrase), zips: await zipCodesFor(db, tokens) }
}

async function zipCodesFor(db: Db, tokens: readonly Token[]): Promise<Gazetteer['zips']> {
  const wanted = tokens.map((it) => it.word).filter((it) => /^\d{5}$/.test(it))
  if (wanted.length === 0) return noPlaces.zips
  const { rows } = await sql<ZipCode>`select * from zip_codes where zip = any(${wanted})`.execute(db)
  return new Map(rows.map((row) => [row.zip, row]))
}

function phrasesOf(tokens: readonly Token[]): Set<string> {
  const phrases = new Set<string>()
  for (let start = 0; start < tokens.length; start++) {
    for (let length = 1; length <= longestPhrase && start + length <= tokens.length; length++) {
      const phrase = phraseAt(tokens, start, length)
      const meaning = meaningOf(phrase)
      phrases.add(meaning?.kind === 'city' ? meaning.city.toLowerCase() : phrase)
    }
  }
  return phrases
}

export const phraseAt = (tokens: readonly Token[], start: number, length: number): string =>
  tokens
    .slice(start, start + length)
    .map((it) => it.word)
    .join(' ')
