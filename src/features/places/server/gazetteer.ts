import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/server/database.ts'
import { editDistance, errorsAllowed, shortestMendable } from '#platform/server/edit-distance.ts'
import { parseState, type StateCode } from '#shared/us-states.ts'
import { longPlaceWords } from '#vocabulary/places.ts'

export type Point = { lat: number; lon: number }
export type City = Point & {
  name: string
  state: StateCode
  folded: string
  /** How many ZIP codes are named after it. */
  zips: number
  /** 0 where unknown. */
  population: number
  county: string | null
}
type ZipCode = Point & { zip: string; city: string; state: StateCode; county: string | null }
/**
 * `name` goes without 'County'; `isCity` are the independent cities, which count as counties;
 * `population` is that of its cities.
 */
export type County = {
  fips: string
  name: string
  state: StateCode
  isCity: boolean
  population: number
}
/** Whole states, or counties by their FIPS codes. */
export type Region = { label: string; states: string[]; counties: string[] }

/** By folded names; of several places with one name the largest first. */
export type Gazetteer = {
  /** All of them, the most populous first. */
  listed: City[]
  cities: Map<string, City[]>
  citiesByState: Map<string, City[]>
  citiesByCounty: Map<string | null, City[]>
  zips: Map<string, ZipCode>
  counties: Map<string, County[]>
  countiesByFips: Map<string, County>
  regions: Map<string, Region>
}

let gazetteer: Promise<Gazetteer> | undefined

/** Migrations alone write places, the same into every database: read once, they stay for good. */
export function loadGazetteer(db: Db): Promise<Gazetteer> {
  gazetteer ??= readGazetteer(db).catch((error: unknown) => {
    gazetteer = undefined
    throw error
  })
  return gazetteer
}

/** As documents, which take a tenth of the time of eighty thousand rows. */
async function readGazetteer(db: Db): Promise<Gazetteer> {
  const { rows } = await sql<{
    cities: City[]
    zips: ZipCode[]
    counties: (Omit<County, 'isCity'> & { folded: string })[]
    regions: (Region & { names: string[] })[]
  }>`
    select
      (select coalesce(json_agg(c), '[]') from (
        select name, state, folded, lat, lon, zips, population, county from cities
          order by population desc, zips desc, state
      ) c) as cities,
      (select coalesce(json_agg(z), '[]') from (select zip, city, state, lat, lon, county
        from zip_codes) z) as zips,
      (select coalesce(json_agg(c), '[]') from (
        select c.fips, c.name, c.state, c.folded, coalesce(sum(cities.population), 0)::int as population
        from counties c left join cities on county = fips group by fips order by population desc, fips
      ) c) as counties,
      (select coalesce(json_agg(r), '[]') from (select label, names, states, counties
        from regions) r) as regions
  `.execute(db)
  const { cities, zips, counties, regions } = rows[0] ?? {
    cities: [],
    zips: [],
    counties: [],
    regions: [],
  }
  const known = counties.map((county) => ({ ...county, isCity: isIndependentCity(county.fips) }))
  return {
    listed: cities,
    cities: Map.groupBy(cities, (city) => city.folded),
    citiesByState: Map.groupBy(cities, (city) => city.state),
    citiesByCounty: Map.groupBy(cities, (city) => city.county),
    zips: new Map(zips.map((code) => [code.zip, code])),
    counties: Map.groupBy(known, (county) => county.folded),
    countiesByFips: new Map(known.map((county) => [county.fips, county])),
    regions: new Map(
      regions.flatMap(({ names, ...region }) => names.map((name) => [name, region] as const)),
    ),
  }
}

/** Baltimore, St. Louis, Carson City and those of Virginia. */
const isIndependentCity = (fips: string) =>
  fips.slice(2) >= '510' && ['24', '29', '32', '51'].includes(fips.slice(0, 2))

/** 'King County', 'Orleans Parish', 'Richmond City'. */
export function countyLabel({ name, state, isCity }: County): string {
  if (isCity) return name.endsWith('City') ? name : `${name} City`
  return `${name} ${state === 'LA' ? 'Parish' : state === 'AK' ? 'Borough' : 'County'}`
}

/** One spelling for 'St. Louis', 'SAINT LOUIS' and 'st louis'; as `fold_place` in the database. */
export const foldPlace = (name: string): string =>
  // A search folds each of its phrases, most of which are folded already.
  (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(name)
    ? name
    : name
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, ' ')
        .trim()
  ).replaceAll(/\b(?:sainte?|mount|fort)\b/g, (word) => shortened[word] ?? word)
const shortened: Record<string, string> = { saint: 'st', sainte: 'ste', mount: 'mt', fort: 'ft' }

/** The folded names that a city may be listed under, the likeliest first. */
function* spellingsOf(name: string): Generator<string> {
  const folded = foldPlace(name)
  yield folded
  const joined = foldPlace(name.replaceAll(/['’.]/g, ''))
  yield joined
  const long = folded.replaceAll(/\b[a-z]+\b/g, (word, at: number) =>
    at > 0 && word.length === 1 ? word : (longPlaceWords[word] ?? word),
  )
  yield long
  for (const spelling of [folded, long]) {
    yield spelling.replace(/^(?:city|town|township|village|borough) of /, '')
    yield spelling.replace(/ (?:city|town|township|village|borough)$/, '')
    yield spelling.replace(/^(mc|mac|la|le|de|du|o) /, '$1')
    yield spelling.replace(/^(mc|o)(?=[a-z]{3})/, '$1 ')
    yield spelling.replace(/\bpoint\b/, 'port')
  }
  yield folded.replaceAll(' ', '')
  yield `${folded} city`
}

/** Cities of that name in any usual spelling, the largest first; none if no city is called so. */
export function citiesNamed({ cities }: Gazetteer, name: string, state?: string): City[] {
  let hamlets: City[] = []
  for (const spelling of spellingsOf(name)) {
    const named = (cities.get(spelling) ?? []).filter(
      (city) => state === undefined || city.state === state,
    )
    // The post office also lists 'N Little Rock'.
    if (named.some((city) => city.population > 0)) return named
    if (hamlets.length === 0) hamlets = named
  }
  return hamlets
}

const similar = new LRUCache<string, City[]>({ max: 10_000 })

/**
 * Cities whose names differ in a letter or two, those with the fewest errors first, then the most
 * populous.
 */
export function similarCities(known: Gazetteer, name: string, state?: string): City[] {
  const typed = foldPlace(name)
  if (typed.length < shortestMendable) return []
  const key = `${typed}|${state ?? ''}`
  const found = similar.get(key) ?? findSimilar(known, typed, state)
  similar.set(key, found)
  return found
}

function findSimilar(
  { listed, citiesByState }: Gazetteer,
  typed: string,
  state: string | undefined,
) {
  const most = errorsAllowed(typed)
  const letters = lettersOf(typed)
  const among = state === undefined ? listed : (citiesByState.get(state) ?? [])
  return among
    .flatMap((city) => {
      const { folded } = city
      if (
        Math.abs(folded.length - typed.length) > most ||
        differingLetters(letters, folded) > 2 * most
      )
        return []
      const errors = editDistance(typed, folded)
      return errors === 0 || errors > most ? [] : [{ city, errors }]
    })
    .toSorted((a, b) => a.errors - b.errors || sizeOf(b.city) - sizeOf(a.city))
    .map((match) => match.city)
}

/** People: whose name is worth guessing from a misspelled beginning. */
const large = 50_000

/** Large cities whose names begin almost so, also by sound: 'housten', 'filadel'. */
export function largeCitiesLike({ listed }: Gazetteer, name: string): City[] {
  const typed = foldPlace(name)
  if (typed.length < shortestMendable) return []
  const most = errorsAllowed(typed)
  const spellings = [...new Set([typed, typed.replaceAll('f', 'ph')])].map((spelling) => ({
    spelling,
    letters: lettersOf(spelling),
  }))
  const found: { city: City; errors: number }[] = []
  for (const city of listed) {
    if (city.population < large) break
    const errors = spellings.flatMap(({ spelling, letters }) =>
      [-1, 0, 1].flatMap((more) => {
        const begun = city.folded.slice(0, spelling.length + more)
        return differingLetters(letters, begun) > 2 * most ? [] : editDistance(spelling, begun)
      }),
    )
    if (Math.min(...errors) <= most) found.push({ city, errors: Math.min(...errors) })
  }
  return found.toSorted((a, b) => a.errors - b.errors).map((match) => match.city)
}

/** People, or, where nobody counted them, a guess from its ZIP codes. */
export const sizeOf = ({ population, zips }: City): number => population || zips * 1000

/** Which of the letters a name has, as bits. */
function lettersOf(name: string) {
  let bits = 0
  for (let index = 0; index < name.length; index++) bits |= 1 << (name.charCodeAt(index) & 31)
  return bits
}

function differingLetters(letters: number, name: string) {
  let bits = letters ^ lettersOf(name)
  let count = 0
  for (; bits !== 0; bits &= bits - 1) count++
  return count
}

/** Great-circle miles. */
export function milesBetween(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const a =
    Math.sin(radians(from.lat - to.lat) / 2) ** 2 +
    Math.cos(radians(from.lat)) *
      Math.cos(radians(to.lat)) *
      Math.sin(radians(from.lon - to.lon) / 2) ** 2
  return 2 * 3958.8 * Math.asin(Math.sqrt(a))
}

/** What somebody wrote about where a job is. */
export type WantedPlace = {
  city: string
  state?: string | null | undefined
  zip?: string | null | undefined
}

export type Place = Point & { city: string; state: string; zip: string | null }

/**
 * The place that is meant; undefined where none is known or the state contradicts the city. A ZIP
 * code is more exact than its city, so its coordinates win where both fit the state. Of several
 * cities with one name and no state, the largest is meant.
 */
export function findPlace(
  known: Gazetteer,
  { city: name, state, zip }: WantedPlace,
): Place | undefined {
  const listed = zip ? known.zips.get(zip.slice(0, 5)) : undefined
  const code = listed && (!state || listed.state === state) ? listed : undefined
  const city = citiesNamed(known, name, state ?? code?.state)[0]
  const point = code ?? city
  if (!point) return undefined
  return {
    city: city?.name ?? code?.city ?? name,
    state: point.state,
    zip: code?.zip ?? null,
    lat: point.lat,
    lon: point.lon,
  }
}

/** Finds each wanted place, in the same order. */
export async function resolvePlaces(
  db: Db,
  wanted: readonly WantedPlace[],
): Promise<(Place | undefined)[]> {
  const known = await loadGazetteer(db)
  return wanted.map((name) => findPlace(known, name))
}

/**
 * Cities that begin so, in the state if one is typed behind a comma, those of exactly that name
 * first.
 */
export function citiesBegunBy({ cities }: Gazetteer, typed: string): City[] {
  const [name = '', region = ''] = typed.split(',')
  const folded = foldPlace(name)
  if (folded === '') return []
  const wanted = parseState(region.trim()) ?? region.trim().toUpperCase()
  const begun: City[] = []
  for (const [called, namesakes] of cities)
    if (called.startsWith(folded))
      begun.push(...namesakes.filter((city) => city.state.startsWith(wanted)))
  return begun.toSorted(
    (a, b) => Number(b.folded === folded) - Number(a.folded === folded) || sizeOf(b) - sizeOf(a),
  )
}
