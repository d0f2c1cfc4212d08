import type { Effect } from './kept-searches.ts'
import type { Hit, Range } from './queries-search.ts'
import { isIn } from './snapshots.ts'

/** The beginning of a search's hits by date, without gaps: what most people see of it. */
export type NewestHits = {
  hits: readonly Hit[]
  /** Whether the search has no others. */
  isWhole: boolean
  /** PostgreSQL's name for the state that was read. */
  snapshot: string
}

/** Two pages. */
export const newestKept = 40

/** The ids of a range, if it lies in what is known. */
export function idsIn({ hits, isWhole }: NewestHits, { offset, limit }: Range): string[] | undefined {
  if (!isWhole && offset + limit > hits.length) return undefined
  return hits.slice(offset, offset + limit).map((it) => it.id)
}

/** The beginning as a change leaves it; undefined where that cannot be told. */
export function moveNewest(newest: NewestHits, jobId: string, { before, after }: Effect): NewestHits | undefined {
  const image = before ?? after
  if (!image || isIn(newest.snapshot, image.xid)) return newest
  const at = after?.posted_at?.getTime()
  if (at !== undefined && at === before?.posted_at?.getTime()) return newest
  const others = newest.hits.filter((it) => it.id !== jobId)
  if (at === undefined) return { ...newest, hits: others }
  // Images tell milliseconds, and the order is by microseconds.
  if (others.some((it) => Math.floor(it.at) === at)) return undefined
  const older = others.findIndex((it) => it.at < at)
  if (older < 0 && !newest.isWhole) return { ...newest, hits: others }
  const hits = others.toSpliced(older < 0 ? others.length : older, 0, { id: jobId, at })
  return { ...newest, hits: hits.slice(0, 2 * newestKept), isWhole: newest.isWhole && hits.length <= 2 * newestKept }
}
