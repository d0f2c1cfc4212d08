import type { ErasureRequest } from '#features/accounts/administration.ts'
import {
  administer,
  deleteUser,
  exportAccount,
  keepAnAdministrator,
  requireDeletable,
  requirePassword,
} from '#features/accounts/server/public.ts'
import type { Deed, User } from '#features/accounts/server/public.ts'
import { exportAlerts } from '#features/alerts/server/public.ts'
import { deleteCvsOf, findCvSummary, listCvOpenings } from '#features/cv/server/public.ts'
import { exportFavorites } from '#features/favorites/server/public.ts'
import { eraseInquiriesOf, exportInquiries } from '#features/inquiries/server/public.ts'
import { unsubscribeAddress } from '#features/newsletter/server/public.ts'
import { exportPostings, removePostingsOf } from '#features/postings/server/public.ts'
import { exportWidget } from '#features/widget/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import { AppError } from '#shared/errors.ts'

/** Everything that is kept about somebody, by the feature that keeps it. */
export async function exportMyData(db: Db, viewer: Viewer): Promise<Record<string, unknown>> {
  const { id } = viewer
  const [account, cv, cvOpenings, favorites, inquiries, alerts, postings, widget] = await Promise.all([
    exportAccount(db, id),
    findCvSummary(db, id),
    listCvOpenings(db, id),
    exportFavorites(db, id),
    exportInquiries(db, id),
    exportAlerts(db, id),
    exportPostings(db, viewer),
    exportWidget(db, id),
  ])
  return { exportedAt: new Date().toISOString(), account, cv, cvOpenings, favorites, inquiries, alerts, postings, widget }
}

type DeleteContext = {
  ip: string
  /** Whether sample accounts open anything here. */
  demo: boolean
}

/** Deletes an account with everything that belongs to it; all of it, or on an error nothing. */
export async function deleteMyAccount(
  db: Db,
  { id }: Viewer,
  password: string | undefined,
  { ip, demo }: DeleteContext,
): Promise<void> {
  await requirePassword(db, id, password)
  await db.transaction().execute(async (transaction) => {
    const user = await requireDeletable(transaction, id, { demo })
    await erase(transaction, user, { actor: 'owner', actorId: id })
    await recordAudit(transaction, { action: 'accounts.deleted', actorId: id, subject: `user:${id}`, ip })
  })
}

/**
 * The same on request, by an administrator. The record of it names nobody but the administrator: it says when, and on whose
 * request, what had this id was erased.
 */
export async function eraseUser(
  db: Db,
  deed: Deed,
  requestedBy: ErasureRequest,
  { demo }: Pick<DeleteContext, 'demo'>,
): Promise<void> {
  const { id: actorId } = deed.administrator
  await administer(db, deed, async (transaction, user) => {
    if (user.id === actorId) throw new AppError('CONFLICT', 'Please delete your own account on your account page.')
    if (user.is_demo) throw new AppError('CONFLICT', 'A sample account cannot be deleted.')
    await keepAnAdministrator(transaction, user, { demo })
    await erase(transaction, user, { actor: 'administrator', actorId })
    await recordAudit(transaction, {
      action: 'accounts.erased',
      actorId,
      subject: `user:${user.id}`,
      ip: deed.ip,
      detail: { requestedBy, before: { role: user.role }, after: null },
    })
  })
}

async function erase(transaction: Db, user: User, by: Parameters<typeof removePostingsOf>[2]): Promise<void> {
  await removePostingsOf(transaction, user, by)
  await eraseInquiriesOf(transaction, user.id)
  await deleteCvsOf(transaction, user.id)
  if (user.email !== null && user.email_verified_at !== null) await unsubscribeAddress(transaction, user.email)
  // Sessions, links, favorites, alerts and drafts go with the row.
  await deleteUser(transaction, user.id)
}
