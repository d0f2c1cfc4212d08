import type { World } from '#demo/catalog/job.ts'
import { drawPlace, stateByPopulation } from '#demo/catalog/places.ts'
import { weighted, type Rng } from '#demo/catalog/rng.ts'
import { filters } from '#features/jobs/filters.ts'
import { searchParamsOf, sortKeys, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { drawKeyword } from './keywords.ts'

/**
 * Different searches, the ones that most people run first: short searches are asked for more often
 * than long ones.
 */
export function inventSearches(count: number, world: World, rng: Rng): Record<string, string>[] {
  const found = new Map<string, { params: Record<string, string>; rank: number }>()
  while (found.size < count) {
    const params = searchParamsOf(drawSearch(world, rng))
    const key = new URLSearchParams(params).toString()
    if (!found.has(key))
      found.set(key, { params, rank: Object.keys(params).length + rng.next() * 2 })
  }
  return [...found.values()].toSorted((a, b) => a.rank - b.rank).map((it) => it.params)
}

function drawSearch(world: World, rng: Rng): SearchCriteria {
  const keyword = rng.chance(0.5) ? drawKeyword(world, rng) : undefined
  return {
    ...(keyword !== undefined && { keyword }),
    ...(rng.chance(keyword === undefined ? 0.55 : 0.1) && {
      specialty: [rng.pick(filters.specialty.values)],
    }),
    ...drawPlaceFilter(rng),
    ...(rng.chance(0.12) && { jobType: [rng.pick(filters.jobType.values)] }),
    ...(rng.chance(0.05) && { visa: [rng.pick(filters.visa.values)] }),
    ...(rng.chance(0.08) && { minPay: rng.pick(filters.minPay.values) }),
    ...(rng.chance(0.06) && { postedWithin: rng.pick(filters.postedWithin.values) }),
    ...(rng.chance(0.04) && { setting: rng.sample(filters.setting.values, rng.int(1, 2)) }),
    ...(rng.chance(0.04) && { schedule: rng.sample(filters.schedule.values, rng.int(1, 2)) }),
    ...(rng.chance(0.03) && { benefits: rng.sample(filters.benefits.values, rng.int(1, 3)) }),
    ...(rng.chance(0.03) && { newGraduates: true as const }),
    ...(rng.chance(0.03) && { telehealth: true as const }),
    ...drawOrder(keyword !== undefined, rng),
    ...drawPage(rng),
  }
}

function drawPlaceFilter(rng: Rng): SearchCriteria {
  const state = stateByPopulation.at(rng.next())
  const draw = rng.next()
  if (draw < 0.3) return { state: [state] }
  if (draw > 0.5) return {}
  const place = drawPlace(state, rng)
  return {
    city: rng.chance(0.2) ? rng.pick(place.zips) : place.city,
    ...(rng.chance(0.5) && { state: [state] }),
    ...(rng.chance(0.4) && { radius: rng.pick(filters.radius.values) }),
  }
}

function drawOrder(keyword: boolean, rng: Rng): SearchCriteria {
  if (keyword && rng.chance(0.4)) return { sortBy: 'relevance' }
  if (!rng.chance(0.25)) return {}
  return {
    sortBy: rng.pick(sortKeys),
    ...(rng.chance(0.5) && { sortOrder: rng.pick(['asc', 'desc']) }),
  }
}

/** Few people turn the page, and machines turn all of them. */
function drawPage(rng: Rng): SearchCriteria {
  const page = drawDepth.at(rng.next())
  return page === 1 ? {} : { page }
}
const drawDepth = weighted([
  [1, 800],
  [2, 100],
  [3, 50],
  [5, 30],
  [20, 15],
  [400, 5],
])
