import { type Db, plannedOnce } from '#platform/server/database.ts'
import { isStateCode, stateName, type StateCode } from '#shared/us-states.ts'
import {
  countyLabel,
  loadGazetteer,
  mapShapes,
  sizeOf,
  type City,
  type Gazetteer,
} from '#features/places/server/public.ts'
import type { JobMap } from '../contract-counts.ts'
import { filters } from '../filters.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { compile, everything, type Query } from './compile/compile.ts'
import { readSearch } from './read/read-search.ts'
import type { Reading, SearchFilter } from './read/reading.ts'
import { countWords } from './run/counts.ts'
import { sql, type RawBuilder } from 'kysely'
import { fewestPostings } from '../model.ts'
import { conditionsOf, deltaHits, segmentQueryOf } from './compile/conditions.ts'
import { readFigures, type Figures } from './cached-figures.ts'

/** Counts a search by area. Its place chooses the map; all its other filters hold. */
export async function readJobMap(db: Db, criteria: SearchCriteria): Promise<JobMap> {
  const { state: _state, city: _city, radius: _radius, ...elsewhere } = criteria
  const [known, { filter }, everywhere] = await Promise.all([
    loadGazetteer(db),
    readSearch(db, criteria),
    readSearch(db, elsewhere),
  ])
  const state = stateOf(filter, known)
  return state === undefined
    ? countryMap(db, everywhere, filter)
    : stateMap(db, { state, known, everywhere, filter })
}

/** The one state that a search is about. */
function stateOf(
  { state: states = [], county = [], place }: SearchFilter,
  known: Gazetteer,
): StateCode | undefined {
  const ofCounties = county.map((fips) => known.countiesByFips.get(fips)?.state ?? '')
  const ofPlaces =
    states.length > 0 || !place ? [] : place.label.split(' or ').map((label) => label.slice(-2))
  const [named = '', ...others] = new Set<string>([...states, ...ofCounties, ...ofPlaces])
  return others.length === 0 && isStateCode(named) && named !== 'OTHER' ? named : undefined
}

async function countryMap(
  db: Db,
  everywhere: Reading,
  { state: chosen = [] }: SearchFilter,
): Promise<JobMap> {
  const { width = 0, height = 0, areas = [] } = mapShapes() ?? {}
  const states = areas.flatMap(({ id, x, y }) => (isStateCode(id) ? [{ id, x, y }] : []))
  const isAll = everywhere.terms.length === 0 && Object.keys(everywhere.filter).length === 0
  const query = compile(everywhere)
  const figures = isAll ? await readFigures(db, stateFigures) : await countStates(db, query)
  const { figuresOf, ...overall } = figuresBy(filters.state.word, figures)
  return {
    state: null,
    width,
    height,
    areas: states.map((state) => ({
      ...state,
      label: state.id === 'OTHER' ? 'Puerto Rico and others' : stateName(state.id),
      ...figuresOf(state.id),
      search: { state: state.id },
      ...chosenMark(chosen.includes(state.id)),
    })),
    places: [],
    ...overall,
  }
}

type StateSearch = { state: StateCode; known: Gazetteer; everywhere: Reading; filter: SearchFilter }

const mostPlaces = 60
/** A large city has a hundred ZIP codes, each with a point of its own. */
const mostPoints = 2_000

async function stateMap(
  db: Db,
  { state, known, everywhere, filter }: StateSearch,
): Promise<JobMap> {
  const shapes = mapShapes(state)
  const { width = 0, height = 0, areas = [] } = shapes ?? {}
  const query = compile({ ...everywhere, filter: { ...everywhere.filter, state: [state] } })
  const ground = groundOf(known, state)
  const words = areas.map(({ id }) => filters.county.word(id))
  const [[counted], locations] = await Promise.all([
    countWords(db, [{ query, words }]),
    countLocations(db, query, ground.box, mostPoints),
  ])
  const named = namedPlaces(locations, ground)
  const medians = await findMedianPay(db, query, firstCounty, named)
  const { figuresOf, ...overall } = figuresBy(filters.county.word, { ...counted, medians })
  return {
    state,
    width,
    height,
    areas: areas.map(({ id, name, x, y }) => {
      const county = known.countiesByFips.get(id)
      const label = county ? countyLabel(county) : name
      const isChosen = filter.county?.includes(id) ?? false
      const city = county?.isCity ? { city: name, radius: cityRadius } : { city: label }
      return {
        id,
        label,
        x,
        y,
        ...figuresOf(id),
        search: { state, ...city },
        ...chosenMark(isChosen),
      }
    }),
    places: named.flatMap(({ city, n, lat, lon }) => {
      const point = shapes?.project({ lat, lon })
      if (!point) return []
      const figures = { count: n, pay: rounded(medians[city]) }
      return { label: city, ...point, ...figures, search: { state, city, radius: cityRadius } }
    }),
    ...overall,
  }
}

/** By the index's words for areas. The pay of all is under ''. */
type AreaFigures = {
  counts?: Record<string, number>
  medians: Record<string, number>
  isEstimate?: boolean
}

const figuresBy = <Id>(
  word: (id: Id) => string,
  { counts = {}, medians, isEstimate = false }: AreaFigures,
) => ({
  figuresOf: (id: Id) => ({ count: counts[word(id)] ?? 0, pay: rounded(medians[word(id)]) }),
  pay: rounded(medians['']),
  countsAreEstimates: isEstimate,
})
const payRounding = 5_000
const rounded = (median: number | undefined) =>
  median === undefined ? null : Math.round(median / payRounding) * payRounding

/** In miles: the ZIP codes of a large city. */
const cityRadius = '25'

const chosenMark = (isChosen: boolean): { isChosen?: true } => (isChosen ? { isChosen } : {})

/** Where the cities of a state lie, and the name of each point with jobs. */
type Ground = { box: Box; names: ReadonlyMap<string, string> }

/** The gazetteer stays the same while the process runs. */
const grounds = new Map<StateCode, Ground>()

function groundOf(known: Gazetteer, state: StateCode) {
  const earlier = grounds.get(state)
  if (earlier) return earlier
  const cities = [...known.cities.values()].flat().filter((city) => city.state === state)
  const sizes = new Map(cities.map((city) => [city.name, sizeOf(city)]))
  const zips = [...known.zips.values()]
    .filter((zip) => zip.state === state)
    .map((zip) => ({ ...zip, name: zip.city }))
  // Where several lie at one point, the largest is meant.
  const bySize = [...zips, ...cities].toSorted(
    (a, b) => (sizes.get(a.name) ?? 0) - (sizes.get(b.name) ?? 0),
  )
  const names = new Map(bySize.map((place) => [pointKey(place), place.name]))
  const ground = { box: boxAround(cities), names }
  grounds.set(state, ground)
  return ground
}

/** A little more than all cities, in degrees. */
const boxAround = (cities: readonly City[]): Box => ({
  south: cities.reduce((least, city) => Math.min(least, city.lat), 90) - 1,
  north: cities.reduce((most, city) => Math.max(most, city.lat), -90) + 1,
  west: cities.reduce((least, city) => Math.min(least, city.lon), 180) - 1,
  east: cities.reduce((most, city) => Math.max(most, city.lon), -180) + 1,
})

type Named = LocationCount & { city: string; points: LocationCount[] }

/** Jobs lie at the point of their city or ZIP code: the cities with the most jobs, each once. */
function namedPlaces(locations: readonly LocationCount[], { names }: Ground) {
  const places = new Map<string, Named>()
  for (const location of locations) {
    const city = names.get(pointKey(location))
    if (city === undefined) continue
    const place = places.get(city) ?? { ...location, city, n: 0, points: [] }
    place.n += location.n
    place.points.push(location)
    places.set(city, place)
  }
  return [...places.values()].toSorted((a, b) => b.n - a.n).slice(0, mostPlaces)
}

const pointKey = ({ lat, lon }: { lat: number; lon: number }) =>
  `${lat.toFixed(3)},${lon.toFixed(3)}`

async function countStates(db: Db, query: Query): Promise<AreaFigures> {
  const words = filters.state.values.map((state) => filters.state.word(state))
  const [[counted], medians] = await Promise.all([
    countWords(db, [{ query, words }]),
    findMedianPay(db, query, sql`'@state:' || state`),
  ])
  return { ...counted, medians }
}

/** The jobs and the median pay of each state and of the country. */
export const stateFigures: Figures<AreaFigures> = {
  name: 'jobs and pay by state',
  count: (db) => countStates(db, everything),
}

/** The words of a job's first place come first. */
const firstCounty = sql`(select word from unnest(facets) word where word like '@county:%' limit 1)`

/**
 * The median pay of the hits in each area, in each of these cities and, under '', of all, in US
 * dollars a year, by first places; without areas of too few postings.
 */
async function findMedianPay(
  db: Db,
  query: Query,
  word: RawBuilder<unknown>,
  cities: readonly Named[] = [],
): Promise<Record<string, number>> {
  const points = cities.flatMap(({ city, points }) =>
    points.map(({ lat, lon }) => ({ city, y: lat, x: lon })),
  )
  const { rows } = await sql<{ area: string; pay: number }>`
    with paid as (
      select ${word} as word, city, middle_pay from (
        select facets, state, middle_pay, lat, lon from job_search
        where ${conditionsOf(query)} and middle_pay is not null
      ) hits
      left join json_to_recordset(${JSON.stringify(points)}) point (city text, y real, x real)
        on y = lat and x = lon
    )
    select case when grouping(word) = 0 then coalesce(word, 'unknown')
        when grouping(city) = 0 then city else '' end as area,
      percentile_cont(0.5) within group (order by middle_pay) as pay
    from paid group by grouping sets ((word), (city), ())
    having count(*) >= ${fewestPostings}::integer and (grouping(city) = 1 or city is not null)
    ${plannedOnce}
  `.execute(db)
  return Object.fromEntries(rows.map((row) => [row.area, row.pay]))
}

type LocationCount = { lat: number; lon: number; n: number }
type Box = { south: number; north: number; west: number; east: number }

/** The places of a box with the most hits; in plain SQL, of the newest hits. */
const countLocations = async (db: Db, query: Query, box: Box, limit: number) =>
  (await countLocationsInSegments(db, query, box, limit)) ??
  (await countLocationsOfHits(db, query, box, limit))

async function countLocationsInSegments(db: Db, search: Query, box: Box, limit: number) {
  const query = segmentQueryOf(search)
  if (!query) return undefined
  const { rows } = await sql<{ counts: LocationCount[] }>`
    with hits as materialized (select id, segment_hits(id, zeros,
      ${query.program}::text[]) as bitmap from segments),
    counted as (
      select lat, lon, count(*) as n
      from hits join segment_locations on segment = id cross join unnest(positions) position
      where ${isIn(box)} and get_bit(bitmap, position) = 1 group by lat, lon
      union all
      select point.lat, point.lon, count(*) from ${deltaHits(query)} join segment_delta d using (job_id)
      cross join points_of(d.lat, d.lon, further_points) point
      where ${isIn(box, sql`point.`)} group by point.lat, point.lon
    )
    select coalesce(json_agg(summed), '[]') as counts
    from (select lat, lon, sum(n)::integer as n from counted group by lat, lon order by n desc,
      lat, lon limit ${limit}) summed
    having not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}

const isIn = ({ south, north, west, east }: Box, prefix = sql``) =>
  sql`${prefix}lat between ${south}::real and ${north}::real and ${prefix}lon between ${west}::real
    and ${east}::real`

async function countLocationsOfHits(db: Db, query: Query, box: Box, limit: number) {
  const { rows } = await sql<LocationCount>`
    select point.lat, point.lon, count(*)::integer as n
    from (
      select lat, lon, further_points from job_search
      where ${conditionsOf(query)} and (${isIn(box)} or further_points is not null)
      order by posted_at desc limit ${maxCounted}
    ) hits
    cross join points_of(hits.lat, hits.lon, further_points) point
    where ${isIn(box, sql`point.`)}
    group by point.lat, point.lon order by n desc, point.lat, point.lon limit ${limit}
  `.execute(db)
  return rows
}
const maxCounted = 2_500
