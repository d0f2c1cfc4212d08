import type { PersonalData } from '#features/accounts/server/public.ts'
import { deleteCvsOf, findCvSummary, listCvOpenings } from './service.ts'

export { claimAttachments, findAttachedNames, findSameCvs, lockCvs } from './queries.ts'
export { acceptCv, readForm } from './read-upload.ts'
export { sendCv } from './routes.ts'
export type { CvTables } from './queries.ts'
export {
  addGuestCv,
  attachCv,
  attachGuestCv,
  deleteAttachmentsOf,
  deleteGuestCvs,
  detachCv,
  findCvSummary,
  hasCvOnFile,
  idleCvRetention,
  openAttachedCv,
  openFile,
  storeGuestCv,
  type Cvs,
  type StoredCv,
} from './service.ts'

export const cvPersonalData: readonly PersonalData[] = [
  {
    name: 'cv',
    isUsed: async (db, { id }) => (await findCvSummary(db, id)).cvFileName !== null,
    export: (db, { id }) => findCvSummary(db, id),
    erase: (transaction, { id }) => deleteCvsOf(transaction, id),
  },
  { name: 'cvOpenings', export: (db, { id }) => listCvOpenings(db, id) },
]
