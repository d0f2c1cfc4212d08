import { findUser } from '#features/accounts/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import type { CvOpenings } from '../contract.ts'
import { fileSizeText } from '../model.ts'
import * as queries from './queries.ts'
import { getStored, removeUnattached, type Cvs, type StoredCv } from './service.ts'

/**
 * Attaches the CV on file to an inquiry, in the transaction that adds the inquiry. Files are immutable, so the copy is a row that
 * keeps the file when another CV replaces it. `about` tells the physician which inquiry it is.
 */
export async function attachCv(
  transaction: Db,
  { physicianId, inquiryId, about }: { physicianId: string; inquiryId: string; about: string },
): Promise<void> {
  await queries.lockCvs(transaction, physicianId)
  const file = await queries.findCvOnFile(transaction, physicianId)
  if (!file) throw new AppError('VALIDATION_FAILED', 'You have no CV on file to attach.')
  await queries.insertAttachment(transaction, {
    inquiry_id: inquiryId,
    physician_id: physicianId,
    file_id: file.id,
    about,
  })
}

/** Withdraws an inquiry's copy. Its openings stay recorded. */
export const detachCv = async (transaction: Db, inquiryId: string): Promise<void> =>
  removeUnattached(transaction, await queries.clearAttachment(transaction, inquiryId))

/** Attaches what a visitor uploaded; `physicianId` if the address is an account's. */
export async function attachGuestCv(
  transaction: Db,
  { id, inquiryId, about, physicianId }: { id: string; inquiryId: string; about: string; physicianId: string | null },
): Promise<void> {
  await queries.insertAttachment(transaction, { inquiry_id: inquiryId, physician_id: null, file_id: id, about })
  if (physicianId !== null) await queries.claimAttachments(transaction, physicianId, [inquiryId])
}

/** The attachment of an inquiry; name and size are null once it was withdrawn. */
export type AttachedCv = { fileName: string | null; fileSize: string | null; openedAt: Date | null }

/** The attachments of these inquiries, if they have one. */
export async function findAttachedCvs(db: Db, inquiryIds: readonly string[]): Promise<Map<string, AttachedCv>> {
  const found = await queries.findAttachments(db, inquiryIds)
  return new Map(
    found.map(({ inquiry_id, file_name, size, opened_at }) => [
      inquiry_id,
      { fileName: file_name, fileSize: size === null ? null : fileSizeText(size), openedAt: opened_at },
    ]),
  )
}

export type Opening = {
  inquiryId: string
  /** Posters without an account have a name only. */
  by: Viewer | { name: string }
  /** What the physician reads in place of the name and company of an account. */
  as?: string | undefined
  ip: string
  /** Runs in the transaction that records the opening, and throws to refuse it. */
  claim?: ((transaction: Db) => Promise<void>) | undefined
}

/**
 * Opens an inquiry's copy, and records it. The caller has loaded the inquiry through the viewer or through a secret link, and so
 * has checked access.
 */
export async function openAttachedCv({ db, storage }: Cvs, opening: Opening): Promise<StoredCv> {
  const file = await queries.findAttachedCv(db, opening.inquiryId)
  if (!file) throw new AppError('NOT_FOUND', 'This CV is no longer available. The physician removed it.')
  const stored = await getStored(storage, file)
  try {
    await recordOpening(db, opening, file.id)
  } catch (error) {
    stored.content.destroy()
    throw error
  }
  return stored
}

async function recordOpening(db: Db, { inquiryId, by, as, ip, claim }: Opening, fileId: string): Promise<void> {
  const openerId = 'id' in by ? by.id : null
  const opener = as ?? ('id' in by ? await openerText(db, by) : by.name)
  await db.transaction().execute(async (transaction) => {
    await claim?.(transaction)
    await queries.insertOpening(transaction, { inquiry_id: inquiryId, opened_by: openerId, opener })
    await recordAudit(transaction, {
      action: 'cv.opened',
      actorId: openerId,
      subject: `cv:${fileId}`,
      ip,
      detail: { inquiryId },
    })
  })
}

async function openerText(db: Db, viewer: Viewer): Promise<string> {
  const user = await findUser(db, viewer.id)
  const name = [viewer.firstName, viewer.lastName].filter(Boolean).join(' ')
  return [name, user?.company_name].filter(Boolean).join(', ') || 'The employer'
}

const openingsShown = 100

export async function listCvOpenings(db: Db, physicianId: string): Promise<CvOpenings> {
  const [openings, total, attachedTo] = await Promise.all([
    queries.findOpenings(db, physicianId, openingsShown),
    queries.countOpenings(db, physicianId),
    queries.countAttachments(db, physicianId),
  ])
  const shown = openings.map(({ id, opener, opened_at: openedAt, about }) => ({
    id,
    openedBy: opener,
    openedAt: openedAt.toISOString(),
    about,
  }))
  return { openings: shown, total, attachedTo }
}
