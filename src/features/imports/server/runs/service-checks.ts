import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import type { PreviewedRow } from '#features/imports/contract.ts'
import { skipReasons, type Mapping } from '#features/imports/model.ts'
import type { Db } from '#platform/server/database.ts'
import type { TextCipher } from '#platform/server/secret.ts'
import { enqueueTask, defineTask, type TaskContext } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { fieldError } from '#shared/errors.ts'
import { shownRows } from '../mapping/columns.ts'
import { DatasetError } from '../reading/row.ts'
import type { Actor } from '#platform/server/http/access.ts'
import { datasetOf, type Imports } from '../sources/service-sources.ts'
import { decryptAddress, encryptAddress, requireReadable } from '../sources/stored-address.ts'
import * as queries from './queries-runs.ts'
import type { Outcome } from './run.ts'
import type { RunOptions } from './run-import.ts'

import { checkDataset, checkText, type CheckOptions } from './check-dataset.ts'

/** Checks of datasets before they are imported: of the first rows at once, of all rows as a task. */

const previewWaitMs = 9_500

type Asked = { url: string; mapping: Mapping; sourceName?: string | undefined }

/** What an import would make of the first rows of a dataset. */
export async function previewImport(
  { db, ...options }: CheckOptions & { db: Db },
  { url, mapping, sourceName }: Asked,
): Promise<ResponseOf<'POST /api/admin/import-preview'>> {
  const limits = { limit: shownRows, maxWaitMs: previewWaitMs, pageSize: shownRows, retryDelayMs: 250 }
  const checked = await checkDataset(db, { url }, { mapping, sourceName }, { ...limits, ...options })
  const { stoppedBy: stopped, ...found } = checked
  const { rows, suggested, outline } = found
  if (stopped !== undefined && rows.length === 0) throw fieldError('url', stopped, 'BAD_REQUEST')
  return {
    rows: rows.map((row, index) => ({ row: index + 1, ...row.described, ...viewOf(row.outcome) })),
    paths: outline.columns.map(({ path, samples: [sample = ''] }) => ({ path, sample })),
    suggested,
    message: checkText(found),
    stopped: stopped ?? null,
  }
}

function viewOf(outcome: Outcome): Pick<PreviewedRow, 'title' | 'detail' | 'skipped' | 'waits'> {
  const { title = '', detail = '' } = outcome
  if (!('skip' in outcome)) return { title, detail: outcome.line, skipped: null, waits: outcome.doubt ?? null }
  const { skip: reason } = outcome
  return { title, detail: '', skipped: { reason, words: `${skipReasons[reason]}${detail ? ` (${detail})` : ''}` }, waits: null }
}

export const checkImportTask = defineTask({
  name: 'check-import',
  schema: z.object({ id: z.uuid() }),
  retries: 2,
  timeoutSeconds: 3600,
  // As with imports: a node's memory is for those who visit it.
  atOnce: 1,
})

/** @returns the check's id. */
export async function startImportCheck(
  options: Imports,
  { actorId }: Actor,
  asked: { url: string; mapping: Mapping; source?: string | undefined },
): Promise<string> {
  const { url, sourceName } = await datasetOf(options, asked)
  requireReadable(url, options.allowedHosts)
  const id = randomUUIDv7()
  await options.db.transaction().execute(async (trx) => {
    await queries.insertCheck(trx, {
      id,
      ...encryptAddress(options.cipher, url),
      source_name: sourceName ?? null,
      mapping: JSON.stringify(asked.mapping),
      started_by: actorId,
    })
    await enqueueTask(trx, checkImportTask, { id }, { key: id })
  })
  return id
}

export type CheckWork = RunOptions & { db: Db; cipher: TextCipher }

export async function resumeCheck({ db, cipher, ...options }: CheckWork, id: string, { stopping }: TaskContext): Promise<void> {
  const check = await queries.selectCheck(db, id)
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
