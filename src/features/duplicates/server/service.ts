import { byModerator, comparePostingTask } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { isUuid, jobPath } from '#shared/paths.ts'
import type { LikelyJob } from '../contract.ts'
import {
  compareJobs,
  countPairs,
  deletePairsOfClosedJobs,
  dismissPair,
  findOpenJobs,
  findPairs,
  findSources,
  findKept,
  reopenPair,
  takeDue,
  type Filter,
} from './queries.ts'
import { forgetBefore } from './queries-undo.ts'
import { refreshFingerprints, summaryOf, type JobRow } from '#features/jobs/server/public.ts'

const pairsPerPage = 10
/** Pairs are counted up to here. */
const countedPairs = 1000

export async function listDuplicates(
  db: Db,
  { page, ...filter }: Filter & { page: number },
): Promise<ResponseOf<'GET /api/admin/duplicates'>> {
  const [total, sources] = await Promise.all([
    countPairs(db, filter, countedPairs),
    findSources(db),
  ])
  const range = { limit: pairsPerPage, offset: (page - 1) * pairsPerPage }
  const rows = await findPairs(db, filter, { ...range, areFew: total <= countedPairs })
  const jobs = await findOpenJobs(
    db,
    rows.flatMap((row) => [row.job_a, row.job_b]),
  )
  const pairs = rows.flatMap((row) => {
    const [kept, duplicate] = [jobs.get(row.job_a), jobs.get(row.job_b)]
    return kept && duplicate
      ? [{ id: row.id, score: row.score, kept: jobOf(kept), other: jobOf(duplicate) }]
      : []
  })
  const counted = Math.min(total, countedPairs)
  return {
    pairs,
    total: counted,
    totalIsCapped: total > counted,
    totalPages: Math.ceil(counted / pairsPerPage),
    sources,
  }
}

/**
 * @throws {AppError} CONFLICT if the pair is decided, or one of its jobs is the moderator's own.
 */
export const dismissDuplicate = (db: Db, id: string, actor: Actor): Promise<void> =>
  byModerator(db, actor, async (trx) => {
    if (!(await dismissPair(trx, id, actor.actorId)))
      throw new AppError('CONFLICT', 'You can no longer dismiss this pair.')
    await recordAudit(trx, { action: 'duplicates.dismissed', ...actor, subject: `duplicate:${id}` })
  })

/** @throws {AppError} CONFLICT unless the pair is dismissed, by this moderator. */
export const undoDismissal = (db: Db, id: string, actor: Actor): Promise<void> =>
  byModerator(db, actor, async (trx) => {
    if (!(await reopenPair(trx, id, actor.actorId)))
      throw new AppError('CONFLICT', 'You can no longer undo this.')
    await recordAudit(trx, { action: 'duplicates.reopened', ...actor, subject: `duplicate:${id}` })
  })

const jobOf = (row: JobRow): LikelyJob => ({
  ...summaryOf(row),
  status: row.status === 'active' ? 'active' : 'pending',
  schedule: row.schedule,
  description: row.description,
})

const refreshedAtOnce = 1000
const comparedAtOnce = 100

/**
 * Compares every new or changed job with the others. All fingerprints are committed before the
 * first lookup, so that of two workers at least one sees the other's. When aborted, the rest waits
 * for the next run.
 */
export async function findDuplicates(db: Db, stopping?: AbortSignal): Promise<void> {
  const isOver = () => stopping?.aborted ?? false
  while (!isOver() && (await refreshFingerprints(db, { limit: refreshedAtOnce })) > 0) {}
  while (!isOver() && (await compareSome(db, { limit: comparedAtOnce }))) {}
  await deletePairsOfClosedJobs(db)
  await forgetBefore(db)
}

/**
 * A job is marked as compared in the transaction that stores its pairs, so that a crash loses
 * nothing.
 */
async function compareSome(db: Db, which: Parameters<typeof takeDue>[1]) {
  return inTransaction(db, async (trx) => {
    const jobIds = await takeDue(trx, which)
    if (jobIds.length > 0) await compareJobs(trx, jobIds)
    return jobIds.length > 0
  })
}

const findDuplicatesTask = defineTask({ name: 'find-duplicates', timeoutSeconds: 300, atOnce: 1 })
/** Half of the interval, so that a large import leaves time for visitors. */
const longestMs = 30_000

export const duplicateTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(
    findDuplicatesTask,
    (_data, { stopping }) =>
      findDuplicates(db, AbortSignal.any([stopping, AbortSignal.timeout(longestMs)])),
    { cron: '* * * * *' },
  ),
  // A newly posted job does not wait for an import.
  handleTask(comparePostingTask, async ({ jobId }) => {
    await refreshFingerprints(db, { jobId })
    await compareSome(db, { jobId })
  }),
]

/** The job that another one was merged into. */
export const findKeptJob = async (db: Db, jobId: string): Promise<string | undefined> =>
  isUuid(jobId) ? findKept(db, jobId) : undefined

/** The new path of a merged job's page. */
export async function findMovedPage(db: Db, path: string): Promise<string | undefined> {
  const id = /^\/jobs\/([^/]+)$/.exec(path)?.[1]
  const keptId = id === undefined ? undefined : await findKeptJob(db, id)
  return keptId && jobPath(keptId)
}
