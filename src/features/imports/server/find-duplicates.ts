import type { Db } from '#server/lib/database.ts'
import type { JobKeys } from './mapping/keys.ts'
import { claimKeys, findKeys, releaseKeys } from './queries.ts'

/** By what a job was found to be known, as a report says it. */
export type KnownBy = 'same source id' | 'same address' | 'same title, employer and place'

/** The job is null where it was erased, or where another import is just adding it. */
export type Duplicate = { by: KnownBy; jobId: string | null }

type Candidate = { id: string; keys: JobKeys }

/**
 * Claims each candidate's keys for it, in the caller's transaction, and tells which candidates are known already: from an
 * earlier import, from earlier in this batch, or from another import that runs right now. What an earlier import finished is
 * also known under the candidate's other keys from then on.
 */
export async function findDuplicates(db: Db, candidates: Candidate[]): Promise<Map<string, Duplicate>> {
  const known = await findKeys(
    db,
    candidates.flatMap(({ keys }) => Object.values(keys)),
  )
  const claims = new Map<string, string | null>()
  const duplicates = new Map<string, Duplicate>()
  for (const { id, keys } of candidates) {
    const by = firstKnown(keys, (key) => known.has(key) || claims.has(key))
    const owner = by ? (known.get(by.key) ?? claims.get(by.key) ?? null) : id
    if (by) duplicates.set(id, { by: by.name, jobId: owner })
    for (const key of Object.values(keys)) if (!known.has(key) && !claims.has(key)) claims.set(key, owner)
  }
  const claimed = await claimKeys(db, claims)
  const isOutrun = (key: string): boolean => claims.has(key) && !claimed.has(key)
  const outrun = candidates.flatMap(({ id, keys }) => {
    const by = duplicates.has(id) ? undefined : firstKnown(keys, isOutrun)
    return by ? [{ id, by: by.name }] : []
  })
  for (const { id, by } of outrun) duplicates.set(id, { by, jobId: null })
  const lost = new Set(outrun.map(({ id }) => id))
  if (lost.size > 0) await releaseKeys(db, [...lost])
  for (const duplicate of duplicates.values()) if (lost.has(duplicate.jobId ?? '')) duplicate.jobId = null
  return duplicates
}

export function firstKnown(
  { id, url, content }: JobKeys,
  isKnown: (key: string) => boolean,
): { key: string; name: KnownBy } | undefined {
  if (id && isKnown(id)) return { key: id, name: 'same source id' }
  if (url && isKnown(url)) return { key: url, name: 'same address' }
  return isKnown(content) ? { key: content, name: 'same title, employer and place' } : undefined
}
