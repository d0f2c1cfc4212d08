import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import type { Facets, JobDetail, SearchResult, Suggestion } from '../contract.ts'
import { defaultSort, maxReachable, pageSize } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { findActiveJob } from './queries.ts'
import { countFacets, findOfferedValues, searchWithoutSegments } from './queries-search.ts'
import type { Sort } from './search-order.ts'
import { suggest } from './search/suggest.ts'
import { understand } from './search/understand.ts'
import { searchSegments } from './segments/search.ts'
import { detailOf, summaryOf } from './views.ts'

/** Runs a search. By relevance, jobs whose title or specialty is meant come before those that mention the words, each by date. */
export async function searchJobs(db: Db, criteria: SearchCriteria): Promise<SearchResult> {
  const { sortBy, sortOrder, limit, page } = { sortBy: defaultSort(criteria), limit: pageSize, page: 1, ...criteria }
  const { ranks, notes, ...filter } = await understand(db, criteria)
  const sort: Sort = sortBy === 'relevance' ? { by: 'recent', ranks } : { by: sortBy, ...(sortOrder && { order: sortOrder }) }
  const range = { offset: (page - 1) * limit, limit }
  const { rows, total } =
    (await searchSegments(db, filter, sort, range)) ?? (await searchWithoutSegments(db, filter, sort, range))
  const reachable = Math.min(total, maxReachable)
  return {
    jobs: rows.map(summaryOf),
    total: reachable,
    totalIsCapped: total > maxReachable,
    totalPages: Math.ceil(reachable / limit),
    page,
    understanding: notes,
  }
}

/** What the filters offer, and how many jobs each choice would give. */
export async function getFacets(db: Db, filters: SearchCriteria): Promise<Facets> {
  const [offered, understood] = await Promise.all([findOfferedValues(db), understand(db, filters)])
  return { ...offered, ...(await countFacets(db, understood)) }
}

/** Completions for the search box. */
export async function suggestSearches(db: Db, q: string): Promise<{ suggestions: Suggestion[] }> {
  return { suggestions: await suggest(db, q) }
}

/** One public job with all its texts. */
export async function getJob(db: Db, id: string): Promise<JobDetail> {
  const row = uuid.test(id) ? await findActiveJob(db, id) : undefined
  if (!row) throw new AppError('NOT_FOUND', 'Job Not Found')
  return detailOf(row)
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
