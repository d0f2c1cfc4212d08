import type { PersonalData } from '#features/accounts/server/public.ts'
import { listCvOpenings } from './attachments.ts'
import { deleteCvsOf, findCvSummary } from './service.ts'

export { attachCv, detachCv, findAttachedCvs, openAttachedCv } from './attachments.ts'
export type { AttachedCv } from './attachments.ts'
export { sendCv } from './service.ts'
export { findCvSummary } from './service.ts'
export type { Cvs, StoredCv } from './service.ts'

export { idleCvRetention, deleteAttachmentsOf } from './service.ts'

export const cvPersonalData: readonly PersonalData[] = [
  { name: 'cv', export: (db, { id }) => findCvSummary(db, id), erase: (transaction, { id }) => deleteCvsOf(transaction, id) },
  { name: 'cvOpenings', export: (db, { id }) => listCvOpenings(db, id) },
]
