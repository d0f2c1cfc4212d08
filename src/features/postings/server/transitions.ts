import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'
import { statusLabels } from '../model.ts'
import { allows, postingActions, stateAfter } from '../state-machine.ts'
import type { PostingAction, PostingActor, PostingState } from '../state-machine.ts'
import { forgetEvent, insertEvent, markRead, markUnread, tellEvent, updatePosting } from './queries.ts'

export type Transition = {
  /** Locked by the caller's transaction. */
  posting: JobRow
  action: PostingAction
  actor: PostingActor
  actorId: string | null
  reason?: string
  /** The fields that an edit changed. */
  changed?: string[]
  now?: Date
}

/**
 * Does to a posting what the state machine allows, writes its history, and answers the posting as it then is. The one way by
 * which the server changes a status.
 * @throws {AppError} CONFLICT for what the machine does not allow.
 */
export async function applyTransition(trx: Db, transition: Transition): Promise<JobRow> {
  const { posting, action, actor, actorId, reason, now = new Date() } = transition
  if (!allows(action, stateOf(posting), actor, now)) throw new AppError('CONFLICT', refusalOf(action, posting))
  const after: ColumnsAfter = 'to' in postingActions[action] ? columnsAfter(action, posting, now) : {}
  if (after.status === undefined || after.status === posting.status) {
    if (after.status !== undefined) await updatePosting(trx, posting.id, after)
    await insertEvent(trx, eventOf(transition))
  } else {
    await tellEvent(trx, { action, actor, actorId, reason })
    await updatePosting(trx, posting.id, after)
    await forgetEvent(trx)
  }
  await keepUnread(trx, transition)
  return { ...posting, ...after }
}

/** Where a stored posting is, in the machine's words. */
export const stateOf = ({ status, expires_at, channel }: JobRow): PostingState & Pick<JobRow, 'channel'> => ({
  status,
  expiresAt: expires_at,
  channel,
})

function columnsAfter(action: PostingAction, posting: JobRow, now: Date): ColumnsAfter {
  const { status, expiresAt } = stateAfter(action, stateOf(posting), now)
  return {
    status,
    expires_at: expiresAt,
    // Physicians see when it was posted: the day it became public.
    ...((action === 'publish' || action === 'approve') && { posted_at: now }),
    ...(!quiet.has(action) && { updated_at: laterThan(posting.updated_at, now) }),
  }
}

type ColumnsAfter = Partial<Pick<JobRow, 'status' | 'expires_at' | 'posted_at' | 'updated_at'>>

/** Everything else shows as an update, so that a form which was opened before is noticed as stale. */
const quiet = new Set<PostingAction>(['expire', 'remove', 'reject'])

/** Later than the last time in any case: it tells two states apart. */
export const laterThan = (last: Date, now: Date): Date => new Date(Math.max(now.getTime(), last.getTime() + 1))

const eventOf = ({ posting, action, actor, actorId, reason, changed }: Transition) => ({
  job_id: posting.id,
  action,
  actor,
  actor_id: actorId,
  from_status: posting.status,
  to_status: posting.status,
  channel: posting.channel,
  reason: reason ?? null,
  changed: changed ?? null,
})

/** Moderators read what went live without them, and what its poster changed after they had read it. */
async function keepUnread(trx: Db, { posting, action, actor }: Transition): Promise<void> {
  if (action === 'publish') await markUnread(trx, posting.id)
  if (action === 'edit' && actor !== 'administrator' && posting.status !== 'pending') await markUnread(trx, posting.id)
  if (action === 'approve' || action === 'reject' || action === 'remove' || action === 'read') await markRead(trx, posting.id)
}

function refusalOf(action: PostingAction, { status }: JobRow): string {
  if (status === 'pending' && (action === 'activate' || action === 'renew')) return 'This posting goes live once it is approved.'
  if (action === 'renew' && status === 'active') return 'This posting can be renewed shortly before it ends.'
  return `A posting that is '${statusLabels[status]}' does not allow this.`
}
