import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import type { Facets, JobDetail, SearchResult, Suggestion } from '../contract.ts'
import { maxReachable, pageSize } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { findActiveJob, findSummaries } from './queries.ts'
import { countFacets, findOfferedValues } from './queries-facets.ts'
import { findPage } from './queries-search.ts'
import type { IdPage, Range } from './queries-search.ts'
import { suggest } from './search/suggest.ts'
import type { Understood } from './search/understand.ts'
import { understand } from './search/understand.ts'
import { detailOf, summaryOf } from './views.ts'

/** Runs a search; `understood` says which jobs the result depends on. */
export async function searchJobs(db: Db, criteria: SearchCriteria): Promise<{ result: SearchResult; understood: Understood }> {
  const understood = await understand(db, criteria)
  const limit = criteria.limit ?? pageSize
  const page = criteria.page ?? 1
  const { ids, total } = await findIds(db, criteria, understood, { offset: (page - 1) * limit, limit })
  const rows = await findSummaries(db, ids)
  const reachable = Math.min(total, maxReachable)
  const result: SearchResult = {
    jobs: rows.map(summaryOf),
    total: reachable,
    totalIsCapped: total > maxReachable,
    totalPages: Math.ceil(reachable / limit),
    page,
    understanding: understood.notes,
  }
  return { result, understood }
}

function findIds(
  db: Db,
  { sortBy = 'recent', sortOrder }: SearchCriteria,
  understood: Understood,
  range: Range,
): Promise<IdPage> {
  if (sortBy === 'relevance') return findByRelevance(db, understood, range)
  return findPage(db, understood, { by: sortBy, ...(sortOrder && { order: sortOrder }) }, range)
}

/**
 * Jobs with the words in title or specialty come first, then those that mention them elsewhere, each by date. To weigh every
 * mention of a common word would mean to read every job that has it.
 */
async function findByRelevance(db: Db, understood: Understood, { offset, limit }: Range): Promise<IdPage> {
  const { tsquery, titleQuery } = understood
  if (tsquery === null || titleQuery === null || titleQuery === tsquery)
    return findPage(db, understood, { by: 'recent' }, { offset, limit })
  const titled = await findPage(
    db,
    { ...understood, tsquery: `(${tsquery}) & (${titleQuery})` },
    { by: 'recent' },
    { offset, limit },
  )
  if (titled.total > maxReachable) return titled
  const mentioned = await findPage(
    db,
    { ...understood, tsquery: `(${tsquery}) & !(${titleQuery})` },
    { by: 'recent' },
    { offset: Math.max(0, offset - titled.total), limit: limit - titled.ids.length },
  )
  return { ids: [...titled.ids, ...mentioned.ids], total: Math.min(titled.total + mentioned.total, maxReachable + 1) }
}

/** What the filters offer, and how many jobs each choice would give. */
export async function getFacets(db: Db, filters: SearchCriteria): Promise<Facets> {
  const [offered, understood] = await Promise.all([findOfferedValues(db), understand(db, filters)])
  const { newGraduates, telehealth, ...lists } = await countFacets(db, understood)
  const counts = Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, mostFirst(values)]))
  return {
    ...offered,
    counts: {
      ...(counts as Omit<Facets['counts'], 'newGraduates' | 'telehealth'>),
      newGraduates: newGraduates.get('true') ?? 0,
      telehealth: telehealth.get('true') ?? 0,
    },
  }
}

const mostFirst = (values: Map<string, number>) =>
  [...values]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value))

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
