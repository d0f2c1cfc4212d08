import { inChunks, oneOf, plannedOnce, type Db } from '#platform/server/database.ts'
import { isStateCode, stateName, type StateCode } from '#shared/us-states.ts'
import {
  countyLabel,
  loadGazetteer,
  mapShapes,
  sizeOf,
  type Gazetteer,
} from '#features/places/server/public.ts'
import type { JobMap } from '../contract-counts.ts'
import { filters } from '../filters.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { compile, type Query } from './compile/compile.ts'
import { readSearch } from './read/read-search.ts'
import type { Reading, SearchFilter } from './read/reading.ts'
import { countWords } from './run/counts.ts'
import { sql } from 'kysely'
import { fewestPostings } from '../model.ts'
import { conditionsOf } from './compile/conditions.ts'
import { readFigure, type Figures } from './cached-figures.ts'

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
  const group = cachedGroup(everywhere)
  const figures =
    group === undefined
      ? await countStates(db, compile(everywhere))
      : await readFigure(db, stateFigures, group)
  const { figuresOf, ...overall } = figuresBy(figures)
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

/** The group of `stateFigures` that a search asks for: a specialty, or '' for all jobs. */
function cachedGroup({ terms, filter: { specialty = [], ...others } }: Reading) {
  const [group = '', ...more] = specialty
  return terms.length + more.length + Object.keys(others).length === 0 ? group : undefined
}

type StateSearch = { state: StateCode; known: Gazetteer; everywhere: Reading; filter: SearchFilter }

const mostPlaces = 60

async function stateMap(
  db: Db,
  { state, known, everywhere, filter }: StateSearch,
): Promise<JobMap> {
  const shapes = mapShapes(state)
  const { width = 0, height = 0, areas = [] } = shapes ?? {}
  const query = compile({ ...everywhere, filter: { ...everywhere.filter, state: [state] } })
  const hits = await findHitsByPlace(db, query)
  const named = namedPlaces(hits, namesIn(known, state))
  const { figuresOf, ...overall } = figuresBy(figuresByCounty(hits))
  return {
    state,
    width,
    height,
    areas: areas.flatMap(({ id, name, x, y }) => {
      const figures = figuresOf(id)
      if (figures.count === 0) return []
      const county = known.countiesByFips.get(id)
      const label = county ? countyLabel(county) : name
      const isChosen = filter.county?.includes(id) ?? false
      const city = county?.isCity ? { city: name, radius: cityRadius } : { city: label }
      return { id, label, x, y, ...figures, search: { state, ...city }, ...chosenMark(isChosen) }
    }),
    places: named.flatMap(({ city, n, lat, lon, pays }) => {
      const point = shapes?.project({ lat, lon })
      if (!point) return []
      const figures = { count: n, pay: rounded(medianOf(pays)) }
      return { label: city, ...point, ...figures, search: { state, city, radius: cityRadius } }
    }),
    ...overall,
  }
}

/** By state, or by county. The pay of all is under ''. */
type AreaFigures = {
  counts: Record<string, number>
  medians: Record<string, number>
  isEstimate?: boolean
}

const figuresBy = ({ counts, medians, isEstimate = false }: AreaFigures = noFigures) => ({
  figuresOf: (id: string) => ({ count: counts[id] ?? 0, pay: rounded(medians[id]) }),
  pay: rounded(medians['']),
  countsAreEstimates: isEstimate,
})
const noFigures: AreaFigures = { counts: {}, medians: {} }
const payRounding = 5_000
const rounded = (median: number | undefined) =>
  median === undefined ? null : Math.round(median / payRounding) * payRounding

/** In miles: the ZIP codes of a large city. */
const cityRadius = '25'

const chosenMark = (isChosen: boolean): { isChosen?: true } => (isChosen ? { isChosen } : {})

/** The name of each point with jobs. */
type Names = ReadonlyMap<string, string>

/** The gazetteer stays the same while the process runs. */
const namesByState = new Map<StateCode, Names>()

function namesIn(known: Gazetteer, state: StateCode) {
  const earlier = namesByState.get(state)
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
  namesByState.set(state, names)
  return names
}

/** The hits of the same places: `words` has their counties, `pays` what those pay that say so. */
type PlaceHits = {
  lat: number | null
  lon: number | null
  /** Latitude and longitude of each further place. */
  further: number[] | null
  words: string[]
  n: number
  pays: number[] | null
}

async function findHitsByPlace(db: Db, query: Query): Promise<PlaceHits[]> {
  // Specialty, state and county of the first place come first.
  const { rows } = await sql<{ hits: PlaceHits[] }>`
    select coalesce(json_agg(grouped), '[]') as hits from (
      select lat, lon, further_points as further, words, count(*)::integer as n,
        array_agg(middle_pay) filter (where middle_pay is not null) as pays
      from (
        select lat, lon, further_points, middle_pay, coalesce(case when further_points is null
          then facets[2:3] else facets end, tsvector_to_array(search)) as words
        from job_search where ${conditionsOf(query)} offset 0
      ) found
      group by lat, lon, further_points, words
    ) grouped
    ${plannedOnce}
  `.execute(db)
  return oneOf(rows).hits
}

const countyWord = '@county:'

/** Pay counts in the county of the first place. */
function figuresByCounty(hits: readonly PlaceHits[]): AreaFigures {
  const counts: Record<string, number> = {}
  const pays = new Map<string, number[]>()
  for (const { words, n, pays: more } of hits) {
    const counties = words.flatMap((word) =>
      word.startsWith(countyWord) ? word.slice(countyWord.length) : [],
    )
    for (const county of counties) counts[county] = (counts[county] ?? 0) + n
    const [first = 'unknown'] = counties
    if (more) pays.set(first, [...(pays.get(first) ?? []), ...more])
  }
  const medians = [...pays, ['', [...pays.values()].flat()] as const].flatMap(([county, paid]) => {
    const median = medianOf(paid)
    return median === undefined ? [] : [[county, median] as const]
  })
  return { counts, medians: Object.fromEntries(medians) }
}

/** Undefined for too few. */
function medianOf(pays: readonly number[]) {
  if (pays.length < fewestPostings) return undefined
  const sorted = pays.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, pay) => sum + pay, 0) / middle.length
}

type Point = { lat: number; lon: number }
type Located = Point & { n: number; pays: number[] }

/** Pay counts at the first place. */
const pointsOf = ({ lat, lon, further, n, pays }: PlaceHits): Located[] => [
  ...(lat === null || lon === null ? [] : [{ lat, lon, n, pays: pays ?? [] }]),
  ...inChunks(further ?? [], 2).map(([lat = 0, lon = 0]) => ({ lat, lon, n, pays: [] })),
]

const merged = (points: readonly Located[], [{ lat, lon } = { lat: 0, lon: 0 }] = points) => ({
  lat,
  lon,
  n: points.reduce((sum, { n }) => sum + n, 0),
  pays: points.flatMap(({ pays }) => pays),
})

/** Jobs lie at the point of their city or ZIP code: the cities with the most jobs, each once. */
function namedPlaces(hits: readonly PlaceHits[], names: Names) {
  const points = [...Map.groupBy(hits.flatMap(pointsOf), pointKey)]
    .flatMap(([key, there]) => {
      const city = names.get(key)
      return city === undefined ? [] : [{ city, ...merged(there) }]
    })
    .toSorted((a, b) => b.n - a.n || a.lat - b.lat || a.lon - b.lon)
  return [...Map.groupBy(points, ({ city }) => city)]
    .map(([city, there]) => ({ city, ...merged(there) }))
    .toSorted((a, b) => b.n - a.n)
    .slice(0, mostPlaces)
}

const pointKey = ({ lat, lon }: Point) => `${lat.toFixed(3)},${lon.toFixed(3)}`

async function countStates(db: Db, query: Query): Promise<AreaFigures> {
  const { values, word } = filters.state
  const words = values.map((state) => word(state))
  const [[{ counts, isEstimate } = { counts: {}, isEstimate: false }], medians] = await Promise.all(
    [countWords(db, [{ query, words }]), findMedianPay(db, query)],
  )
  return {
    counts: Object.fromEntries(values.map((state) => [state, counts[word(state)] ?? 0])),
    medians,
    isEstimate,
  }
}

/**
 * The median pay of the hits in each state and, under '', of all, in US dollars a year, by first
 * places; without states of too few postings.
 */
async function findMedianPay(db: Db, query: Query): Promise<Record<string, number>> {
  const { rows } = await sql<{ area: string; pay: number }>`
    select coalesce(state, '') as area,
      percentile_cont(0.5) within group (order by middle_pay) as pay
    from job_search where ${conditionsOf(query)} and middle_pay is not null
    group by rollup (state) having count(*) >= ${fewestPostings}::integer
    ${plannedOnce}
  `.execute(db)
  return Object.fromEntries(rows.map((row) => [row.area, row.pay]))
}

const stateWord = '@state:'

/** The jobs and the median pay of each state and of the country: by specialty, and of all under ''. */
export const stateFigures: Figures<Record<string, AreaFigures>> = {
  name: 'jobs and pay by specialty and state',
  async count(db) {
    const { rows } = await sql<{ specialty: string } & AreaFigures>`
      with placed as (
        select specialty, state from job_search where further_points is null
        union all
        select specialty, substr(word, ${stateWord.length + 1}::integer)
        from job_search cross join unnest(facets) word
        where further_points is not null and starts_with(word, ${stateWord})
      ),
      counted as (
        select coalesce(specialty, '') as specialty, state, count(*) as n from placed
        group by grouping sets ((specialty, state), (state))
      ),
      paid as materialized (
        select coalesce(specialty, '') as specialty, coalesce(state, '') as state,
          percentile_cont(0.5) within group (order by middle_pay) as pay
        from job_search where middle_pay is not null
        group by cube (specialty, state) having count(*) >= ${fewestPostings}::integer
      )
      select specialty, json_object_agg(state, n) as counts, (
        select coalesce(json_object_agg(state, pay), '{}') from paid
        where paid.specialty = counted.specialty
      ) as medians
      from counted group by specialty
    `.execute(db)
    return Object.fromEntries(rows.map(({ specialty, ...figures }) => [specialty, figures]))
  },
}
