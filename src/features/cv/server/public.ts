import type { PersonalData } from '#features/accounts/server/public.ts'
import { listCvOpenings } from './attachments.ts'
import { deleteCvsOf, findCvSummary } from './service.ts'

export { attachCv, attachGuestCv, detachCv, findAttachedCvs, openAttachedCv } from './attachments.ts'
export type { AttachedCv } from './attachments.ts'
export { claimAttachments, findSameCvs, lockCvs } from './queries.ts'
export { acceptCv, readForm } from './read-upload.ts'
export type { CvTables } from './tables.ts'
export {
  addGuestCv,
  deleteAttachmentsOf,
  deleteGuestCvs,
  findCvSummary,
  idleCvRetention,
  openFile,
  sendCv,
  storeGuestCv,
  type Cvs,
  type StoredCv,
} from './service.ts'

export const cvPersonalData: readonly PersonalData[] = [
  { name: 'cv', export: (db, { id }) => findCvSummary(db, id), erase: (transaction, { id }) => deleteCvsOf(transaction, id) },
  { name: 'cvOpenings', export: (db, { id }) => listCvOpenings(db, id) },
]
