import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import type { TextCipher } from '#platform/server/secret.ts'
import { enqueueTask, defineTask, type TaskContext } from '#platform/server/tasks/task.ts'
import { DatasetError } from '../reading/row.ts'
import { requireSource } from '../sources/service-sources.ts'
import { decryptAddress } from '../sources/stored-address.ts'
import { checkDataset, checkText } from './check-dataset.ts'
import * as queries from './queries-runs.ts'
import type { RunOptions } from './run-import.ts'

/** Checks of a source's dataset, as a task. */

export const checkImportTask = defineTask({
  name: 'check-import',
  schema: z.object({ id: z.uuid() }),
  retries: 2,
  timeoutSeconds: 3600,
  // As with imports: a node's memory is for those who visit it.
  atOnce: 1,
})

/** What the source's former checks found is forgotten. */
export async function checkImportSource(db: Db, { actorId }: Actor, sourceId: string): Promise<void> {
  const { name, url, sealed_url, mapping } = await requireSource(db, sourceId)
  const id = randomUUIDv7()
  await db.transaction().execute(async (trx) => {
    await queries.deleteChecksOf(trx, name)
    await queries.insertCheck(trx, {
      id,
      url,
      sealed_url,
      source_name: name,
      mapping: JSON.stringify(mapping),
      started_by: actorId,
    })
    await enqueueTask(trx, checkImportTask, { id }, { key: id })
  })
}

type CheckWork = RunOptions & { db: Db; cipher: TextCipher }

export async function resumeCheck({ db, cipher, ...options }: CheckWork, id: string, { stopping }: TaskContext): Promise<void> {
  const check = await queries.findCheck(db, id)
  if (check?.status !== 'running') return
  const { mapping, source_name: sourceName } = check
  try {
    const checked = await checkDataset(
      db,
      { url: decryptAddress(cipher, check) },
      { mapping, sourceName: sourceName ?? undefined },
      { ...options, signal: stopping, onReport: (report) => queries.updateCheck(db, id, { report }) },
    )
    const failed = checked.stoppedBy !== undefined && checked.outline.rows === 0
    await queries.updateCheck(db, id, {
      report: checked.outline,
      status: failed ? 'failed' : 'finished',
      message: failed ? checked.stoppedBy : checkText(checked),
    })
  } catch (error) {
    if (stopping.aborted) return enqueueTask(db, checkImportTask, { id }, { key: id })
    const message = error instanceof DatasetError ? error.message : 'The check failed because of an error on our side.'
    await queries.updateCheck(db, id, { report: { rows: 0, columns: [], moreColumns: 0, groups: [] }, status: 'failed', message })
    if (!(error instanceof DatasetError)) throw error
  }
}
