import { AppError, StateError } from '#shared/errors.ts'
import { isUuid } from '#shared/paths.ts'
import type { Db } from '#platform/server/database.ts'
import type {
  ClosedJob,
  JobDetail,
  SearchResult,
  SuggestionBox,
  Understanding,
} from '../contract.ts'
import type { Facets } from '../contract-counts.ts'
import {
  defaultSort,
  maxReachable,
  pageSize,
  parseSearchCriteria,
  searchParamsOf,
  type SearchCriteria,
} from '../search-criteria.ts'
import { waysOut } from '../ways-out.ts'
import { findActiveJob, findClosedJob, type SummaryRow } from './queries.ts'
import { compile, partsByRank, type Query } from './compile/compile.ts'
import { readSearch } from './read/read-search.ts'
import { demandWords } from './read/reading.ts'
import { countFacets, countHitsOf } from './run/counts.ts'
import { countHits, searchPage, searchWithoutSegments, type Sort } from './run/page.ts'
import { findSharedTowns } from './run/shared-towns.ts'

import { suggest } from './suggest.ts'
import { detailOf, summaryOf } from './views.ts'

type Options = {
  /** For programs: only jobs with all words, and nothing behind them. */
  isStrict?: boolean
  /** Pay a year by specialty. */
  medians?: ReadonlyMap<string, number>
  /** Whether other searches are offered beside one that finds nothing. */
  offersOthers?: boolean
}

/**
 * Runs a search. By relevance, jobs whose title or specialty is meant come before those that
 * mention the words, each by date. Whatever the order, jobs with all words come first, and the rest
 * of a specialty of which a part is asked for comes last.
 */
export async function searchJobs(
  db: Db,
  criteria: SearchCriteria,
  { isStrict = false, medians, offersOthers = false }: Options = {},
): Promise<SearchResult> {
  const reading = await readSearch(db, criteria)
  const { limit = pageSize, page = 1, sortOrder } = criteria
  const query = compile(isStrict ? demandWords(reading) : reading)
  const usual = reading.sort ?? defaultSort(criteria)
  const { sortBy = usual } =
    criteria.sortBy === 'closest' && !query.place ? { sortBy: usual } : criteria
  const place = isStrict ? undefined : query.around
  const { complete } = query
  const sort: Sort = {
    ...(sortBy === 'relevance' ? { by: 'recent', ranks: query.ranks } : { by: sortBy }),
    from: query.place,
    order: sortOrder,
    medians,
    sections: [complete, place?.own].filter((section) => section !== undefined),
  }
  const asOf = criteria.asOf ?? Date.now()
  const listed = {
    ...query,
    ...(place && { words: place.words }),
    ...(criteria.asOf !== undefined && { until: new Date(asOf + 1) }),
  }
  const found = await searchPage(db, listed, sort, { offset: (page - 1) * limit, limit })
  const { rows, total: all, sections } = found
  const total = place ? sections.reduce((sum, section) => sum + section, 0) : all
  return {
    jobs: rows.map(summaryOf),
    total: Math.min(total, maxReachable),
    totalIsCapped: total > maxReachable,
    ...(complete !== undefined &&
      sections[0] !== total && { totalWithAllWords: Math.min(sections[0] ?? 0, maxReachable) }),
    ...(place &&
      all > total && {
        more: {
          specialties: place.specialties,
          total: Math.min(all, maxReachable) - Math.min(total, maxReachable),
        },
      }),
    totalPages: limit === 0 ? 0 : Math.ceil(Math.min(all, maxReachable) / limit),
    page,
    asOf,
    understanding: reading.notes,
    ...(offersOthers &&
      all === 0 &&
      limit > 0 && { otherSearches: await findOtherSearches(db, criteria, reading.notes) }),
    ...(page === 1 && limit > 0 && !isStrict && (await findSharedTowns(db, reading))),
  }
}

/** Neighbors first, then what finds the most jobs, and everything last. */
async function findOtherSearches(
  db: Db,
  criteria: SearchCriteria,
  understanding: Understanding,
): Promise<SearchResult['otherSearches']> {
  const ways = waysOut(criteria, understanding).map(({ instead, ...way }) => ({
    ...way,
    search: searchParamsOf(instead),
  }))
  const readings = await Promise.all(
    // Pay by the hour is rounded in an address.
    ways.map(({ search }) => readSearch(db, parseSearchCriteria(search))),
  )
  const totals = await countHitsOf(db, readings.map(compile))
  return ways
    .map((way, index) => ({ ...way, total: totals[index] ?? 0 }))
    .filter(({ total }) => total > 0)
    .toSorted(
      (a, b) =>
        Number(a.isEverything ?? false) - Number(b.isEverything ?? false) ||
        Number(b.isNeighbor ?? false) - Number(a.isNeighbor ?? false) ||
        (a.isNeighbor ? 0 : b.total - a.total),
    )
    .map(({ label, search, total }) => ({
      label,
      search,
      total: Math.min(total, maxReachable),
      totalIsCapped: total > maxReachable,
    }))
}

/** The last job of a page: how relevant it is, 0 before 1, and its id. */
export type WalkPosition = { rank: number; id: string }

/**
 * The next jobs of a search in the order of their ids, or by relevance, which is the same among
 * jobs that are as relevant. Nothing changes an id: a walk sees each job once, whatever is posted,
 * renewed or closed meanwhile. Like all that programs get, it is strict.
 */
export async function walkJobs(db: Db, criteria: SearchCriteria, after?: WalkPosition) {
  const limit = criteria.limit ?? pageSize
  const reading = await readSearch(db, criteria)
  const query = compile(demandWords(reading))
  const parts = criteria.sortBy === 'relevance' ? partsByRank(query) : [query]
  const [found, total] = await Promise.all([
    findAfter(db, parts, after, limit + 1),
    countHits(db, query),
  ])
  const page = found.slice(0, limit)
  return {
    jobs: page.map(({ row }) => summaryOf(row)),
    next: found.length > limit ? page.at(-1)?.position : undefined,
    total: Math.min(total, maxReachable),
    totalIsCapped: total > maxReachable,
    understanding: reading.notes,
  }
}

type Walked = { row: SummaryRow; position: WalkPosition }

/** The jobs of the first part come before those of the second, and so on. */
async function findAfter(
  db: Db,
  parts: readonly Query[],
  after: WalkPosition | undefined,
  most: number,
) {
  const found: Walked[] = []
  const first = after?.rank ?? 0
  for (const [index, part] of parts.slice(first).entries()) {
    const query = index === 0 && after ? { ...part, addedBefore: after.id } : part
    const { rows } = await searchWithoutSegments(
      db,
      query,
      { by: 'added' },
      { offset: 0, limit: most - found.length },
    )
    found.push(...rows.map((row) => ({ row, position: { rank: first + index, id: row.id } })))
    if (found.length === most) break
  }
  return found
}

/** What the filters offer, and how many jobs each choice would give. */
export async function getFacets(
  db: Db,
  filters: SearchCriteria,
  { isStrict = false }: Options = {},
): Promise<Facets> {
  const reading = await readSearch(db, filters)
  return countFacets(db, isStrict ? demandWords(reading) : reading)
}

export { explainSearch } from './read/read-search.ts'

/** Completions for a search box. */
export const suggestSearches = async (db: Db, q: string, box?: SuggestionBox) => ({
  suggestions: await suggest(db, q, box),
})

/**
 * One public job with all its texts. One that has closed is refused with what may be told of it.
 */
export async function getJob(db: Db, id: string): Promise<JobDetail> {
  const row = isUuid(id) ? await findActiveJob(db, id) : undefined
  if (row) return detailOf(row)
  const closed: ClosedJob | undefined = isUuid(id) ? await findClosedJob(db, id) : undefined
  if (closed) throw new StateError('GONE', closed, 'This job has closed.')
  throw new AppError('NOT_FOUND', 'Job Not Found')
}
