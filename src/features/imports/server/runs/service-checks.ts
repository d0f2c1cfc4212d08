import { randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { recordAudit } from '#platform/server/audit.ts'
import { csvStream } from '#platform/server/csv.ts'
import type { Db } from '#platform/server/database.ts'
import type { TextCipher } from '#platform/server/secret.ts'
import { FileTooLargeError } from '#platform/server/storage/storage.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { enqueueTask } from '#platform/server/tasks/queue.ts'
import { defineTask } from '#platform/server/tasks/task.ts'
import type { TaskContext } from '#platform/server/tasks/task.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportCheck } from '#features/imports/contract.ts'
import { maxUploadBytes, uploadUrl } from '#features/imports/model.ts'
import type { Mapping } from '#features/imports/model.ts'
import { noOutline } from '#features/imports/outline.ts'
import type { Outline } from '#features/imports/outline.ts'
import { checkDataset, checkText } from './check.ts'
import * as queries from './queries-runs.ts'
import type { HttpOptions } from '../reading/http.ts'
import { readDataset } from '../reading/read-dataset.ts'
import { DatasetError } from '../reading/row.ts'
import type { RunOptions } from './run-import.ts'
import { requireReadable, sealAddress, wholeAddress } from '../sources/stored-address.ts'
import { datasetOf } from '../sources/service-sources.ts'
import type { Actor, Imports } from './service-runs.ts'

/** Uploaded datasets, and checks of whole datasets before they are imported. */

const folder = 'imports'
const storageKey = (id: string): string => `${folder}/${id}`

type Stored = { db: Db; storage: FileStorage }

/** Stores an uploaded dataset that can be read at all. */
export async function uploadImportFile(
  { db, storage }: Stored,
  { actorId, ip }: Actor,
  { name, content }: { name: string; content: AsyncIterable<Uint8Array> },
): Promise<{ url: string; name: string; size: number }> {
  const id = randomUUIDv7()
  const size = await store(storage, id, content)
  await db.transaction().execute(async (trx) => {
    await queries.insertFile(trx, { id, name, size, uploaded_by: actorId })
    await recordAudit(trx, { action: 'imports.uploaded', actorId, ip, subject: `import-file:${id}`, detail: { name, size } })
  })
  return { url: uploadUrl(id), name, size }
}

async function store(storage: FileStorage, id: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  try {
    const { size } = await storage.put(storageKey(id), content, { maxBytes: maxUploadBytes, inspect: requireRow })
    return size
  } catch (error) {
    if (error instanceof FileTooLargeError)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `The file has more than ${maxUploadBytes / 1_000_000} MB. Compress it with gzip, or import it by its address.`,
      )
    throw error
  }
}

/** @throws {AppError} where nothing can be read of the file, and nobody has to wait to learn of it. */
async function requireRow(path: string): Promise<void> {
  const rows = readDataset({ file: path }, { allowedHosts: [] })
  try {
    const { done } = await rows.next()
    if (done) throw new DatasetError('The file has no rows.')
  } catch (error) {
    throw error instanceof DatasetError ? new AppError('BAD_REQUEST', error.message) : error
  } finally {
    await rows.return(undefined)
  }
}

export const uploadOpener =
  (storage: FileStorage): NonNullable<HttpOptions['openUpload']> =>
  async (id) =>
    (await storage.get(storageKey(id)))?.content

const unusedAfterMs = 30 * 86_400_000
const checksAfterMs = 7 * 86_400_000

/** Removes old checks, uploads that nothing reads any more, and files that no row knows. */
export async function sweepImportFiles({ db, storage }: Stored, now = Date.now()): Promise<void> {
  await queries.deleteChecks(db, new Date(now - checksAfterMs))
  for (const id of await queries.deleteUnusedFiles(db, new Date(now - unusedAfterMs))) await storage.remove(storageKey(id))
  for await (const { key, storedAt } of storage.list(folder)) {
    const id = key.slice(folder.length + 1)
    if (storedAt.getTime() < now - unusedAfterMs && !(await queries.selectFile(db, id))) await storage.remove(key)
  }
}

export const sweepImportFilesTask = defineTask({ name: 'sweep-import-files', schema: z.object({}) })

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
      ...sealAddress(options.cipher, url),
      source_name: sourceName ?? null,
      mapping: JSON.stringify(asked.mapping),
      started_by: actorId,
    })
    await enqueueTask(trx, checkImportTask, { id }, { key: id })
  })
  return id
}

export type CheckWork = RunOptions & { db: Db; cipher: TextCipher }

export async function workOffCheck({ db, cipher, ...options }: CheckWork, id: string, { stopping }: TaskContext): Promise<void> {
  const check = await queries.selectCheck(db, id)
  if (check?.status !== 'running') return
  const { mapping, source_name: sourceName } = check
  try {
    const checked = await checkDataset(
      db,
      { url: wholeAddress(cipher, check) },
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
    await queries.updateCheck(db, id, { report: noOutline(), status: 'failed', message })
    if (!(error instanceof DatasetError)) throw error
  }
}

export async function getImportCheck(db: Db, id: string): Promise<ImportCheck> {
  const check = await queries.selectCheck(db, id)
  if (!check) throw new AppError('NOT_FOUND', 'This check does not exist. It may be older than a week.')
  const { status, processed, message, report } = check
  return { id, status, processed, message, report }
}

export async function getImportReport(db: Db, id: string): Promise<Outline | null> {
  const run = await queries.selectRun(db, id)
  if (!run) throw new AppError('NOT_FOUND', 'This import does not exist.')
  return run.report
}

const kinds = { ready: 'Imported', waiting: 'Waits', skipped: 'Skipped' }

/** The rows that a report names. */
export const rowsFile = (report: Outline | null): Readable =>
  csvStream(
    { row: 'Row', outcome: 'Outcome', reason: 'Reason', title: 'Title', detail: 'Detail' },
    (report?.groups ?? []).flatMap(({ kind, reason, samples }) =>
      samples.map((it) => ({ ...it, outcome: kinds[kind], reason: reason ?? '' })),
    ),
  )
