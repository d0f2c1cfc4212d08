import type { Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'
import { nextRunAt } from '../schedule.ts'
import type { ImportSchedule } from '../schedule.ts'
import { lockDueSource, setNextRun } from './queries-schedule.ts'
import { startImportRun } from './start-import.ts'

/** Starts the sources that are due. Several nodes may do so at once: each source is one's only, with its next time. */
export async function startDueImports(db: Db, now = new Date()): Promise<void> {
  while (await db.transaction().execute((trx) => startNextDue(trx, now))) {
    // Each in a transaction of its own.
  }
}

/** False once none is left. */
async function startNextDue(trx: Db, now: Date): Promise<boolean> {
  const source = await lockDueSource(trx, now)
  if (!source?.next_run_at) return false
  await setNextRun(trx, source.id, nextAfter(source.schedule, source.next_run_at, now))
  try {
    await startImportRun(trx, { sourceId: source.id, startedBy: null })
  } catch (error) {
    // It still runs since the last time, or somebody has started it.
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
  }
  return true
}

/** The hour of the day stays, however late the last start was. */
function nextAfter(schedule: ImportSchedule, due: Date, now: Date): Date | null {
  let next = nextRunAt(schedule, due)
  while (next && next <= now) next = nextRunAt(schedule, next)
  return next
}
