import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { longestPhrase, meaningOf } from './dictionary.ts'
import type { Token } from './tokens.ts'

export type City = { name: string; state: string; lat: number; lon: number; zips: number }
type ZipCode = { zip: string; city: string; state: string; lat: number; lon: number }

/** The places that a text may name: cities by the words they were looked up with, the largest first, and ZIP codes. */
export type Gazetteer = { cities: Map<string, City[]>; zips: Map<string, ZipCode> }

export const noPlaces: Gazetteer = { cities: new Map(), zips: new Map() }

/** Looks up every run of words. */
export async function gazetteerFor(db: Db, tokens: readonly Token[]): Promise<Gazetteer> {
  const all = await allPlaces(db)
  const cities = new Map<string, City[]>()
  for (const phrase of phrasesOf(tokens)) {
    const named = all.cities.get(foldPlace(phrase))
    if (named) cities.set(phrase, named)
  }
  const zips = new Map<string, ZipCode>()
  for (const { word } of tokens) {
    const zip = all.zips.get(word)
    if (zip) zips.set(word, zip)
  }
  return { cities, zips }
}

let places: Promise<Gazetteer> | undefined

/** Migrations alone write places, the same into every database: once read, they are kept for good. */
export function allPlaces(db: Db): Promise<Gazetteer> {
  places ??= readPlaces(db).catch((error: unknown) => {
    places = undefined
    throw error
  })
  return places
}

/** As two documents, which take a tenth of the time of seventy thousand rows. */
async function readPlaces(db: Db): Promise<Gazetteer> {
  const { rows } = await sql<{
    cities: [string, string, string, number, number, number][]
    zips: [string, string, string, number, number][]
  }>`
    select (select json_agg(json_build_array(folded, name, state, lat, lon, zips) order by zips desc, state) from cities) as cities,
      (select json_agg(json_build_array(zip, city, state, lat, lon)) from zip_codes) as zips
  `.execute(db)
  const cities = new Map<string, City[]>()
  for (const [folded, name, state, lat, lon, zips] of rows[0]?.cities ?? []) {
    const namesakes = cities.get(folded)
    const city = { name, state, lat, lon, zips }
    if (namesakes) namesakes.push(city)
    else cities.set(folded, [city])
  }
  return { cities, zips: new Map(rows[0]?.zips.map(([zip, city, state, lat, lon]) => [zip, { zip, city, state, lat, lon }])) }
}

/** As `fold_place` in the database, for words that are folded already. */
const foldPlace = (words: string): string =>
  words
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(/\bsaint(e?)\b/g, 'st$1')
    .replaceAll(/\bmount\b/g, 'mt')
    .replaceAll(/\bfort\b/g, 'ft')

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
