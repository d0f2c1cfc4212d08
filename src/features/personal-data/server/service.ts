import { deleteUser, exportAccount, requirePassword } from '#features/accounts/server/public.ts'
import { exportAlerts } from '#features/alerts/server/public.ts'
import { deleteCvsOf, findCvSummary, listCvOpenings } from '#features/cv/server/public.ts'
import { exportFavorites } from '#features/favorites/server/public.ts'
import { eraseInquiriesOf, exportInquiries } from '#features/inquiries/server/public.ts'
import { unsubscribeAddress } from '#features/newsletter/server/public.ts'
import { exportPostings, removePostingsOf } from '#features/postings/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'

/** Everything that is kept about somebody, by the feature that keeps it. */
export async function exportMyData(db: Db, viewer: Viewer): Promise<Record<string, unknown>> {
  const { id } = viewer
  const [account, cv, cvOpenings, favorites, inquiries, alerts, postings] = await Promise.all([
    exportAccount(db, id),
    findCvSummary(db, id),
    listCvOpenings(db, id),
    exportFavorites(db, id),
    exportInquiries(db, id),
    exportAlerts(db, id),
    exportPostings(db, viewer),
  ])
  return { exportedAt: new Date().toISOString(), account, cv, cvOpenings, favorites, inquiries, alerts, postings }
}

/** Deletes an account with everything that belongs to it; all of it, or on an error nothing. */
export async function deleteMyAccount(db: Db, viewer: Viewer, password: string | undefined, ip: string): Promise<void> {
  await requirePassword(db, viewer.id, password)
  await db.transaction().execute(async (transaction) => {
    await removePostingsOf(transaction, viewer)
    await eraseInquiriesOf(transaction, viewer.id)
    await deleteCvsOf(transaction, viewer.id)
    if (viewer.email !== null && viewer.emailVerified) await unsubscribeAddress(transaction, viewer.email)
    // Sessions, links, favorites, alerts and drafts go with the row.
    await deleteUser(transaction, viewer.id)
    await recordAudit(transaction, { action: 'accounts.deleted', actorId: viewer.id, subject: `user:${viewer.id}`, ip })
  })
}
