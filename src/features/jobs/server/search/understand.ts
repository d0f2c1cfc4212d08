import type { Db } from '#server/lib/database.ts'
import type { StateCode } from '#shared/us-states.ts'
import { stateName } from '#shared/us-states.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import type { EmploymentType, PayrollType, VisaSupport } from '#features/jobs/model.ts'
import { defaultRadius } from '#features/jobs/search-criteria.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { readCityBox } from './city-box.ts'
import type { CityBox } from './city-box.ts'
import type { KeywordReading, Taken } from './keyword.ts'
import type { CompiledQuery } from './tsquery.ts'
import { understandKeyword } from './understand-keyword.ts'

/** Which jobs a search asks for: all conditions must hold, and what is absent is not asked for. */
export type JobFilter = Pick<
  SearchCriteria,
  'specialty' | 'setting' | 'schedule' | 'benefits' | 'minPay' | 'postedWithin' | 'newGraduates' | 'telehealth'
> & {
  /** The text of a `tsquery` on `job_search.search`. */
  tsquery: string | null
  state?: StateCode
  type?: EmploymentType
  visa?: VisaSupport
  payroll?: PayrollType
  /** A circle; the radius is in miles. */
  place?: { lat: number; lon: number; radius: number; label: string }
}

export type Understood = JobFilter & {
  /** Like `tsquery`, but of title and specialty only: the jobs that come first by relevance. */
  titleQuery: string | null
  notes: Understanding
}

/** Works out what a search means: abbreviations, filters and places in its words, typing errors. */
export async function understand(db: Db, criteria: SearchCriteria): Promise<Understood> {
  const box = criteria.city === undefined ? undefined : await readCityBox(db, criteria.city, criteria.state)
  const taken = takenBy(criteria, box)
  const { reading, correctedKeyword, query } = await understandKeyword(db, criteria.keyword ?? '', taken)
  return combine(criteria, box, reading, query, correctedKeyword)
}

function takenBy(criteria: SearchCriteria, box: CityBox | undefined): Taken {
  return {
    state: criteria.state ?? (box && 'state' in box ? box.state : undefined),
    place: box !== undefined && 'spot' in box,
    filters: { type: criteria.jobType, visa: criteria.visa },
  }
}

function combine(
  criteria: SearchCriteria,
  box: CityBox | undefined,
  reading: KeywordReading,
  query: CompiledQuery,
  correctedKeyword: string | undefined,
): Understood {
  const {
    keyword: _keyword,
    city: _city,
    jobType,
    radius: asked,
    state: chosen,
    page: _page,
    limit: _limit,
    sortBy: _sortBy,
    sortOrder: _order,
    ...rest
  } = criteria
  const radius = asked ?? reading.miles ?? defaultRadius
  const spot = box && 'spot' in box ? box.spot : reading.spot
  // A state beside a city's name only says which city of that name is meant; the circle may cross its border.
  const qualifies = box !== undefined && 'spot' in box && !box.isZip
  const state = qualifies ? undefined : (chosen ?? (box && 'state' in box ? box.state : reading.state))
  const place = spot && { lat: spot.lat, lon: spot.lon, radius, label: spot.label }
  return {
    ...rest,
    ...(jobType && { type: jobType }),
    ...Object.assign({}, ...reading.filters.map(({ label: _label, ...filter }) => filter)),
    ...(state && { state }),
    ...(place && { place }),
    ...query,
    notes: notesOf(box, reading, place, correctedKeyword),
  }
}

function notesOf(
  box: CityBox | undefined,
  reading: KeywordReading,
  place: JobFilter['place'],
  correctedKeyword: string | undefined,
): Understanding {
  const concepts = reading.terms.flatMap((it) => (it.kind === 'concept' ? it.concept.label : []))
  const near = reading.spot ? [`near ${reading.spot.label}`] : []
  const states = reading.state ? [stateName(reading.state)] : []
  return {
    recognized: [...new Set([...concepts, ...reading.filters.map((it) => it.label), ...near, ...states])],
    ...(correctedKeyword && { correctedKeyword }),
    ...(place && { place: { label: place.label, radius: place.radius } }),
    ...(box && 'state' in box && { place: { label: stateName(box.state) } }),
    ...(box && 'unknown' in box && { unknownPlace: box.unknown }),
  }
}
