import { fieldNames, labelOf } from '#features/jobs/fields.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import type { PostingDetail } from '../contract.ts'
import { mailEditApproved, mailEditRejected, type Links } from './mails.ts'
import type { Moderated } from './moderation.ts'
import { deleteWaitingEdit, findWaitingEdit, findWaitingEdits } from './queries-edits.ts'
import { findPostingsById } from './queries-moderation.ts'
import { requireLocked } from './queries.ts'
import { moderatedBy } from './scope.ts'
import { changedFields, columnsAfterEdit, versionOf, write } from './service-changes.ts'
import { applyTransition } from './transitions.ts'
import { detailOf } from './views.ts'

/** Moderators decide about edits that wait while the accepted version stays. */

/** The version that the moderator saw. */
type Seen = { actorId: string; version: string }

/** Applies it to the posting as it is now. */
export async function approveEdit(trx: Db, links: Links, id: string, { actorId, version }: Seen): Promise<Moderated> {
  const { posting, edit } = await lockEdit(trx, id, actorId, version)
  await deleteWaitingEdit(trx, id)
  const written = await write(
    trx,
    moderatedBy(actorId),
    posting,
    await columnsAfterEdit(trx, posting, edit.fields),
    'approveEdit',
  )
  await mailEditApproved(trx, links, written)
  return { posting: written, eventId: null }
}

/** The poster gets the reason. */
export async function rejectEdit(
  trx: Db,
  links: Links,
  id: string,
  { actorId, version, reason }: Seen & { reason: string },
): Promise<Moderated> {
  const { posting } = await lockEdit(trx, id, actorId, version)
  await deleteWaitingEdit(trx, id)
  const change = { action: 'rejectEdit', actor: 'administrator', actorId, reason } as const
  const { eventId } = await applyTransition(trx, { posting, ...change })
  await mailEditRejected(trx, links, posting, { eventId, reason })
  return { posting, eventId: null }
}

/** @throws {AppError} CONFLICT if poster or moderator changed it since. */
async function lockEdit(trx: Db, id: string, actorId: string, version: string) {
  const posting = await requireLocked(trx, moderatedBy(actorId), id)
  const edit = await findWaitingEdit(trx, id)
  if (!edit) throw new AppError('CONFLICT', 'No edit of this posting waits any more.')
  if (versionOf(posting, edit).getTime() !== Date.parse(version))
    throw new AppError('CONFLICT', 'This posting was edited again in the meantime. Please look at the new version.')
  return { posting, edit }
}

export type EditToRead = {
  version: string
  changes: { label: string; before: string; after: string }[]
  /** As it would be. */
  edited: PostingDetail
}

/** Waiting edits as differences to what is public now. */
export async function findEditsToRead(db: Db, ids: readonly string[]): Promise<Map<string, EditToRead>> {
  const [edits, postings] = await Promise.all([findWaitingEdits(db, ids), findPostingsById(db, [...ids])])
  const entries = postings.map(async (posting): Promise<[string, EditToRead][]> => {
    const edit = edits.get(posting.id)
    if (!edit) return []
    const edited = { ...posting, ...(await columnsAfterEdit(db, posting, edit.fields)) } as JobRow
    const [before, after] = [detailOf(posting, null), detailOf(edited, null)]
    const changes = changedFields(posting, edited).map((field) => ({
      label: fieldNames.some((it) => it === field) ? labelOf(field) : field,
      before: textOf(before[field as keyof typeof before]),
      after: textOf(after[field as keyof typeof after]),
    }))
    return [[posting.id, { version: versionOf(posting, edit).toISOString(), changes, edited: after }]]
  })
  return new Map((await Promise.all(entries)).flat())
}

function textOf(value: PostingDetail[keyof PostingDetail]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
}
