import { endsOf, lastMomentOf, periodEndOf, type Ends } from './ends.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import { listOf } from '#vocabulary/table.ts'
import { holdReasonTexts, statusLabels, type PostingPeriods } from '../model.ts'
import {
  allows,
  postingActions,
  stateAfter,
  type Decision,
  type PostingAction,
  type PostingState,
} from '../state-machine.ts'
import { findHolds, liftHolds } from './queries-holds.ts'
import { findDecision } from './queries-events.ts'
import type { By } from './scope.ts'
import { findPeriods } from './settings.ts'

/** What the state machine and the holds say of an action, and the columns that follow from it. */

export type Change = By & {
  action: PostingAction
  reason?: string | undefined
  now?: Date
}

type ColumnsAfter = Partial<Ends & Pick<JobRow, 'status' | 'posted_at' | 'updated_at'>>

/** Asks the state machine about each posting, and what holds it. */
export async function decide(
  trx: Db,
  postings: readonly JobRow[],
  { action, actor, actorId, now = new Date() }: Change,
): Promise<ColumnsAfter[]> {
  const periods = await findPeriods(trx)
  const decided: ColumnsAfter[] = []
  for (const posting of postings) {
    const decision = action === 'undo' ? await findDecision(trx, posting.id) : null
    const state = stateOf(posting, decision)
    // The holds of an undone decision end.
    if (decision) await liftHolds(trx, { eventId: decision.eventId }, actorId)
    if (!allows(action, state, actor, now))
      throw new AppError('CONFLICT', refusalOf(action, posting))
    decided.push(columnsAfter(action, state, { posting, now, periods }))
  }
  const goingLive = postings.filter(
    (posting, index) => decided[index]?.status === 'active' && posting.status !== 'active',
  )
  await requireReleased(trx, goingLive)
  return decided
}

/**
 * The gate: nothing that is held becomes active, whoever owns it and whoever asks.
 * @throws {AppError} CONFLICT
 */
export async function requireReleased(trx: Db, postings: readonly JobRow[]): Promise<void> {
  const [holds] = (await findHolds(trx, idsOf(postings))).values()
  if (holds?.[0]) throw new AppError('CONFLICT', holdReasonTexts[holds[0].reason])
}

/** A stored posting as the state machine's input. */
export const stateOf = (
  { status, expires_at, channel }: JobRow,
  decision: Decision | null = null,
): PostingState & Pick<JobRow, 'channel' | 'status'> => ({
  status,
  expiresAt: expires_at,
  channel,
  decision,
})

function columnsAfter(
  action: PostingAction,
  state: ReturnType<typeof stateOf>,
  { posting, now, periods }: { posting: JobRow; now: Date; periods: PostingPeriods },
): ColumnsAfter {
  const updated = !quiet.has(action) && { updated_at: laterThan(posting.updated_at, now) }
  if (!('to' in postingActions[action])) return { ...updated }
  const { status, expiresAt } = stateAfter(
    action,
    { ...state, expiresAt: periodEndOf(posting) },
    now,
    periods.days,
  )
  // A posting that is opened or approved after its last day runs for the ordinary period.
  const isOver =
    (action === 'renew' || action === 'activate' || action === 'approve') &&
    (lastMomentOf(posting) ?? now) <= now
  const ends = endsOf(isOver ? { ...posting, apply_until: null } : posting, expiresAt)
  // A poster's job is dated on the day it becomes public; an imported job keeps its source's date.
  const becomesPublic =
    (action === 'publish' || action === 'approve') && posting.channel !== 'import'
  return { status, ...ends, ...(becomesPublic && { posted_at: now }), ...updated }
}

/** Actions that do not change `updatedAt`. Any other change makes open forms stale. */
const quiet = new Set<PostingAction>(
  listOf(
    'expire, remove, merge, reject, release, unlist, unlink, withdraw, remind, read, unread, proposeEdit, withdrawEdit, rejectEdit',
  ),
)

/** Strictly increasing, so that versions differ. */
export const laterThan = (last: Date, now: Date): Date =>
  new Date(Math.max(now.getTime(), last.getTime() + 1))

function refusalOf(action: PostingAction, { status }: JobRow) {
  if (action === 'undo') return 'You can no longer undo this decision.'
  if (status === 'pending' && (action === 'activate' || action === 'renew'))
    return 'This posting goes live after a moderator approves it.'
  if (action === 'renew' && status === 'active')
    return 'This posting can be renewed shortly before it ends.'
  return `A posting that is '${statusLabels[status]}' does not allow this.`
}
