import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { findUser, lockRole } from '#features/accounts/server/public.ts'
import { ownPostings } from '#features/postings/server/public.ts'
import { idsOf, inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { defineTask, enqueueTask, type TaskContext } from '#platform/server/tasks/task.ts'
import { posters, type BodyOf, type ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { assign, setAssignee } from './inbox.ts'
import type { Links } from './mailed-links.ts'
import { lockInquiriesOf } from './queries-inbox.ts'
import * as queries from './queries-presses.ts'
import { findHiredFor, lockWithJoined } from './queries-threads.ts'
import { moveLocked, placeAll, reasonMissing, whenTold } from './stages.ts'
import type { PressAction } from './tables.ts'
import { answer } from './threads.ts'

/** A press on several applications: its first batch at once, the others in a task. */

type Working = Links & { db: Db }
type Progress = ResponseOf<'GET /api/presses/:id'>

export const runPressTask = defineTask({
  name: 'run-press',
  schema: z.object({ id: z.uuid() }),
  retryDelaySeconds: 5,
})

/** The same press twice is one. */
export async function startPress(
  inquiries: Working,
  viewer: Pick<Viewer, 'id'>,
  press: BodyOf<'POST /api/presses'>,
): Promise<Progress> {
  const { action } = press
  if (action.kind === 'move' && action.stage === 'closed' && action.reason === undefined)
    throw reasonMissing()
  return begin(inquiries, viewer, press)
}

const begin = (
  inquiries: Working,
  { id: actorId }: Pick<Viewer, 'id'>,
  press: { id: string; keys: readonly queries.Key[]; action: PressAction },
): Promise<Progress> =>
  inTransaction(inquiries.db, async (trx) => {
    if (await queries.insertPress(trx, { ...press, actorId })) {
      const { id } = press
      if (await takeBatch(trx, inquiries, id)) await enqueueTask(trx, runPressTask, { id })
    }
    return getPress(trx, { id: actorId }, press.id)
  })

/**
 * Takes back what one press moved or assigned, as far as nobody has done so since. One that the
 * press opened again stays open: its sender may have been told why it was closed. The press itself
 * stops.
 */
export async function undoPress(
  inquiries: Working,
  viewer: Pick<Viewer, 'id'>,
  batch: string,
): Promise<Progress> {
  await queries.endPress(inquiries.db, batch, viewer.id)
  const press = { actorId: viewer.id, batch }
  const keys = await queries.findStanding(inquiries.db, ownPostings(viewer.id, 'manage'), press)
  return begin(inquiries, viewer, { id: randomUUIDv7(), keys, action: { kind: 'undo', batch } })
}

export async function getPress(db: Db, viewer: Pick<Viewer, 'id'>, id: string): Promise<Progress> {
  const press = await queries.findPress(db, viewer.id, id)
  if (!press) throw new AppError('NOT_FOUND')
  return press
}

/** Goes on until the press has ended, or the node stops. */
export async function runPress(
  inquiries: Working,
  { id }: z.infer<typeof runPressTask.schema>,
  { isLastAttempt, stopping }: Pick<TaskContext, 'isLastAttempt' | 'stopping'>,
): Promise<void> {
  const { db } = inquiries
  try {
    while (await inTransaction(db, (trx) => takeBatch(trx, inquiries, id)))
      if (stopping.aborted) return enqueueTask(db, runPressTask, { id })
  } catch (error) {
    if (isLastAttempt) await queries.endPress(db, id)
    throw error
  }
}

/**
 * One transaction changes the applications and counts them as done, so that a crash does nothing
 * twice. Each batch checks the rights of the account again. @returns whether there is more.
 */
async function takeBatch(trx: Db, inquiries: Working, id: string) {
  const press = await queries.lockPress(trx, id)
  if (!press) return false
  const role = await lockRole(trx, press.actor_id)
  if (!posters.some((poster) => poster === role)) {
    await queries.endPress(trx, id)
    return false
  }
  const changed = await act(trx, inquiries, press)
  return queries.advancePress(trx, id, { done: press.keys.length, changed })
}

/** @returns how many are changed; what the account may not change any more stays as it is. */
async function act(
  trx: Db,
  inquiries: Working,
  { id: batch, actor_id: id, action, keys }: queries.LockedPress,
) {
  const managed = ownPostings(id, 'manage')
  const ids = idsOf(keys)
  if (action.kind === 'move') await lockWithJoined(trx, ids)
  const locked = await lockInquiriesOf(trx, ids, managed)
  if (action.kind === 'move') {
    // What somebody else has moved since, or what stands there already, stays where it is.
    const versions = new Map(keys.map((key) => [key.id, key.version]))
    const chosen = locked.filter(
      (inquiry) => inquiry.version === versions.get(inquiry.id) && inquiry.shown !== action.stage,
    )
    await moveLocked(trx, inquiries, { id }, chosen, { ...action, batch })
    return chosen.length
  }
  if (action.kind === 'assign') {
    const able = await findHiredFor(trx, locked, action.userId)
    return assign(trx, inquiries, able, { actorId: id, userId: action.userId, batch })
  }
  if (action.kind === 'reply') {
    const user = await findUser(trx, id)
    return answer(trx, inquiries, { id, email: user?.email ?? null }, locked, action.message)
  }
  const press = { actorId: id, batch: action.batch, ids }
  const standing = await queries.findStanding(trx, managed, press)
  const before = new Map(standing.map((inquiry) => [inquiry.id, inquiry]))
  const undone = locked.filter((inquiry) => before.has(inquiry.id))
  if (standing[0]?.isAssignment) {
    let changed = 0
    const assignees = Map.groupBy(undone, (inquiry) => before.get(inquiry.id)?.assignee ?? null)
    for (const [userId, all] of assignees) {
      const able = await findHiredFor(trx, all, userId)
      changed += (await setAssignee(trx, able, { actorId: id, userId })).length
    }
    return changed
  }
  const placing = { reason: null, toldAt: whenTold(), actorId: id }
  for (const [stage, all] of Map.groupBy(undone, (inquiry) => before.get(inquiry.id)?.stage))
    if (stage !== undefined) await placeAll(trx, inquiries, all, { stage, ...placing })
  return undone.length
}
