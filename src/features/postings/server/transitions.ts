import { findSuspended } from '#features/accounts/server/public.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'
import { statusLabels } from '../model.ts'
import type { PostingPeriods } from '../model.ts'
import { allows, postingActions, stateAfter } from '../state-machine.ts'
import type { Decision, PostingAction, PostingActor, PostingState } from '../state-machine.ts'
import { findPeriods } from './periods.ts'
import {
  findDecision,
  forgetEvent,
  insertEvent,
  markAllRead,
  markRead,
  markUnread,
  movePostings,
  tellEvent,
  updatePosting,
} from './queries.ts'

export type Transition = {
  /** Locked by the caller's transaction. */
  posting: JobRow
  action: PostingAction
  actor: PostingActor
  actorId: string | null
  reason?: string | undefined
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
  const state = stateOf(posting, action === 'undo' ? await findDecision(trx, posting.id) : null)
  if (!allows(action, state, actor, now)) throw new AppError('CONFLICT', refusalOf(action, posting))
  const after = columnsAfter(action, { ...state, updatedAt: posting.updated_at }, now, await findPeriods(trx))
  if (after.status === 'active' && posting.status !== 'active') await requireOpenAccounts(trx, [posting])
  if (after.status === undefined || after.status === posting.status) {
    if (after.status !== undefined) await updatePosting(trx, posting.id, after)
    await insertEvent(trx, eventOf(transition))
  } else {
    await tellEvent(trx, { action, actor, actorId, reason })
    await updatePosting(trx, posting.id, after)
    await forgetEvent(trx)
  }
  await keepUnread(trx, transition, after.status)
  return { ...posting, ...after }
}

/**
 * The same to many at once, in a few statements: for changes of status that are alike, such as the approval of a source.
 * @throws {AppError} CONFLICT if the machine does not allow it for each of them.
 */
export async function applyTransitionToAll(
  trx: Db,
  postings: readonly JobRow[],
  {
    action,
    actor,
    actorId,
    reason,
    now = new Date(),
  }: Omit<Transition, 'posting' | 'changed'> & { action: 'approve' | 'reject' | 'unlist' | 'withdraw' | 'relist' },
): Promise<JobRow[]> {
  const periods = await findPeriods(trx)
  const moved = postings.map((posting) => {
    const state = stateOf(posting)
    if (!allows(action, state, actor, now)) throw new AppError('CONFLICT', refusalOf(action, posting))
    return { ...posting, ...columnsAfter(action, { ...state, updatedAt: posting.updated_at }, now, periods) }
  })
  if (action === 'approve') await requireOpenAccounts(trx, postings)
  await tellEvent(trx, { action, actor, actorId, reason })
  await movePostings(trx, moved)
  await forgetEvent(trx)
  await markAllRead(
    trx,
    moved.map((it) => it.id),
  )
  return moved
}

/** Nothing of a suspended account goes live, by whatever way. */
async function requireOpenAccounts(trx: Db, postings: readonly JobRow[]): Promise<void> {
  const owners = new Set(postings.flatMap((it) => it.owner_id ?? []))
  if ((await findSuspended(trx, [...owners])).size === 0) return
  throw new AppError('CONFLICT', 'The account that this posting belongs to is suspended.')
}

/** Where a stored posting is, in the machine's words. */
export const stateOf = (
  { status, expires_at, channel }: JobRow,
  decision: Decision | null = null,
): PostingState & Pick<JobRow, 'channel'> => ({ status, expiresAt: expires_at, channel, decision })

function columnsAfter(
  action: PostingAction,
  state: ReturnType<typeof stateOf> & { updatedAt: Date },
  now: Date,
  { days }: PostingPeriods,
): ColumnsAfter {
  if (!('to' in postingActions[action])) return {}
  const { status, expiresAt } = stateAfter(action, state, now, days)
  return {
    status,
    expires_at: expiresAt,
    // Physicians see when it was posted: the day it became public.
    ...((action === 'publish' || action === 'approve') && { posted_at: now }),
    ...(!quiet.has(action) && { updated_at: laterThan(state.updatedAt, now) }),
  }
}

type ColumnsAfter = Partial<Pick<JobRow, 'status' | 'expires_at' | 'posted_at' | 'updated_at'>>

/** Everything else shows as an update, so that a form which was opened before is noticed as stale. */
const quiet = new Set<PostingAction>(['expire', 'remove', 'merge', 'reject', 'unlist', 'withdraw'])

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
async function keepUnread(trx: Db, { posting, action, actor }: Transition, status = posting.status): Promise<void> {
  if (action === 'publish' || action === 'unread') await markUnread(trx, posting.id)
  if (action === 'undo' && status === 'active') await markUnread(trx, posting.id)
  if (action === 'edit' && actor !== 'administrator' && posting.status !== 'pending') await markUnread(trx, posting.id)
  if (action === 'approve' || action === 'reject' || action === 'remove' || action === 'merge' || action === 'read')
    await markRead(trx, posting.id)
}

function refusalOf(action: PostingAction, { status }: JobRow): string {
  if (action === 'undo') return 'This decision cannot be taken back any more.'
  if (status === 'pending' && (action === 'activate' || action === 'renew')) return 'This posting goes live once it is approved.'
  if (action === 'renew' && status === 'active') return 'This posting can be renewed shortly before it ends.'
  return `A posting that is '${statusLabels[status]}' does not allow this.`
}
