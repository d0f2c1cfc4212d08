import { AppError } from '#shared/errors.ts'
import type { Db } from '#platform/server/database.ts'
import type { Facets, JobDetail, JobSummary, SearchResult, Suggestion, SuggestionBox } from '../contract.ts'
import { defaultSort, maxReachable, pageSize, parseSearchCriteria } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { findActiveJob, findEmployers } from './queries.ts'
import type { EmployerRow } from './queries.ts'
import { countFacets, findOfferedValues, searchWithoutSegments } from './run/counts.ts'
import type { Sort } from './run/order.ts'
import { suggest } from './suggest.ts'
import { understand } from './read/read-search.ts'
import { searchSegments } from './run/page.ts'
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
    totalPages: limit === 0 ? 0 : Math.ceil(reachable / limit),
    page,
    understanding: notes,
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
  const { ranks: _ranks, notes: _notes, ...filter } = await understand(db, criteria)
  const none = { offset: 0, limit: 0 }
  const [{ rows }, counted] = await Promise.all([
    searchWithoutSegments(
      db,
      after === undefined ? filter : { ...filter, addedBefore: after },
      { by: 'added' },
      { offset: 0, limit: limit + 1 },
    ),
    searchSegments(db, filter, { by: 'recent' }, none).then(
      (it) => it ?? searchWithoutSegments(db, filter, { by: 'recent' }, none),
    ),
  ])
  const jobs = rows.slice(0, limit)
  return {
    jobs: jobs.map(summaryOf),
    next: rows.length > limit ? jobs.at(-1)?.id : undefined,
    total: Math.min(counted.total, maxReachable),
    totalIsCapped: counted.total > maxReachable,
  }
}

/** Employers with active jobs by name, from one on. */
export async function listEmployers(db: Db, asked: { after: string; prefix: string; limit: number }): Promise<EmployerRow[]> {
  return findEmployers(db, asked)
}

/** What the filters offer, and how many jobs each choice would give. */
export async function getFacets(db: Db, filters: SearchCriteria): Promise<Facets> {
  const [offered, understood] = await Promise.all([findOfferedValues(db), understand(db, filters)])
  return { ...offered, ...(await countFacets(db, understood)) }
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
