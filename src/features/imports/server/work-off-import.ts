import type { Db } from '#server/lib/database.ts'
import type { Sealer } from '#server/lib/seal.ts'
import { enqueueTask } from '#server/lib/tasks/enqueue.ts'
import type { TaskContext } from '#server/lib/tasks/task.ts'
import { endImport, givenUp } from './end-import.ts'
import type { Links } from './end-import.ts'
import { selectRun } from './queries-runs.ts'
import type { RunRow } from './queries-runs.ts'
import { selectSource } from './queries-sources.ts'
import { DatasetError } from './reading/dataset-error.ts'
import { RunOver, runOf } from './run.ts'
import type { ImportRules } from './run.ts'
import { runImport } from './run-import.ts'
import type { RunOptions } from './run-import.ts'
import { runImportTask } from './run-import-task.ts'
import { wholeAddress } from './sealed-address.ts'

export type Work = RunOptions & { db: Db; links: Links; sealer: Sealer }

/**
 * Takes a run up where it is, and brings it to its end. One that is over is left alone; one under way when the node stops is left
 * to a task of its own, for the next node or the next start.
 */
export async function workOffImport(work: Work, id: string, { isLastAttempt, stopping }: TaskContext): Promise<void> {
  const { db, links, sealer: _, ...options } = work
  const row = await selectRun(db, id)
  if (row?.status !== 'running') return
  try {
    const run = runOf(row, await rulesOf(db, row))
    await endImport(db, links, id, await runImport(db, run, { url: addressOf(work, row) }, { ...options, signal: stopping }))
  } catch (error) {
    if (error instanceof RunOver) return
    if (error instanceof DatasetError) return endImport(db, links, id, { status: 'failed', message: error.message })
    if (stopping.aborted) return enqueueTask(db, runImportTask, { id }, { key: id })
    if (isLastAttempt) await endImport(db, links, id, givenUp)
    throw error
  }
}

/** A task has one: files are for the command line. */
const addressOf = ({ sealer }: Work, { url, sealed_url }: RunRow): string => wholeAddress(sealer, { url: url ?? '', sealed_url })

async function rulesOf(db: Db, { approved, source_id, source: sourceName }: RunRow): Promise<ImportRules> {
  if (source_id === null) return { approve: approved }
  const source = await selectSource(db, source_id)
  return { approve: approved, sourceName, mapping: source?.mapping }
}
