import { withColumns } from './columns.ts'
import { endsOf } from './ends.ts'
import type { Updateable } from 'kysely'
import { z } from 'zod'
import { addJobs, type JobRow, type JobsTable, type NewJob } from '#features/jobs/server/public.ts'
import { setAcceptance } from '#features/names/server/public.ts'
import type { Place } from '#features/places/server/public.ts'
import { idsOf, inChunks, type Db } from '#platform/server/database.ts'
import { defineTask, enqueueTasks } from '#platform/server/tasks/task.ts'
import { AppError } from '#shared/errors.ts'
import { decisionMailSeconds, type HoldReason } from '../model.ts'
import { allows, stateAfter, type PostingAction, type PostingState } from '../state-machine.ts'
import { insertHolds, liftHolds } from './queries-holds.ts'
import { markRead, markUnread, movePostings, updatePosting, updatePostings } from './queries.ts'
import { insertEvents } from './queries-events.ts'
import { isNameAccepted } from './queries-moderation.ts'
import type { By } from './scope.ts'
import { findPeriods } from './settings.ts'
import { type Change, decide } from './next-state.ts'

/**
 * The only code that changes a posting's status. Each function writes the row and its event in the
 * caller's transaction.
 */

export type Transition = Change & {
  /** Locked by the caller's transaction. */
  posting: JobRow
  /** Further columns of an edit, claim or merge. */
  columns?: Updateable<JobsTable>
  /** The changed fields. */
  changed?: string[]
}

export type Applied = { posting: JobRow; eventId: string }

/**
 * @throws {AppError} CONFLICT if the state machine does not allow it, or somebody else changed the
 * status meanwhile.
 */
export async function applyTransition(
  trx: Db,
  { posting, columns, changed, ...change }: Transition,
): Promise<Applied> {
  const [next = {}] = await decide(trx, [posting], change)
  const after = { ...next, ...columns }
  if (Object.keys(after).length > 0 && !(await updatePosting(trx, posting, after)))
    throw movedMeanwhile()
  const applied = withColumns(posting, after)
  if (applied.employer !== posting.employer && applied.channel !== 'import')
    await enqueueTasks(trx, nameUsedTask, [{ data: { jobId: posting.id } }])
  const [eventId = ''] = await record(trx, [{ before: posting, after: applied }], change, changed)
  return { posting: applied, eventId }
}

export type Edited = {
  /** Locked by the caller's transaction. */
  posting: JobRow
  columns: Updateable<JobsTable>
  changed: string[]
  /** For the history. */
  lines: string[]
}

/** Edits of many postings in a few statements; none of them changes a status. */
export async function applyEdits(
  trx: Db,
  edits: readonly Edited[],
  by: By,
  action: 'edit' | 'proposeEdit' = 'edit',
): Promise<void> {
  if (edits.length === 0) return
  const decided = await decide(
    trx,
    edits.map(({ posting }) => posting),
    { action, ...by },
  )
  if (action === 'edit')
    await updatePostings(
      trx,
      edits.map(({ posting, columns }, index) => ({
        ...columns,
        ...decided[index],
        id: posting.id,
      })),
    )
  await insertEvents(
    trx,
    edits.map(({ posting, changed, lines }) => ({
      ...eventOf(posting, { action, ...by }, posting.status),
      reason: lines.join('; '),
      changed,
    })),
  )
}

/** Tells the owner of a name about a posting that was added or renamed under it. */
export const nameUsedTask = defineTask({ name: 'name-used', schema: z.object({ jobId: z.uuid() }) })

/** The same for many postings, in a few statements. */
export async function applyTransitionToAll(
  trx: Db,
  postings: readonly JobRow[],
  change: Change,
): Promise<Applied[]> {
  if (postings.length === 0) return []
  const decided = await decide(trx, postings, change)
  const moves = postings.map((before, index) => ({
    before,
    after: { ...before, ...decided[index] },
  }))
  if ((await movePostings(trx, moves)) < moves.length) throw movedMeanwhile()
  const eventIds = await record(trx, moves, change)
  return moves.map(({ after }, index) => ({ posting: after, eventId: eventIds[index] ?? '' }))
}

/** @returns how many. */
export const moveAll = async (
  trx: Db,
  postings: readonly JobRow[],
  change: Change,
): Promise<number> => (await applyTransitionToAll(trx, postings, change)).length

/**
 * Inserts postings in the status that the steps lead to, with an event for each step. A caller that
 * has resolved the places passes them on.
 */
export async function addPostings(
  trx: Db,
  jobs: readonly Omit<NewJob, 'status'>[],
  steps: readonly Change[],
  places?: readonly (Place | undefined)[],
): Promise<void> {
  const { days } = await findPeriods(trx)
  const added = jobs.map((job) => takeSteps(job, steps, days))
  await addJobs(
    trx,
    added.map((move) => move.job),
    places,
  )
  await insertEvents(
    trx,
    added.flatMap((move) => move.events),
  )
  if (steps.some((step) => step.action === 'publish')) await markUnread(trx, idsOf(jobs))
  const posted = jobs.filter((job) => job.channel !== 'import' && job.channel !== undefined)
  await enqueueTasks(
    trx,
    nameUsedTask,
    posted.map(({ id }) => ({ data: { jobId: id } })),
  )
}

function takeSteps(job: Omit<NewJob, 'status'>, steps: readonly Change[], days: number) {
  const channel = job.channel ?? 'import'
  let state: PostingState = { status: null, expiresAt: job.expires_at ?? null }
  const events = steps.map(({ action, actor, actorId, now = new Date() }) => {
    if (!allows(action, state, actor, now))
      throw new Error(`'${actor}' cannot '${action}' a posting that is '${state.status}'`)
    const next = stateAfter(action, { ...state, channel }, now, days)
    const before = { id: job.id, channel, status: state.status }
    state = next
    return { ...eventOf(before, { action, actor, actorId }, next.status), at: now }
  })
  if (state.status === null) throw new Error('A posting is added by at least one step')
  const { expiresAt } = state
  const ends = endsOf(job, expiresAt === null ? null : new Date(expiresAt))
  return { job: { ...job, status: state.status, ...ends }, events }
}

const eventOf = (
  { id, channel, status }: Pick<JobRow, 'id' | 'channel'> & Pick<PostingState, 'status'>,
  { action, actor, actorId }: Change,
  to: JobRow['status'],
) => ({
  job_id: id,
  action,
  actor,
  actor_id: actorId,
  from_status: status,
  to_status: to,
  channel,
})

type Move = { before: JobRow; after: JobRow }

async function record(
  trx: Db,
  moves: readonly Move[],
  change: Change,
  changed: string[] | null = null,
) {
  const { action, actor, actorId, reason = null } = change
  const eventIds = await insertEvents(
    trx,
    moves.map(({ before, after: { channel, status } }) => ({
      ...eventOf({ ...before, channel }, change, status),
      reason,
      changed,
    })),
  )
  const ids = (some: readonly Move[]) => some.map((move) => move.before.id)
  const held = actor === 'administrator' || actor === 'name-owner' ? holding.get(action) : undefined
  if (held)
    await insertHolds(
      trx,
      moves.map(({ before }, index) => ({
        job_id: before.id,
        reason: held,
        author_id: actorId,
        note: reason,
        event_id: eventIds[index],
      })),
    )
  if (action === 'release' || action === 'reopen')
    await liftHolds(trx, { ids: ids(moves) }, actorId)
  await markUnread(trx, ids(moves.filter((move) => needsReading(move, change))))
  if (settled.has(action)) await markRead(trx, ids(moves))
  if (actor === 'administrator')
    for (const { after } of moves) await followDecision(trx, after, actorId)
  // As its mail does, so that a decision that is undone before cancels nothing.
  const startAfter =
    actor === 'administrator' ? new Date(Date.now() + decisionMailSeconds * 1000) : undefined
  const tasks = moves
    .filter((move) => isTakenDown(move, change))
    .map(({ before: { id } }) => ({ data: { jobId: id }, startAfter }))
  for (const some of inChunks(tasks, 1000)) await enqueueTasks(trx, postingTakenDownTask, some)
  return eventIds
}

/** These decisions of a moderator, or of the name's owner, hold the posting. */
const holding = new Map<PostingAction, HoldReason>([
  ['reject', 'rejected'],
  ['remove', 'removed'],
  ['disown', 'removed'],
])

/** An organization speaks for a name as long as one of its postings under it is accepted. */
export async function followDecision(trx: Db, posting: JobRow, by: string | null): Promise<void> {
  const { owner_id: ownerId, employer: name, user_type: userType } = posting
  if (ownerId === null) return
  const kind = userType === 'recruiter' ? 'client' : 'own'
  await setAcceptance(trx, {
    ownerId,
    name,
    kind,
    isAccepted: await isNameAccepted(trx, posting),
    by,
  })
}

/**
 * An account's posting was removed or rejected, or a moderator or the name's owner removed
 * anybody's; `inquiries` handles it.
 */
export const postingTakenDownTask = defineTask({
  name: 'posting-taken-down',
  schema: z.object({ jobId: z.uuid() }),
})

const isTakenDown = ({ before, after }: Move, { actor }: Change) =>
  after.status !== before.status &&
  (after.status === 'removed' || after.status === 'rejected') &&
  (after.owner_id !== null ||
    (after.status === 'removed' && (actor === 'administrator' || actor === 'name-owner')))

/**
 * Moderators read postings that went live without review, or that their poster changed after a
 * moderator read them.
 */
function needsReading({ before, after }: Move, { action, actor }: Change) {
  if (action === 'edit') return actor !== 'administrator' && before.status !== 'pending'
  return (
    action === 'publish' || action === 'unread' || (action === 'undo' && after.status === 'active')
  )
}

const settled = new Set<PostingAction>(['approve', 'reject', 'remove', 'merge', 'read'])

const movedMeanwhile = () =>
  new AppError('CONFLICT', 'Someone else changed this posting in the meantime.')
