import { hash, randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { idleCvWarningDays, site } from '#features/site/config.ts'
import { whenNoBackup } from '#platform/server/backup/backup.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import type { VirusScanner } from '#platform/server/clamd.ts'
import { Semaphore } from '#platform/server/http/semaphore.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import { cutOff, deletion } from '#platform/server/retention.ts'
import {
  FileTooLargeError,
  sweepFolder,
  type FileStorage,
  type StoredFile,
} from '#platform/server/storage/storage.ts'
import {
  defineTask,
  enqueueTask,
  handleTask,
  type TaskHandler,
} from '#platform/server/tasks/task.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { resumePath } from '#shared/paths.ts'
import type { CvOpenings, CvSummary } from '../contract.ts'
import {
  fileSizeText,
  formatOfName,
  maxCvBytes,
  refusalText,
  type CvFormat,
  type CvRefusal,
} from '../model.ts'
import { findActiveContent } from './inspection/check-content.ts'
import { inspectCv } from './inspection/inspect-cv.ts'
import { readCvText } from './inspection/read-text.ts'
import * as queries from './queries.ts'

export type Cvs = {
  db: Db
  storage: FileStorage
  /** Uploads are scanned by it, if there is one. */
  scanner?: VirusScanner | undefined
  /** What a server checks at once. Commands and tasks check nothing, or one after the other. */
  checks?: Semaphore
}

/** A check takes 20 MB, one of a hostile file up to 300, and reading words 100. */
const mbPerCheck = 512

/** Bounds how many CVs are checked or read at once. All that wait have been admitted. */
export const checksOfCvs = (memoryMb: number): Semaphore =>
  new Semaphore({
    atOnce: Math.max(1, Math.min(8, Math.floor(memoryMb / mbPerCheck))),
    waiting: Number.POSITIVE_INFINITY,
  })

export type Upload = {
  fileName: string
  /** Throws at the end if something follows the file. */
  content: AsyncIterable<Uint8Array>
}

/**
 * Stores a CV in place of the current one. The file is stored before its row; if the process dies
 * in between, the sweep removes it. The earlier file is removed after the commit, unless it is
 * attached to an inquiry.
 */
export async function uploadCv(cvs: Cvs, physicianId: string, upload: Upload): Promise<CvSummary> {
  const id = randomUUIDv7()
  const stored = await storeCv(cvs, id, upload)
  return inTransaction(cvs.db, async (trx) => {
    await queries.lockCvs(trx, physicianId)
    await queries.markReplaced(trx, physicianId)
    const row = { id, physician_id: physicianId, file_name: upload.fileName, ...stored }
    const file = await queries.insertCvFile(trx, row)
    await removeUnused(trx, physicianId)
    return summaryOf(file)
  })
}

/** Checks and stores a visitor's file, as an account's. `addGuestCv` adds its row. */
export async function storeGuestCv(cvs: Cvs, upload: Upload) {
  const id = randomUUIDv7()
  return { id, fileName: upload.fileName, ...(await storeCv(cvs, id, upload)) }
}

type GuestCv = Awaited<ReturnType<typeof storeGuestCv>>

export const addGuestCv = (trx: Db, { fileName, ...file }: GuestCv) =>
  queries.insertCvFile(trx, {
    ...file,
    physician_id: null,
    file_name: fileName,
    replaced_at: new Date(),
  })

const checkInTurn = <T>({ checks }: Cvs, check: () => Promise<T>): Promise<T> =>
  checks ? checks.run('', check) : check()

async function storeCv(cvs: Cvs, id: string, { fileName, content }: Upload) {
  const { storage, scanner } = cvs
  if (!formatOfName(fileName)) throw refused('type')
  try {
    const { size, inspected } = await storage.put(storageKey(id), content, {
      maxBytes: maxCvBytes,
      inspect: (path) =>
        checkInTurn(cvs, async () => {
          const format = await inspectCv(path, fileName)
          if (!format) throw refused('type')
          const finding = await findActiveContent(path, format)
          if (finding) throw refused(finding)
          if (scanner && (await scanner.scan(path)) === 'infected') throw refused('infected')
          return { format, content_hash: hash('sha256', await readFile(path), 'buffer') }
        }),
    })
    return { size, ...inspected }
  } catch (error) {
    throw error instanceof FileTooLargeError ? refused('size') : error
  }
}

const refused = (refusal: CvRefusal) =>
  fieldError(
    'cv',
    refusalText(refusal),
    refusal === 'size' ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_FAILED',
  )

/** Deletes a physician's CV and all attached copies. Idempotent. */
export async function deleteCvsOf(trx: Db, physicianId: string): Promise<void> {
  await queries.lockCvs(trx, physicianId)
  await removeFiles(trx, await queries.deleteCvFiles(trx, physicianId))
}

const [batch, deletedAtOnce] = [200, 50]

/** CVs of physicians who have not signed in since, and were warned; the attached copies go, too. */
export const idleCvRetention = deletion({
  what: 'CVs of physicians who no longer sign in, and were warned',
  of: 'cv_files',
  count: queries.countWarnedPhysicians,
  async delete(trx, before) {
    const ids = await queries.findWarnedPhysicians(trx, before, deletedAtOnce)
    for (const id of ids.toSorted()) await deleteCvsOf(trx, id)
    return ids.length
  },
  warn: (db, before, { publicUrl }) =>
    inTransaction(db, async (trx) => {
      const physicians = await queries.markIdleWarned(trx, before, batch)
      const mails = physicians.flatMap(({ id, email, first_name: name }) => {
        const content = idleCvMail({ name, days: idleCvWarningDays, href: publicUrl + resumePath })
        return email === null
          ? []
          : [{ cause: `idle-cv:${id}:${randomUUIDv7()}`, to: email, content }]
      })
      await enqueueMails(trx, mails)
      return physicians.length
    }),
})

/** For inquiries that are deleted: their copies, and the record of openings. */
export const deleteAttachmentsOf = async (trx: Db, inquiryIds: readonly string[]) =>
  removeUnattached(trx, await queries.deleteAttachments(trx, inquiryIds))

/** Removes the files of copies that are gone, unless something else needs them. */
async function removeUnattached(trx: Db, copies: readonly queries.Copy[]) {
  const files = copies.flatMap((copy) => copy.file_id ?? [])
  for (const physicianId of new Set(copies.map((copy) => copy.physician_id))) {
    if (physicianId === null) await deleteGuestCvs(trx, files)
    else await removeUnused(trx, physicianId)
  }
}

async function removeUnused(trx: Db, physicianId: string) {
  await queries.lockCvs(trx, physicianId)
  await removeFiles(trx, await queries.deleteUnusedCvFiles(trx, physicianId))
}

/**
 * Deletes what visitors uploaded, with the inquiries that wait with it; not what is attached.
 * Idempotent.
 */
export async function deleteGuestCvs(trx: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await queries.lockCvs(trx, id)
  if (ids.length > 0) await removeFiles(trx, await queries.deleteGuestCvFiles(trx, ids))
}

/** Sends the CV on file. */
export async function downloadCv({ db, storage }: Cvs, physicianId: string): Promise<StoredCv> {
  const file = await queries.findCvOnFile(db, physicianId)
  if (!file) throw new AppError('NOT_FOUND', 'You have no CV on file.')
  return getStored(storage, file)
}

/** The words of the CV on file; without them, where they cannot be read. */
export async function readCvOnFile(cvs: Cvs, physicianId: string) {
  const { content, format } = await downloadCv(cvs, physicianId)
  return { format, text: await checkInTurn(cvs, () => readCvText(content, format)) }
}

/** A visitor's file, or one of a thread; the caller has checked access. */
export async function openFile({ db, storage }: Cvs, id: string): Promise<StoredCv> {
  const file = await queries.findCvFile(db, id)
  if (!file) throw new AppError('NOT_FOUND', 'This file is no longer available.')
  return getStored(storage, file)
}

export async function getStored(storage: FileStorage, file: queries.CvFile): Promise<StoredCv> {
  const stored = await storage.get(storageKey(file.id))
  if (!stored) throw new Error(`The storage has lost the CV ${file.id}`)
  return { ...stored, fileName: file.file_name, format: file.format }
}

/**
 * Attaches the CV on file to an inquiry, in the transaction that adds the inquiry. Files are
 * immutable, so the copy is a row that keeps the file when another CV replaces it. `about` tells
 * the physician which inquiry it is.
 */
export async function attachCv(
  trx: Db,
  { physicianId, inquiryId, about }: { physicianId: string; inquiryId: string; about: string },
): Promise<void> {
  await queries.lockCvs(trx, physicianId)
  const file = await queries.findCvOnFile(trx, physicianId)
  if (!file) throw new AppError('VALIDATION_FAILED', 'You have no CV on file to attach.')
  await queries.insertAttachment(trx, {
    inquiry_id: inquiryId,
    physician_id: physicianId,
    file_id: file.id,
    about,
  })
}

/** Whether it is the one that an inquiry has. */
export const hasCvOnFile = async (db: Db, physicianId: string, inquiryId: string) =>
  (await queries.findAttachedCv(db, inquiryId))?.id ===
  (await queries.findCvOnFile(db, physicianId))?.id

/** Withdraws an inquiry's copy. Its openings stay recorded. */
export const detachCv = async (trx: Db, inquiryId: string) =>
  removeUnattached(trx, await queries.clearAttachment(trx, inquiryId))

/** Attaches what a visitor uploaded; `physicianId` if the address is an account's. */
export async function attachGuestCv(
  trx: Db,
  {
    id,
    inquiryId,
    about,
    physicianId,
  }: { id: string; inquiryId: string; about: string; physicianId: string | null },
): Promise<void> {
  await queries.insertAttachment(trx, {
    inquiry_id: inquiryId,
    physician_id: null,
    file_id: id,
    about,
  })
  if (physicianId !== null) await queries.claimAttachments(trx, physicianId, [inquiryId])
}

const openingsShown = 100

export async function listCvOpenings(db: Db, physicianId: string): Promise<CvOpenings> {
  const [openings, attachedTo] = await Promise.all([
    queries.findOpenings(db, physicianId, openingsShown),
    queries.countAttachments(db, physicianId),
  ])
  return {
    openings: openings.map(({ id, openedBy, about, at }) => ({
      id,
      openedBy,
      about,
      openedAt: at.toISOString(),
    })),
    total: openings[0]?.total ?? 0,
    attachedTo,
  }
}

/** The CV on file in the current user's payload. */
export const findCvSummary = async (db: Db, physicianId: string) =>
  summaryOf(await queries.findCvOnFile(db, physicianId))

/** The storage folder. Keys contain nothing that people typed. */
const cvFolder = 'cv'

const storageKey = (id: string) => `${cvFolder}/${id}`

const summaryOf = (file: queries.CvFile | undefined) => ({
  cvFileName: file?.file_name ?? null,
  cvFileSize: file ? fileSizeText(file.size) : null,
  cvUploadedAt: file?.uploaded_at.toISOString() ?? null,
})

const removeCvFile = defineTask({
  name: 'remove-cv-file',
  schema: z.object({ id: z.uuid() }),
  retries: 20,
})

/**
 * Enqueues the removal of files in the transaction that deletes their rows. Ids are never reused,
 * so a late or repeated removal is harmless.
 */
async function removeFiles(trx: Db, ids: readonly string[]) {
  for (const id of ids) await enqueueTask(trx, removeCvFile, { id })
}

/** Removes files without a row, left by aborted uploads. */
export const sweep = defineTask({ name: 'sweep-cv-files' })

export function cvTasks({ db, storage }: Cvs): TaskHandler[] {
  const sweepCvs = async () =>
    sweepFolder(storage, cvFolder, await cutOff(db, 1), (ids) => queries.findKnownCvFiles(db, ids))
  return [
    handleTask(removeCvFile, ({ id }) =>
      whenNoBackup(db, () => removeCvFiles({ db, storage }, id)),
    ),
    handleTask(sweep, () => whenNoBackup(db, sweepCvs), { cron: '45 3 * * *' }),
  ]
}

/** What a rule deleted may come back: its file goes with the sweep. */
async function removeCvFiles({ db, storage }: Cvs, id: string) {
  if (!(await queries.findKnownCvFiles(db, [id])).has(id)) await storage.remove(storageKey(id))
}

export type StoredCv = StoredFile & { fileName: string; format: CvFormat }

/** To a physician who has not signed in for a long time. */
export function idleCvMail({
  name,
  days,
  href,
}: {
  name: string | null
  days: number
  href: string
}): MailContent {
  const who = harmlessName(name ?? '')
  return mailOf({
    subject: `We will delete your ${site.name} CV in ${days} days`,
    body: [
      `${who ? `Hello ${who}.` : 'Hello.'} You have not signed in for a long time. We will also delete the copies that you sent with inquiries.`,
      'To keep your CV, sign in before then. If you no longer need it, do nothing.',
    ],
    button: ['Sign in and keep my CV', href],
    reason: `You get this email because you stored your CV on ${site.name}.`,
  })
}
