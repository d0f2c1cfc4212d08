import type { Db } from '#server/lib/database.ts'
import { retryDeadlocks } from '#server/lib/retry-deadlocks.ts'
import { enqueueTask } from '#server/lib/tasks/enqueue.ts'
import type { TaskContext } from '#server/lib/tasks/task.ts'
import { alignSourceJobsTask } from './align-source-jobs-task.ts'
import { alignStructuredData } from './queries-sources.ts'

/** A statement's worth: what reads and writes beside it does not notice. */
const jobsPerBatch = 500

/** In the transaction that decided, so that it shows at once; what is more than one statement's worth follows in a task. */
export async function startAligning(trx: Db, source: string): Promise<void> {
  const aligned = await alignStructuredData(trx, source, jobsPerBatch)
  if (aligned === jobsPerBatch) await enqueueTask(trx, alignSourceJobsTask, { source }, { key: source })
}

/** Until none is left; after a crash the next attempt goes on from there, after a stop of the node another task. */
export async function alignSourceJobs(db: Db, source: string, { stopping }: Pick<TaskContext, 'stopping'>): Promise<void> {
  while ((await retryDeadlocks(() => alignStructuredData(db, source, jobsPerBatch))) > 0) {
    // Each batch is a transaction of its own.
    if (stopping.aborted) return enqueueTask(db, alignSourceJobsTask, { source }, { key: source })
  }
}
