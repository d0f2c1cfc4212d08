import { randomUUIDv7 } from 'node:crypto'
import { maxUploadBytes, unusedUploadDays, uploadUrl } from '#features/imports/model.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { cutOff } from '#platform/server/retention.ts'
import {
  FileTooLargeError,
  sweepFolder,
  type FileStorage,
} from '#platform/server/storage/storage.ts'
import { defineTask } from '#platform/server/tasks/task.ts'
import { AppError } from '#shared/errors.ts'
import type { HttpOptions } from '../reading/http.ts'
import { readDataset } from '../reading/read-dataset.ts'
import { DatasetError } from '../reading/row.ts'
import type { Actor } from '#platform/server/http/access.ts'
import * as queries from './queries-sources.ts'

const folder = 'imports'
const storageKey = (id: string) => `${folder}/${id}`

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
    await recordAudit(trx, {
      action: 'imports.uploaded',
      actorId,
      ip,
      subject: `import-file:${id}`,
      detail: { name, size },
    })
  })
  return { url: uploadUrl(id), name, size }
}

async function store(storage: FileStorage, id: string, content: AsyncIterable<Uint8Array>) {
  try {
    const { size } = await storage.put(storageKey(id), content, {
      maxBytes: maxUploadBytes,
      inspect: requireRow,
    })
    return size
  } catch (error) {
    if (error instanceof FileTooLargeError)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `The file has more than ${maxUploadBytes / 1_000_000} MB. Compress it with gzip, or ` +
          'import it by its address.',
      )
    throw error
  }
}

/**
 * @throws {AppError} where nothing can be read of the file, and nobody has to wait to learn of it.
 */
async function requireRow(path: string) {
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

/** Removes files that no row knows. */
export const sweepImportFiles = async ({ db, storage }: Stored): Promise<void> =>
  sweepFolder(storage, folder, await cutOff(db, unusedUploadDays), (ids) =>
    queries.findKnownFiles(db, ids),
  )

export const sweepImportFilesTask = defineTask({ name: 'sweep-import-files' })
