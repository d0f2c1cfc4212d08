import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { PostingDetail } from '../contract-parts.ts'
import type { PostingChannel } from '../model.ts'
import { requireLocked } from './find.ts'
import { mailApproved, mailRejected, mailRemoved } from './mails.ts'
import type { Links } from './mails.ts'
import { countPending, countUnread, findPending, findPostingsById, findUnread } from './queries-moderation.ts'
import { everyPosting } from './scope.ts'
import { applyTransition } from './transitions.ts'
import { detailOf } from './views.ts'

/** What moderators do. Who may moderate, the caller has checked. */

type Moderator = { actorId: string }

/** Waits for approval, or is live and waits to be read: `since` says from when on. */
export type PostingToRead = { posting: PostingDetail; since: Date }

/** Those that were posted first; imports can be left out, or alone. */
export async function listPending(
  db: Db,
  range: { channels: readonly PostingChannel[]; limit: number; offset: number },
): Promise<PostingToRead[]> {
  return (await findPending(db, range)).map((row) => ({ posting: detailOf(row, null), since: row.created_at }))
}

/** Live postings that nobody has read yet, or not since they were changed. */
export async function listUnread(db: Db, range: { limit: number; offset: number }): Promise<PostingToRead[]> {
  return (await findUnread(db, range)).map(({ since, ...row }) => ({ posting: detailOf(row, null), since }))
}

export async function countToModerate(db: Db): Promise<{ pending: number; unread: number }> {
  const [pending, unread] = await Promise.all([countPending(db), countUnread(db)])
  return { pending, unread }
}

export const approvePosting = (db: Db, links: Links, id: string, { actorId }: Moderator) =>
  moderate(db, id, async (trx, posting) => {
    const live = await applyTransition(trx, { posting, action: 'approve', actor: 'administrator', actorId })
    await mailApproved(trx, links, live)
    return live
  })

/** The reason is shown and mailed to whoever posted it. */
export const rejectPosting = (db: Db, links: Links, id: string, { actorId, reason }: Moderator & { reason: string }) =>
  moderate(db, id, async (trx, posting) => {
    const rejected = await applyTransition(trx, { posting, action: 'reject', actor: 'administrator', actorId, reason })
    await mailRejected(trx, links, rejected, reason)
    return rejected
  })

export const removePosting = (db: Db, links: Links, id: string, { actorId, reason }: Moderator & { reason: string }) =>
  moderate(db, id, async (trx, posting) => {
    const removed = await applyTransition(trx, { posting, action: 'remove', actor: 'administrator', actorId, reason })
    await mailRemoved(trx, links, removed, reason)
    return removed
  })

/** Leaves a live posting where it is. */
export const readPosting = (db: Db, id: string, { actorId }: Moderator) =>
  moderate(db, id, (trx, posting) => applyTransition(trx, { posting, action: 'read', actor: 'administrator', actorId }))

/** Postings in whatever state, by their ids. */
export async function findPostingDetails(db: Db, ids: readonly string[]): Promise<Map<string, PostingDetail>> {
  return new Map((await findPostingsById(db, ids)).map((row) => [row.id, detailOf(row, null)]))
}

/** Joins the caller's transaction, if it has one. */
async function moderate(db: Db, id: string, work: (trx: Db, posting: JobRow) => Promise<JobRow>): Promise<JobRow> {
  const inTransaction = async (trx: Db) => work(trx, await requireLocked(trx, everyPosting, id))
  return db.isTransaction ? inTransaction(db) : db.transaction().execute(inTransaction)
}
