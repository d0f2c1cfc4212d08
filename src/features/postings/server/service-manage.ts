import { findUser } from '#features/accounts/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import { AppError } from '#shared/errors.ts'
import type { ManagedPosting } from '../contract-manage.ts'
import type { PostingDetail } from '../contract-parts.ts'
import type { PostingChanges } from '../schemas.ts'
import { requireLocked } from './find.ts'
import { deleteManageLinks } from './queries-links.ts'
import { updatePosting as writePosting } from './queries.ts'
import { managedBy } from './scope.ts'
import * as changes from './service-changes.ts'
import { applyTransition, laterThan } from './transitions.ts'
import { detailOf } from './views.ts'

/** What the manage link in a mail opens: one posting, for whoever holds the link. */

export async function getManagedPosting(db: Db, token: string): Promise<ManagedPosting> {
  return managedOf(await changes.getPosting(db, managedBy(token), null))
}

export async function updateManagedPosting(db: Db, token: string, wanted: PostingChanges): Promise<ManagedPosting> {
  return managedOf(await changes.updatePosting(db, managedBy(token), null, wanted))
}

export async function renewManagedPosting(db: Db, token: string): Promise<ManagedPosting> {
  return managedOf(await changes.renewPosting(db, managedBy(token), null))
}

export async function deleteManagedPosting(db: Db, token: string): Promise<void> {
  await changes.deletePosting(db, managedBy(token), null)
}

/** The link proves the posting, the verified address that its author is who is signed in. */
export async function claimPosting(db: Db, viewer: Viewer, token: string): Promise<PostingDetail> {
  return db.transaction().execute(async (trx) => {
    const posting = await requireLocked(trx, managedBy(token), null)
    if (viewer.email === null || viewer.email !== posting.contact_email)
      throw new AppError('CONFLICT', `Please sign in with ${posting.contact_email} to claim this posting.`)
    if (!viewer.emailVerified) throw new AppError('CONFLICT', 'Please confirm your email address first, then claim the posting.')
    await applyTransition(trx, { posting, action: 'claim', actor: 'owner', actorId: viewer.id })
    const account = await findUser(trx, viewer.id)
    const owned = {
      owner_id: viewer.id,
      is_verified_hospital: account?.is_verified_hospital ?? false,
      updated_at: laterThan(posting.updated_at, new Date()),
    }
    await writePosting(trx, posting.id, owned)
    await deleteManageLinks(trx, posting.id)
    return detailOf({ ...posting, ...owned }, null)
  })
}

const managedOf = (posting: PostingDetail): ManagedPosting => ({ posting, claimableBy: posting.contactEmail })
