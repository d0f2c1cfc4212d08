import { findKeptJob } from '#features/duplicates/server/public.ts'
import { AppError } from '#shared/errors.ts'
import { jobPath } from '#shared/paths.ts'
import type { Db } from '#server/lib/database.ts'
import type { Facets, JobDetail, SearchResult, Suggestion } from '../contract.ts'
import { maxReachable, pageSize } from '../search-criteria.ts'
import type { SearchCriteria, SortBy } from '../search-criteria.ts'
import { idsIn, newestKept } from './newest-hits.ts'
import type { NewestHits } from './newest-hits.ts'
import { findActiveJob, findSummaries } from './queries.ts'
import type { SummaryRow } from './queries.ts'
import { countFacets, findOfferedValues } from './queries-facets.ts'
import { countHits, findPage } from './queries-search.ts'
import type { Range, Total } from './queries-search.ts'
import type { Sort } from './search-order.ts'
import { suggest } from './search/suggest.ts'
import type { JobFilter, Understood } from './search/understand.ts'
import { understand } from './search/understand.ts'
import { detailOf, summaryOf } from './views.ts'

/** What a search may know from earlier ones, and leaves behind for later ones. */
export type SearchRun = {
  /** Whether anything is kept at all. */
  keeps: boolean
  totalOf(filter: JobFilter): number | undefined
  keepTotal(filter: JobFilter, total: Total): void
  newestOf(filter: JobFilter): NewestHits | undefined
  keepNewest(filter: JobFilter, newest: NewestHits): void
  /** The rows of these jobs in their order; `find` is asked for those that are not known, and may have read them since the run began. */
  recallSummaries(ids: readonly string[], find: (ids: readonly string[]) => Promise<SummaryRow[]>): Promise<SummaryRow[]>
  /** `filters` are the searches that the answer depends on. */
  keepAnswer(filters: readonly JobFilter[], key: string, answer: { jobIds: ReadonlySet<string>; sortBy: SortBy }): void
}

const forgetful: SearchRun = {
  keeps: false,
  totalOf: () => undefined,
  keepTotal: () => {},
  newestOf: () => undefined,
  keepNewest: () => {},
  recallSummaries: (ids, find) => find(ids),
  keepAnswer: () => {},
}

/** Runs a search; `filters` say which jobs the result depends on. */
export async function searchJobs(
  db: Db,
  criteria: SearchCriteria,
  run: SearchRun = forgetful,
): Promise<{ result: SearchResult; understood: Understood; filters: JobFilter[] }> {
  const understood = await understand(db, criteria)
  const limit = criteria.limit ?? pageSize
  const page = criteria.page ?? 1
  const found = await findIds(db, criteria, understood, { offset: (page - 1) * limit, limit }, run)
  const { ids, total, filters } = found
  const rows = await run.recallSummaries(ids, (missing) => findSummaries(db, missing, found.rows))
  const reachable = Math.min(total, maxReachable)
  const result: SearchResult = {
    jobs: rows.map(summaryOf),
    total: reachable,
    totalIsCapped: total > maxReachable,
    totalPages: Math.ceil(reachable / limit),
    page,
    understanding: understood.notes,
  }
  return { result, understood, filters }
}

/** `rows` came along with the ids; what is missing among them has to be looked up. */
type Found = { ids: string[]; rows: SummaryRow[]; total: number; filters: JobFilter[] }

async function findIds(
  db: Db,
  { sortBy = 'recent', sortOrder }: SearchCriteria,
  understood: Understood,
  range: Range,
  run: SearchRun,
): Promise<Found> {
  if (sortBy === 'relevance') return findByRelevance(db, understood, range, run)
  const found = await findKnown(db, understood, { by: sortBy, ...(sortOrder && { order: sortOrder }) }, range, run)
  return { ...found, filters: [understood] }
}

async function findKnown(db: Db, filter: JobFilter, sort: Sort, range: Range, run: SearchRun): Promise<Omit<Found, 'filters'>> {
  const known = run.totalOf(filter)
  const isBeginning = run.keeps && sort.by === 'recent' && range.offset + range.limit <= newestKept
  const newest = isBeginning ? run.newestOf(filter) : undefined
  const knownIds = newest && idsIn(newest, range)
  if (known !== undefined && knownIds) return { ids: knownIds, rows: [], total: known }

  const page = await findPage(db, filter, sort, isBeginning ? { offset: 0, limit: newestKept } : range, known)
  const { hits, rows = [], total, snapshot } = page
  if (known === undefined) run.keepTotal(filter, total)
  if (!isBeginning) return { ids: hits.map((it) => it.id), rows, total: total.n }
  const beginning = { hits, isWhole: hits.length < newestKept, snapshot: snapshot ?? '' }
  if (snapshot !== undefined) run.keepNewest(filter, beginning)
  return { ids: idsIn(beginning, range) ?? [], rows, total: total.n }
}

async function findTotal(db: Db, filter: JobFilter, run: SearchRun): Promise<number> {
  const known = run.totalOf(filter)
  if (known !== undefined) return known
  const total = await countHits(db, filter)
  run.keepTotal(filter, total)
  return total.n
}

/**
 * Jobs with the words in title or specialty come first, then those that mention them elsewhere, each by date. To weigh every
 * mention of a common word would mean to read every job that has it.
 */
async function findByRelevance(db: Db, understood: Understood, { offset, limit }: Range, run: SearchRun): Promise<Found> {
  const { tsquery, titleQuery } = understood
  if (tsquery === null || titleQuery === null || titleQuery === tsquery)
    return { ...(await findKnown(db, understood, { by: 'recent' }, { offset, limit }, run)), filters: [understood] }
  const inTitle: JobFilter = { ...understood, tsquery: `(${tsquery}) & (${titleQuery})` }
  const elsewhere: JobFilter = { ...understood, tsquery: `(${tsquery}) & !(${titleQuery})` }
  const filters = [understood, inTitle]
  const titled = await findKnown(db, inTitle, { by: 'recent' }, { offset, limit }, run)
  if (titled.total > maxReachable) return { ...titled, filters }
  if (titled.ids.length === limit) return { ...titled, total: await findTotal(db, understood, run), filters }
  const rest = { offset: Math.max(0, offset - titled.total), limit: limit - titled.ids.length }
  const mentioned = await findKnown(db, elsewhere, { by: 'recent' }, rest, run)
  const total = Math.min(titled.total + mentioned.total, maxReachable + 1)
  return { ids: [...titled.ids, ...mentioned.ids], rows: [...titled.rows, ...mentioned.rows], total, filters }
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

/** The job that one was merged into, which answers in its place. */
export const findMovedJob = async (db: Db, id: string): Promise<string | undefined> =>
  uuid.test(id) ? findKeptJob(db, id) : undefined

/** Where the page of such a job is now. */
export async function findMovedPage(db: Db, path: string): Promise<string | undefined> {
  const id = /^\/jobs\/([^/]+)$/.exec(path)?.[1]
  const keptId = id === undefined ? undefined : await findMovedJob(db, id)
  return keptId && jobPath(keptId)
}
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
