import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import type { Facets, JobDetail, SearchResult, Suggestion } from '../contract.ts'
import { maxReachable, pageSize } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { findActiveJob } from './queries.ts'
import type { SearchPage } from './queries.ts'
import { countFacets, findOfferedValues, searchWithoutSegments } from './queries-search.ts'
import type { Range, Sort } from './search-order.ts'
import { suggest } from './search/suggest.ts'
import type { JobFilter, Understood } from './search/understand.ts'
import { understand } from './search/understand.ts'
import { searchSegments } from './segments/search.ts'
import { detailOf, summaryOf } from './views.ts'

/** Runs a search. */
export async function searchJobs(db: Db, criteria: SearchCriteria): Promise<SearchResult> {
  const { sortBy = 'recent', sortOrder, limit = pageSize, page = 1 } = criteria
  const understood = await understand(db, criteria)
  const range = { offset: (page - 1) * limit, limit }
  const { rows, total } = await (sortBy === 'relevance'
    ? findByRelevance(db, understood, range)
    : findPage(db, understood, { by: sortBy, ...(sortOrder && { order: sortOrder }) }, range))
  const reachable = Math.min(total, maxReachable)
  return {
    jobs: rows.map(summaryOf),
    total: reachable,
    totalIsCapped: total > maxReachable,
    totalPages: Math.ceil(reachable / limit),
    page,
    understanding: understood.notes,
  }
}

const findPage = async (db: Db, filter: JobFilter, sort: Sort, range: Range): Promise<SearchPage> =>
  (await searchSegments(db, filter, sort, range)) ?? searchWithoutSegments(db, filter, sort, range)

const recent: Sort = { by: 'recent' }

/**
 * Jobs with the words in title or specialty come first, then those that mention them elsewhere, each by date. To weigh every
 * mention of a common word would mean to read every job that has it.
 */
async function findByRelevance(db: Db, understood: Understood, { offset, limit }: Range): Promise<SearchPage> {
  const { tsquery, titleQuery } = understood
  if (tsquery === null || titleQuery === null || titleQuery === tsquery)
    return findPage(db, understood, recent, { offset, limit })
  const titled = await findPage(db, { ...understood, tsquery: `(${tsquery}) & (${titleQuery})` }, recent, { offset, limit })
  if (titled.rows.length === limit) {
    const { total } = await findPage(db, understood, recent, { offset: 0, limit: 0 })
    return { rows: titled.rows, total }
  }
  const rest = { offset: Math.max(0, offset - titled.total), limit: limit - titled.rows.length }
  const mentioned = await findPage(db, { ...understood, tsquery: `(${tsquery}) & !(${titleQuery})` }, recent, rest)
  return { rows: [...titled.rows, ...mentioned.rows], total: titled.total + mentioned.total }
}

/** What the filters offer, and how many jobs each choice would give. */
export async function getFacets(db: Db, filters: SearchCriteria): Promise<Facets> {
  const [offered, understood] = await Promise.all([findOfferedValues(db), understand(db, filters)])
  return { ...offered, counts: await countFacets(db, understood) }
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
