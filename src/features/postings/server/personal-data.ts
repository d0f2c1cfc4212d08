import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { PostingDetail } from '../contract-parts.ts'
import { requireLocked, requirePosting } from './find.ts'
import { findPostingIds, forgetContacts } from './queries.ts'
import { ownPostings } from './scope.ts'
import { applyTransition } from './transitions.ts'
import type { Transition } from './transitions.ts'
import { detailOf } from './views.ts'

/** For people who want to see all that we keep about them. */
export async function exportPostings(db: Db, { id }: Pick<Viewer, 'id'>): Promise<PostingDetail[]> {
  const scope = ownPostings(id)
  const postings: PostingDetail[] = []
  for (const postingId of await findPostingIds(db, scope))
    postings.push(detailOf(await requirePosting(db, scope, postingId), null))
  return postings
}

/** Takes down all postings of an account that is going, and forgets where inquiries about them went. */
export async function removePostingsOf(
  trx: Db,
  { id }: Pick<Viewer, 'id'>,
  by: Pick<Transition, 'actor' | 'actorId'> = { actor: 'owner', actorId: id },
): Promise<void> {
  const scope = ownPostings(id)
  for (const postingId of await findPostingIds(trx, scope)) {
    const posting = await requireLocked(trx, scope, postingId)
    await applyTransition(trx, { posting, action: 'remove', ...by })
  }
  await forgetContacts(trx, id)
}
