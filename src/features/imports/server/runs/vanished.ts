import { inTransaction, type Db } from '#platform/server/database.ts'
import { formatNumber } from '#shared/numbers.ts'
import { findSource } from '../sources/queries-sources.ts'
import { endJobs } from './closing.ts'
import { addClosed, findFinishedBefore } from './queries-runs.ts'
import { findUnlisted, takeUnseen } from './queries-rows.ts'
import { pageOf, RunOver, type Run } from './run.ts'

/** What a complete source no longer lists. */

/** Small enough not to block other queries. */
const jobsPerBatch = 200

/**
 * Closes what a complete source no longer lists, once a run has seen all of it. A dataset that has
 * shrunk too much is more likely broken than true: then nothing is closed.
 * @returns why nothing was closed, in words, if that is so.
 */
export async function closeVanished(
  db: Db,
  run: Run,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const source = run.sourceId === null ? undefined : await findSource(db, run.sourceId)
  if (!source?.is_complete) return undefined
  const doubt = await doubtOf(db, run)
  if (doubt) return `Nothing was closed: ${doubt}.`
  while (await closeSome(db, { source: source.name, runId: run.id }, pageOf(run))) {
    // Each batch is a transaction of its own.
    signal?.throwIfAborted()
  }
  return undefined
}

/** A row that could not be read may be of any job. */
const unreadable = ['invalid-json', 'broken-row', 'too-large', 'too-slow'] as const

/** Of what a source listed last time, less is no list of its open jobs. */
const leastPercent = 70

async function doubtOf(db: Db, { id, sourceId, tally, total }: Run) {
  const { processed, imported, changed, reasons } = tally
  const jobs = imported + changed + (reasons.duplicate ?? 0) + (reasons['left-out'] ?? 0)
  if (jobs === 0)
    return processed === 0 ? 'the dataset is empty' : 'the dataset holds no job that could be read'
  if (total !== null && processed < total)
    return `the source announced ${formatNumber(total)} rows and gave ${formatNumber(processed)}`
  const lost = unreadable.reduce((sum, reason) => sum + (reasons[reason] ?? 0), 0)
  if (lost > 0) return `${lost === 1 ? 'one row' : `${formatNumber(lost)} rows`} could not be read`
  const last = await findFinishedBefore(db, { id, source_id: sourceId })
  if (!last) return undefined
  const isLess = (now: number, before: number) => now * 100 < before * leastPercent
  if (isLess(processed, last.processed))
    return `the dataset has less than ${leastPercent}% of the rows that it had last time`
  const before = last.duplicates + (last.reasons['left-out'] ?? 0)
  if (isLess(jobs, last.imported + last.changed + before))
    return `less than ${leastPercent}% as many jobs could be read as last time`
  return undefined
}

/** Whether there may be more. */
const closeSome = (db: Db, listing: { source: string; runId: string }, page: string | undefined) =>
  inTransaction(db, async (trx) => {
    const taken = await takeUnseen(trx, listing, jobsPerBatch)
    if (taken.length === 0) return false
    const closed = await endJobs(
      trx,
      // A page decides about its own, whoever else lists them.
      page === undefined ? await findUnlisted(trx, taken) : taken,
      'no longer listed by its source',
      page,
    )
    if (!(await addClosed(trx, listing.runId, closed))) throw new RunOver()
    return taken.length === jobsPerBatch
  })
