import { closeUnlisted } from '#features/postings/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { retryDeadlocks } from '#server/lib/retry-deadlocks.ts'
import { releaseKeys } from './queries.ts'
import { findUnlisted, takeUnseen } from './queries-listings.ts'
import { addClosed, selectFinishedBefore } from './queries-runs.ts'
import { selectSource } from './queries-sources.ts'
import { RunOver } from './run.ts'
import type { Run } from './run.ts'

/** A statement's worth: what reads and writes beside it does not notice. */
const jobsPerBatch = 200

/**
 * Closes what a complete source no longer lists, once a run has seen all of it. A dataset that has shrunk too much is more likely
 * broken than true: then nothing is closed.
 * @returns why nothing was closed, in words, if that is so.
 */
export async function closeVanished(db: Db, run: Run, signal: AbortSignal | undefined): Promise<string | undefined> {
  const source = run.sourceId === null ? undefined : await selectSource(db, run.sourceId)
  if (!source?.is_complete) return undefined
  const doubt = await doubtOf(db, run)
  if (doubt) return `Nothing was closed: ${doubt}.`
  while (await closeSome(db, { sourceId: source.id, runId: run.id })) {
    // Each batch is a transaction of its own.
    signal?.throwIfAborted()
  }
  return undefined
}

async function doubtOf(db: Db, { id, sourceId, tally }: Run): Promise<string | undefined> {
  const jobs = tally.imported + (tally.reasons.duplicate ?? 0)
  if (jobs === 0) return tally.processed === 0 ? 'the dataset is empty' : 'the dataset holds no job that could be read'
  const last = await selectFinishedBefore(db, { id, source_id: sourceId })
  if (!last) return undefined
  if (tally.processed * 2 < last.processed) return 'the dataset has less than half of the rows that it had last time'
  if (jobs * 2 < last.imported + last.duplicates) return 'less than half as many jobs could be read as last time'
  return undefined
}

/** Whether there may be more. */
const closeSome = (db: Db, listing: { sourceId: string; runId: string }): Promise<boolean> =>
  retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const taken = await takeUnseen(trx, listing, jobsPerBatch)
      if (taken.length === 0) return false
      const { closed, withdrawn } = await closeUnlisted(trx, await findUnlisted(trx, taken), 'no longer listed by its source')
      await releaseKeys(trx, withdrawn)
      if (!(await addClosed(trx, listing.runId, closed.length + withdrawn.length))) throw new RunOver()
      return taken.length === jobsPerBatch
    }),
  )
