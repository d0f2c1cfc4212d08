import { foundEmployers } from '#demo/catalog/employers.ts'
import type { World } from '#demo/catalog/job.ts'
import { stateByPopulation } from '#demo/catalog/places.ts'
import { Rng } from '#demo/catalog/rng.ts'
import { getJob, searchJobs, suggestSearches } from '#features/jobs/contract.ts'
import { getFacets } from '#features/jobs/contract-counts.ts'
import { specialties, specialtySlug } from '#vocabulary/specialties.ts'
import { homePath, jobPath, jobsPath, specialtyJobsPath, withQuery } from '#shared/paths.ts'
import { drawKeyword } from './keywords.ts'
import { inventSearches } from './searches.ts'

/**
 * Addresses of one kind, the most asked for first, and how often the kind is asked for among the
 * others.
 */
type Group = { name: string; weight: number; addresses: string[] }
export type Mix = { name: MixName; groups: Group[] }

export const mixNames = ['JSON', 'form', 'HTML'] as const
export type MixName = (typeof mixNames)[number]

const seed = 20
const arranging = new Set(['page', 'limit', 'sortBy', 'sortOrder'])

export function makeMix(name: MixName, searchCount: number, jobIds: string[]): Mix {
  if (name === 'JSON') return jsonMix(searchCount, jobIds)
  return name === 'form' ? formMix(searchCount / 5) : htmlMix(searchCount / 5, jobIds)
}

/**
 * What the targets speak of: searching, and reading what was found. `jobIds` are active jobs, the
 * most read first.
 */
function jsonMix(searchCount: number, jobIds: string[]): Mix {
  const searches = inventSearches(searchCount, world, new Rng(seed, 1))
  return {
    name: 'JSON',
    groups: [
      {
        name: 'search',
        weight: 80,
        addresses: searches.map((params) => withQuery(searchJobs.path, params)),
      },
      { name: 'job', weight: 20, addresses: jobIds.map((id) => getJob.path.replace(':id', id)) },
    ],
  }
}

/**
 * What the same visitors' browsers ask beside the results: counts for the filters, completions for
 * the search box.
 */
function formMix(searchCount: number): Mix {
  const searches = inventSearches(searchCount, world, new Rng(seed, 1))
  const filters = searches.map((params) =>
    Object.entries(params).filter(([name]) => !arranging.has(name)),
  )
  const typed = searches.flatMap(({ keyword }) =>
    keyword === undefined ? [] : [keyword.slice(0, 5)],
  )
  return {
    name: 'form',
    groups: [
      {
        name: 'facets',
        weight: 60,
        addresses: unique(filters.map((it) => withQuery(getFacets.path, Object.fromEntries(it)))),
      },
      {
        name: 'completions',
        weight: 40,
        addresses: unique(typed.map((q) => withQuery(suggestSearches.path, { q }))),
      },
    ],
  }
}

/** Pages as people and search engines open them, without JavaScript or at the first load. */
function htmlMix(searchCount: number, jobIds: string[]): Mix {
  const rng = new Rng(seed, 2)
  const searches = inventSearches(searchCount, world, rng)
  const resultsAtHome = Array.from({ length: searchCount / 4 }, () =>
    withQuery(homePath, { show: 'jobs', q: drawKeyword(world, rng) }),
  )
  const landings = Array.from({ length: searchCount / 4 }, () => {
    const slug = specialtySlug(rng.pick(specialties))
    return rng.chance(0.3)
      ? specialtyJobsPath(slug)
      : specialtyJobsPath(slug, stateByPopulation.at(rng.next()))
  })
  return {
    name: 'HTML',
    groups: [
      {
        name: 'jobs list',
        weight: 45,
        addresses: [jobsPath, ...searches.map((params) => withQuery(jobsPath, params))],
      },
      { name: 'job page', weight: 30, addresses: jobIds.slice(0, searchCount / 2).map(jobPath) },
      { name: 'results at home', weight: 10, addresses: unique(resultsAtHome) },
      { name: 'landing page', weight: 10, addresses: unique(landings) },
      { name: 'home', weight: 5, addresses: [homePath] },
    ],
  }
}

export const addressesOf = (mix: Mix): string[] => mix.groups.flatMap((group) => group.addresses)

/** The generator's own, so that titles and employers that are typed are those of the catalog. */
const world: World = { seed: 1, now: new Date(), employers: foundEmployers(1, 100_000) }

const unique = (addresses: string[]): string[] => [...new Set(addresses)]
