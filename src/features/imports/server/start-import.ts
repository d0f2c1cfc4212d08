import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#server/lib/database.ts'
import type { Sealer } from '#server/lib/seal.ts'
import { enqueueTask } from '#server/lib/tasks/enqueue.ts'
import { AppError } from '#shared/errors.ts'
import { insertRun } from './queries-runs.ts'
import type { NewRun } from './queries-runs.ts'
import { selectSource } from './queries-sources.ts'
import { publicAddress } from './reading/public-address.ts'
import { describeSource } from './reading/read-dataset.ts'
import { runImportTask } from './run-import-task.ts'
import { keepAddress } from './sealed-address.ts'

export type WantedRun = {
  /** Null for the schedule. */
  startedBy: string | null
} & ({ sourceId: string } | { url: string; sealer: Sealer })

/**
 * Starts an import in the background: given a transaction, if and only if that commits.
 * @returns the run's id.
 * @throws {AppError} NOT_FOUND for a source that is gone, CONFLICT while it, or the address, is being imported.
 */
export async function startImportRun(db: Db, wanted: WantedRun): Promise<string> {
  if (!db.isTransaction) return db.transaction().execute((trx) => startImportRun(trx, wanted))
  const id = randomUUIDv7()
  const dataset = 'sourceId' in wanted ? await ofSource(db, wanted.sourceId) : ofAddress(wanted)
  const run = { ...dataset, id, started_by: wanted.startedBy, is_task: true, approved: false, started_at: new Date() }
  if (!(await insertRun(db, run))) throw new AppError('CONFLICT', `${dataset.source} is being imported right now.`)
  await enqueueTask(db, runImportTask, { id }, { key: id })
  return id
}

type Dataset = Pick<NewRun, 'source' | 'source_id' | 'url' | 'sealed_url'>

/** A run reads one dataset to its end, even if its source has another by then. */
async function ofSource(db: Db, sourceId: string): Promise<Dataset> {
  const source = await selectSource(db, sourceId)
  if (!source) throw new AppError('NOT_FOUND', 'There is no such source.')
  return { source: source.name, source_id: source.id, url: publicAddress(source.url), sealed_url: source.sealed_url }
}

function ofAddress({ url, sealer }: { url: string; sealer: Sealer }): Dataset {
  return { source: describeSource({ url }), source_id: null, ...keepAddress(sealer, url) }
}
