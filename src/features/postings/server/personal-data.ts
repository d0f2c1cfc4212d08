import { sql, type RawBuilder } from 'kysely'
import type { PersonalData } from '#features/accounts/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { PostingDetail } from '../contract.ts'
import type { PostingChanges } from '../schemas.ts'
import { deleteLinks, forgetContacts, hasPosted } from './queries-forms.ts'
import { deleteWaitingEditsOf, findWaitingEdits } from './queries-moderation.ts'
import { findPostingsOf, lockPostingsFrom, lockPostingsOf } from './queries.ts'
import type { By } from './scope.ts'
import { applyTransitionToAll } from './transitions.ts'
import { detailOf } from './views.ts'

/** Export and erasure of postings. */

export const postingsPersonalData: PersonalData = {
  name: 'postings',
  isUsed: (db, { id }) => hasPosted(db, id),
  export: exportPostings,
  erase: removePostingsOf,
  eraseAddress: removePostingsFrom,
}

/** For the export of personal data. */
async function exportPostings(
  db: Db,
  { id }: Pick<Viewer, 'id'>,
): Promise<(PostingDetail & { changes?: PostingChanges })[]> {
  const postings = await findPostingsOf(db, id)
  const edits = await findWaitingEdits(db, idsOf(postings))
  const exported = postings.map((posting) => {
    const edit = edits.get(posting.id)
    return { ...detailOf(posting, null, edit), ...(edit && { changes: edit.fields }) }
  })
  return exported.toReversed()
}

/** Removes all postings of an account that is being deleted, with their contact addresses. */
async function removePostingsOf(
  trx: Db,
  { id }: Pick<Viewer, 'id'>,
  by: By = { actor: 'owner', actorId: id },
) {
  await applyTransitionToAll(trx, await lockPostingsOf(trx, id), { action: 'remove', ...by })
  await forget(trx, sql`owner_id = ${id}`)
}

async function forget(trx: Db, which: RawBuilder<unknown>) {
  await deleteWaitingEditsOf(trx, which)
  await forgetContacts(trx, which)
}

/** The same for those that somebody posted without an account. Their links end. */
async function removePostingsFrom(trx: Db, email: string, by: By) {
  const postings = await lockPostingsFrom(trx, email)
  if (postings.length === 0) return 0
  const open = postings.filter(({ status }) => status !== 'removed')
  await applyTransitionToAll(trx, open, { action: 'remove', ...by })
  await deleteLinks(trx, idsOf(postings))
  await forget(trx, sql`jobs.id = any (${idsOf(postings)}::uuid[])`)
  return postings.length
}
