import { AppError } from '#shared/errors.ts'
import type { Db } from '#platform/server/database.ts'
import type { Facets, JobDetail, JobSummary, SearchResult, Suggestion, SuggestionBox } from '../contract.ts'
import { defaultSort, maxReachable, pageSize, parseSearchCriteria } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { findActiveJob, findEmployers } from './queries.ts'
import type { EmployerRow } from './queries.ts'
import { compile } from './compile/compile.ts'
import { readSearch } from './read/read-search.ts'
import { countFacets, findOfferedValues } from './run/counts.ts'
import type { Sort } from './run/order.ts'
import { countHits, searchPage, searchWithoutSegments } from './run/page.ts'
import { suggest } from './suggest.ts'
import { detailOf, summaryOf } from './views.ts'

/** Runs a search. By relevance, jobs whose title or specialty is meant come before those that mention the words, each by date. */
export async function searchJobs(db: Db, criteria: SearchCriteria): Promise<SearchResult> {
  const { sortBy, sortOrder, limit, page } = { sortBy: defaultSort(criteria), limit: pageSize, page: 1, ...criteria }
  const reading = await readSearch(db, criteria)
  const query = compile(reading)
  const sort: Sort =
    sortBy === 'relevance' ? { by: 'recent', ranks: query.ranks } : { by: sortBy, ...(sortOrder && { order: sortOrder }) }
  const { rows, total } = await searchPage(db, query, sort, { offset: (page - 1) * limit, limit })
  const reachable = Math.min(total, maxReachable)
  return {
    jobs: rows.map(summaryOf),
    total: reachable,
    totalIsCapped: total > maxReachable,
    totalPages: limit === 0 ? 0 : Math.ceil(reachable / limit),
    page,
    understanding: reading.notes,
  }
}

export type JobWalk = {
  jobs: JobSummary[]
  /** Where the next page begins; undefined after the last one. */
  next: string | undefined
  total: number
  totalIsCapped: boolean
}

/**
 * The next jobs of a search in the order of their ids, which nothing changes: a walk sees each job once, whatever is posted, renewed or
 * closed meanwhile. `after` is the last id of the page before.
 */
export async function walkJobs(db: Db, criteria: SearchCriteria, after: string | undefined): Promise<JobWalk> {
  const limit = criteria.limit ?? pageSize
  const query = compile(await readSearch(db, criteria))
  const [{ rows }, total] = await Promise.all([
    searchWithoutSegments(
      db,
      { ...query, ...(after !== undefined && { addedBefore: after }) },
      { by: 'added' },
      { offset: 0, limit: limit + 1 },
    ),
    countHits(db, query),
  ])
  const jobs = rows.slice(0, limit)
  return {
    jobs: jobs.map(summaryOf),
    next: rows.length > limit ? jobs.at(-1)?.id : undefined,
    total: Math.min(total, maxReachable),
    totalIsCapped: total > maxReachable,
  }
}

/** Employers with active jobs by name, from one on. */
export async function listEmployers(db: Db, asked: { after: string; prefix: string; limit: number }): Promise<EmployerRow[]> {
  return findEmployers(db, asked)
}

/** What the filters offer, and how many jobs each choice would give. */
export async function getFacets(db: Db, filters: SearchCriteria): Promise<Facets> {
  const [offered, reading] = await Promise.all([findOfferedValues(db), readSearch(db, filters)])
  return { ...offered, ...(await countFacets(db, reading)) }
}

/** Completions for a search box. */
export async function suggestSearches(db: Db, q: string, box?: SuggestionBox): Promise<{ suggestions: Suggestion[] }> {
  return { suggestions: await suggest(db, q, box) }
}

/** One public job with all its texts. */
export async function getJob(db: Db, id: string): Promise<JobDetail> {
  const row = uuid.test(id) ? await findActiveJob(db, id) : undefined
  if (!row) throw new AppError('NOT_FOUND', 'Job Not Found')
  return detailOf(row)
}

const similarJobs = 4

export async function getSimilarJobs(db: Db, id: string): Promise<{ jobs: JobSummary[] }> {
  const { id: own, specialty, state } = await getJob(db, id)
  // One more than is wanted: the job itself is among them.
  const { jobs } = await searchJobs(db, { ...parseSearchCriteria({ specialty, state }), limit: similarJobs + 1 })
  return { jobs: jobs.filter((it) => it.id !== own).slice(0, similarJobs) }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
