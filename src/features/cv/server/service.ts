import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import { FileTooLargeError } from '#server/lib/storage/storage.ts'
import type { FileStorage } from '#server/lib/storage/storage.ts'
import type { CvSummary } from '../contract.ts'
import type { CvFormat, CvRefusal } from '../model.ts'
import { formatOfName, maxCvBytes, refusalText } from '../model.ts'
import { inspectCv } from './inspection/inspect-cv.ts'
import * as queries from './queries.ts'
import type { Upload } from './read-upload.ts'
import { removeFiles } from './removal.ts'
import type { StoredCv } from './send-cv.ts'
import { storageKey } from './storage-key.ts'
import type { CvFile } from './tables.ts'
import { summaryOf } from './views.ts'

export type Cvs = { db: Db; storage: FileStorage }

/**
 * Puts a CV on file, instead of the one there. The file is safe before its row is; should the process end in between, the
 * sweep finds a file that no row knows. The earlier file goes after the commit, unless an inquiry has it.
 */
export async function uploadCv({ db, storage }: Cvs, physicianId: string, upload: Upload): Promise<CvSummary> {
  const id = randomUUIDv7()
  const { size, format } = await storeCv(storage, id, upload)
  return db.transaction().execute(async (transaction) => {
    await queries.lockCvs(transaction, physicianId)
    await queries.markReplaced(transaction, physicianId)
    const row = { id, physician_id: physicianId, file_name: upload.fileName, format, size }
    const file = await queries.insertCvFile(transaction, row)
    await removeFiles(transaction, await queries.deleteUnusedCvFiles(transaction, physicianId))
    return summaryOf(file)
  })
}

async function storeCv(
  storage: FileStorage,
  id: string,
  { fileName, content }: Upload,
): Promise<{ size: number; format: CvFormat }> {
  if (!formatOfName(fileName)) throw refused('type')
  try {
    const { size, inspected } = await storage.put(storageKey(id), content, {
      maxBytes: maxCvBytes,
      async inspect(path) {
        const format = await inspectCv(path, fileName)
        if (!format) throw refused('type')
        return format
      },
    })
    return { size, format: inspected }
  } catch (error) {
    throw error instanceof FileTooLargeError ? refused('size') : error
  }
}

function refused(refusal: CvRefusal): AppError {
  const message = refusalText(refusal)
  return new AppError(refusal === 'size' ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_FAILED', message, [{ field: 'cv', message }])
}

/** Deletes somebody's CV and every copy of it, whatever it is attached to. It is no error if there is none. */
export async function deleteCv(db: Db, physicianId: string): Promise<void> {
  await db.transaction().execute((transaction) => deleteCvsOf(transaction, physicianId))
}

/** The same within the caller's transaction. */
export async function deleteCvsOf(transaction: Db, physicianId: string): Promise<void> {
  await queries.lockCvs(transaction, physicianId)
  await removeFiles(transaction, await queries.deleteCvFiles(transaction, physicianId))
}

/** The CV on file, to be sent. */
export async function downloadCv({ db, storage }: Cvs, physicianId: string): Promise<StoredCv> {
  const file = await queries.findCvOnFile(db, physicianId)
  if (!file) throw new AppError('NOT_FOUND', 'There is no CV on file.')
  return getStored(storage, file)
}

/** @throws if the storage has lost the file: then somebody has to be told, and an error stands in the log. */
export async function getStored(storage: FileStorage, file: CvFile): Promise<StoredCv> {
  const stored = await storage.get(storageKey(file.id))
  if (!stored) throw new Error(`The storage has lost the CV ${file.id}`)
  return { ...stored, fileName: file.file_name, format: file.format }
}

/** What the current user's payload says of the CV on file. */
export async function findCvSummary(db: Db, physicianId: string): Promise<CvSummary> {
  return summaryOf(await queries.findCvOnFile(db, physicianId))
}
