import { standingsOf } from '#features/names/server/public.ts'
import { connectListed, findSpokenOf } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { doubtfulOf } from '#features/imports/facts.ts'
import { findKeys } from '../runs/queries-jobs.ts'
import { firstKnown, type Connected } from '../runs/known-jobs.ts'
import type { Candidate } from '../runs/resolve.ts'
import type { Owner } from './owner.ts'

/**
 * Lets new rows of a careers page speak for postings that are here already: the organization's own,
 * and those that an import added under a name that is vouched for it.
 */
export async function connectKnown(
  trx: Db,
  { owner, source }: { owner: Owner; source: string },
  candidates: readonly Candidate[],
  known: ReadonlyMap<string, string | null>,
): Promise<Connected> {
  const { user } = owner
  const standings = await standingsOf(
    trx,
    user,
    candidates.map(({ job }) => job.employer),
  )
  const sharing = new Set(
    candidates.flatMap(({ id }, index) => (standings[index] === 'vouched' ? [id] : [])),
  )
  const knownAs = ({ keys }: Candidate) => firstKnown(keys, (key) => known.has(key))?.key
  const fresh = candidates.filter((candidate) => knownAs(candidate) === undefined)
  const spoken = await findSpokenOf(
    trx,
    user.id,
    fresh.map(({ id, job }) => ({ ...job, id })),
  )
  const imported = await findKeys(
    trx,
    fresh.flatMap(({ id, shared = [] }) => (sharing.has(id) ? shared : [])),
  )
  const wanted = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const { id, shared = [] } = candidate
    const key = knownAs(candidate)
    const jobId =
      // A page that is connected again.
      key === undefined
        ? (spoken.get(id) ?? shared.map((sharedId) => imported.get(sharedId)).find(Boolean))
        : known.get(key)
    if (jobId && !wanted.has(jobId)) wanted.set(jobId, candidate)
  }
  const connected = await connectListed(
    trx,
    { user, source },
    [...wanted].map(([jobId, { job }]) => ({
      jobId,
      isCertain: doubtfulOf(job.facts).length === 0,
    })),
  )
  return {
    sharing,
    jobs: new Map(
      [...wanted].flatMap(([jobId, { id }]) =>
        connected.has(jobId) ? [[id, jobId] as const] : [],
      ),
    ),
  }
}
