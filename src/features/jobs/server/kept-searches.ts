import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import { maxReachable } from '../search-criteria.ts'
import type { SortBy } from '../search-criteria.ts'
import { moveNewest } from './newest-hits.ts'
import type { NewestHits } from './newest-hits.ts'
import type { Total } from './queries-search.ts'
import { keyOf, queryOf } from './search/conditions.ts'
import { agingTtl } from './search/reverse-search.ts'
import type { JobFilter } from './search/understand.ts'
import { isIn } from './snapshots.ts'
import type { JobsTables } from './tables.ts'

export type Image = Selectable<JobsTables['job_changes']>

/** An answer that is kept somewhere else: what it is made of, to know when it has to go. */
type KeptAnswer = { jobIds: ReadonlySet<string>; sortBy: SortBy }

/** One set of filters that somebody searched with, in whatever order and on whatever pages. */
export type KeptSearch = {
  filter: JobFilter
  /** All that the filter asks of the text vector. */
  query: string | null
  total?: Total & { snapshot: string }
  newest?: NewestHits | undefined
  answers: Map<string, KeptAnswer>
}

/** What a change did to one search: whether the job belonged to it before, and whether it does now. */
export type Effect = { before: Image | undefined; after: Image | undefined }

/** Long enough that hardly any total is counted again, short enough that an error could not last. */
const ttl = 30 * 60_000
const max = 20_000

/**
 * The searches that were run lately. A change in the catalogue moves their totals and their newest hits, and tells which answers
 * have to go.
 */
export class KeptSearches {
  readonly #searches: LRUCache<string, KeptSearch>
  #changesHeard = 0

  constructor(onForget: (keys: Iterable<string>) => void) {
    this.#searches = new LRUCache({
      max,
      ttl,
      ttlAutopurge: false,
      // An answer that nobody watches must not be kept.
      dispose: ({ answers }, _key, reason) => {
        if (reason !== 'set') onForget(answers.keys())
      },
    })
  }

  /** Whoever counts asks first where it stands, and hands it in with the result. */
  get moment(): number {
    return this.#changesHeard
  }

  changeHeard(): void {
    this.#changesHeard++
  }

  totalOf(filter: JobFilter): number | undefined {
    return this.#searches.get(keyOf(filter))?.total?.n
  }

  /** Keeps a total, unless a change was heard of while it was counted. */
  keepTotal(filter: JobFilter, { snapshot, ...total }: Total, moment: number): void {
    if (snapshot !== undefined && moment === this.#changesHeard) this.#search(filter).total = { ...total, snapshot }
  }

  newestOf(filter: JobFilter): NewestHits | undefined {
    return this.#searches.get(keyOf(filter))?.newest
  }

  /** Keeps the beginning of the hits, under the same condition as a total. */
  keepNewest(filter: JobFilter, newest: NewestHits, moment: number): void {
    if (moment === this.#changesHeard) this.#search(filter).newest = newest
  }

  /** From now on this key's answer goes as soon as a change touches it. */
  keepAnswer(filters: readonly JobFilter[], key: string, answer: KeptAnswer): void {
    for (const filter of filters) this.#search(filter).answers.set(key, answer)
  }

  all(): Iterable<KeptSearch> {
    return this.#searches.values()
  }

  clear(): void {
    this.changeHeard()
    this.#searches.clear()
  }

  #search(filter: JobFilter): KeptSearch {
    const key = keyOf(filter)
    let search = this.#searches.get(key)
    if (!search) {
      search = { filter, query: queryOf(filter), answers: new Map() }
      this.#searches.set(key, search, { ttl: filter.postedWithin === undefined ? ttl : agingTtl })
    }
    return search
  }
}

/** Moves a search's total and newest hits, and returns the keys of its answers that are wrong now. */
export function applyEffect(search: KeptSearch, jobId: string, { before, after }: Effect): string[] {
  const { total, newest, answers } = search
  const image = before ?? after
  if (!image) return []
  if (newest) search.newest = moveNewest(newest, jobId, { before, after })
  const change = (after ? 1 : 0) - (before ? 1 : 0)
  if (total && change !== 0 && !isIn(total.snapshot, image.xid)) {
    if (total.n !== uncounted) total.n += change
    // It may be few enough to be told exactly now.
    else if (change < 0 && !total.isBelieved) delete search.total
  }
  if (change !== 0) return [...answers.keys()]
  return [...answers]
    .filter(([, answer]) => answer.jobIds.has(jobId) || isSortedAnew(answer.sortBy, before, after))
    .map(([key]) => key)
}
/** Where counting stopped. */
const uncounted = maxReachable + 1

function isSortedAnew(sortBy: SortBy, before: Image | undefined, after: Image | undefined): boolean {
  const columns = sortColumns[sortBy]
  return columns.some((column) => JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]))
}

/** By relevance is by whether the title matches, which is a search of its own, and then by date. */
const sortColumns: Record<SortBy, (keyof Image)[]> = {
  recent: ['posted_at'],
  oldest: ['posted_at'],
  relevance: ['posted_at'],
  updated: ['updated_at'],
  title: ['title', 'posted_at'],
  city: ['city', 'posted_at'],
  state: ['state', 'posted_at'],
  specialty: ['specialty', 'posted_at'],
  type: ['employment_type', 'posted_at'],
  comp: ['pay_annual', 'posted_at'],
}
