import type { JobKeys } from '../mapping/links.ts'
import type { Candidate } from './resolve.ts'

/** Which rows are of jobs that are here already. */

/** What a duplicate has in common with the known job, in a report's words. */
type KnownBy =
  | 'same source id'
  | 'same requisition number'
  | 'same address'
  | 'same title, employer and location'
  | 'same apply link'
  | 'a posting that was here'

/** What a careers page speaks for from now on. */
export type Connected = {
  /** Postings that were here already, by the rows' ids. */
  jobs: ReadonlyMap<string, string>
  /** The rows whose keys count for other sources, too. */
  sharing: ReadonlySet<string>
}

/** The job is null where it was erased, or where another import is just adding it. */
export type Duplicate = { by: KnownBy; jobId: string | null }

/**
 * Which candidates are known already, or stand in a row before, and by what: by the candidates'
 * ids. Adds the free keys to
 * `claims`, each with the job that it leads to: a known job also gets the other keys of its
 * duplicates.
 */
export function matchKnown(
  candidates: readonly Pick<Candidate, 'id' | 'keys' | 'source' | 'shared'>[],
  /** Null for a job that was erased. */
  known: ReadonlyMap<string, string | null>,
  claims: Map<string, string | null>,
  /** Of known jobs, the sources that say that their rows are different jobs. */
  sourcesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  { jobs, sharing }: Connected = { jobs: new Map(), sharing: new Set() },
): Map<string, Duplicate> {
  const duplicates = new Map<string, Duplicate>()
  const sources = new Map(candidates.map(({ id, source }) => [id, source]))
  for (const { id, keys, source, shared = [] } of candidates) {
    const isOfOthers = (key: string) => {
      const owner = known.get(key) ?? claims.get(key) ?? ''
      return sources.get(owner) !== source && !sourcesOf.get(owner)?.has(source)
    }
    const by = firstKnown(
      keys,
      (key) =>
        (known.has(key) || claims.has(key)) && (!key.startsWith('apply:') || isOfOthers(key)),
    )
    const connected = jobs.get(id)
    const owner = by ? (known.get(by.key) ?? claims.get(by.key) ?? null) : (connected ?? id)
    if (by) duplicates.set(id, { by: by.name, jobId: owner })
    else if (connected) duplicates.set(id, { by: 'a posting that was here', jobId: connected })
    for (const key of [...Object.values(keys), ...(sharing.has(id) ? shared : [])])
      if (!known.has(key) && !claims.has(key)) claims.set(key, owner)
  }
  return duplicates
}

export function firstKnown(
  { id, url, number, content, apply }: JobKeys,
  isKnown: (key: string) => boolean,
): { key: string; name: KnownBy } | undefined {
  if (id && isKnown(id)) return { key: id, name: 'same source id' }
  if (url && isKnown(url)) return { key: url, name: 'same address' }
  if (number && isKnown(number)) return { key: number, name: 'same requisition number' }
  if (isKnown(content)) return { key: content, name: 'same title, employer and location' }
  return apply && isKnown(apply) ? { key: apply, name: 'same apply link' } : undefined
}
