import { type PersonalData, findUser } from '#features/accounts/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import { findAttachedCv, insertOpening } from './queries.ts'
import {
  type Cvs,
  type StoredCv,
  deleteCvsOf,
  findCvSummary,
  getStored,
  listCvOpenings,
} from './service.ts'

export { claimAttachments, findAttachedNames, findSameCvs, lockCvs } from './queries.ts'
export { acceptCv, readForm, sendCv } from './routes.ts'
export type { CvTables } from './queries.ts'
export {
  addGuestCv,
  attachCv,
  attachGuestCv,
  checksOfCvs,
  deleteAttachmentsOf,
  deleteGuestCvs,
  detachCv,
  findCvSummary,
  hasCvOnFile,
  idleCvRetention,
  openFile,
  readCvOnFile,
  storeGuestCv,
  type Cvs,
  type StoredCv,
} from './service.ts'

export const cvPersonalData: readonly PersonalData[] = [
  {
    name: 'cv',
    isUsed: async (db, { id }) => (await findCvSummary(db, id)).cvFileName !== null,
    export: (db, { id }) => findCvSummary(db, id),
    erase: (trx, { id }) => deleteCvsOf(trx, id),
  },
  { name: 'cvOpenings', export: (db, { id }) => listCvOpenings(db, id) },
]

type Opening = {
  inquiryId: string
  /** Posters without an account have a name only. */
  by: Viewer | { name: string }
  /** What the physician reads in place of the name and company of an account. */
  as?: string | undefined
  ip: string
  /** Runs in the transaction that records the opening, and throws to refuse it. */
  claim?: ((trx: Db) => Promise<void>) | undefined
}

/**
 * Opens an inquiry's copy, and records it. The caller has loaded the inquiry through the viewer or
 * through a secret link, and so has checked access.
 */
export async function openAttachedCv({ db, storage }: Cvs, opening: Opening): Promise<StoredCv> {
  const file = await findAttachedCv(db, opening.inquiryId)
  if (!file)
    throw new AppError('NOT_FOUND', 'This CV is no longer available. The physician removed it.')
  const stored = await getStored(storage, file)
  try {
    await recordOpening(db, opening, file.id)
  } catch (error) {
    stored.content.destroy()
    throw error
  }
  return stored
}

async function recordOpening(db: Db, { inquiryId, by, as, ip, claim }: Opening, fileId: string) {
  const openerId = 'id' in by ? by.id : null
  const opener = as ?? ('id' in by ? await openerText(db, by) : by.name)
  await inTransaction(db, async (trx) => {
    await claim?.(trx)
    await insertOpening(trx, { inquiry_id: inquiryId, opened_by: openerId, opener })
    await recordAudit(trx, {
      action: 'cv.opened',
      actorId: openerId,
      subject: `cv:${fileId}`,
      ip,
      detail: { inquiryId },
    })
  })
}

async function openerText(db: Db, viewer: Viewer) {
  const user = await findUser(db, viewer.id)
  const name = [viewer.firstName, viewer.lastName].filter(Boolean).join(' ')
  return [name, user?.company_name].filter(Boolean).join(', ') || 'The employer'
}
