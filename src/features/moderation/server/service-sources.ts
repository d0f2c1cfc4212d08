import { sql } from 'kysely'
import { z } from 'zod'
import { countDoubtful, isCertain } from '#features/imports/server/public.ts'
import {
  defineTask,
  enqueueTask,
  handleTask,
  type TaskContext,
  type TaskHandler,
} from '#platform/server/tasks/task.ts'
import { randomUUIDv7 } from 'node:crypto'
import { rebuildSearchVocabulary } from '#features/jobs/server/public.ts'
import {
  byModerator,
  countPendingOf,
  decideSomeOf,
  findPendingSources,
  isClosedTo,
  lockModerator,
} from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { SourceDecision } from '../contract.ts'
import { countCap } from '../model.ts'
import { settleAlike, settleAlikeTask } from './facts.ts'
import { insertDecision, type Moderation, type SourceDecisionRow } from './queries.ts'
import * as queries from './queries.ts'

/** One at a time on each node, because a large source keeps two processors busy. */
const decideSourceTask = defineTask({
  name: 'decide-source',
  schema: z.object({ id: z.uuid() }),
  timeoutSeconds: 3600,
  atOnce: 1,
})

/** Postings with a doubtful fact are approved one by one. */
const withoutDoubt = isCertain(sql.ref('jobs.id'))

/** Jobs per transaction. */
const perStep = 200
const shownAtMost = 10

export const startSourceDecision = (
  { db }: Moderation,
  moderator: Actor,
  decision: BodyOf<'POST /api/admin/source-decisions'>,
): Promise<SourceDecision> =>
  byModerator(db, moderator, async (trx) => {
    const { source, action } = decision
    const reason = decision.action === 'reject' ? decision.reason : null
    const others = sql<boolean>`not ${isClosedTo(moderator.actorId)}`
    const certainOthers = sql<boolean>`${withoutDoubt} and ${others}`
    const [waiting, certain] = await Promise.all([
      countPendingOf(trx, source, others),
      countPendingOf(trx, source, certainOthers),
    ])
    if (waiting === 0)
      throw new AppError('NOT_FOUND', 'Nothing from this source is waiting for approval.')
    const total = action === 'approve' ? certain : waiting
    if (total === 0)
      throw new AppError(
        'CONFLICT',
        'Everything from this source is waiting because of a doubtful fact.',
      )
    const row = await queries.insertSourceDecision(trx, {
      id: randomUUIDv7(),
      source,
      action,
      reason,
      moderator_id: moderator.actorId,
      total,
    })
    if (!row) throw new AppError('CONFLICT', 'A decision about this source is already running.')
    await insertDecision(trx, {
      moderator_id: moderator.actorId,
      action: `${action}-source`,
      subject: source,
      reason,
      source_decision_id: row.id,
    })
    await enqueueTask(trx, decideSourceTask, { id: row.id })
    await recordAudit(trx, {
      action: `moderation.${action}-source`,
      ...moderator,
      subject: `source-decision:${row.id}`,
      detail: { source, total },
    })
    return viewOf(row)
  })

export async function listQueueSources(
  db: Db,
): Promise<ResponseOf<'GET /api/admin/queue/sources'>> {
  const [sources, decisions] = await Promise.all([
    findPendingSources(db, countCap + 1, countDoubtful(sql.ref('sources.source'), countCap + 1)),
    queries.findSourceDecisions(db, shownAtMost),
  ])
  return {
    sources: sources.map(({ held, ...it }) => ({ ...it, doubtful: held })),
    decisions: decisions.map(viewOf),
  }
}

export async function stopSourceDecision(
  { db }: Moderation,
  moderator: Actor,
  id: string,
): Promise<void> {
  await byModerator(db, moderator, async (trx) => {
    if (!(await queries.askToStop(trx, id)))
      throw new AppError('CONFLICT', 'This decision is no longer running.')
    await recordAudit(trx, {
      action: 'moderation.stop-source',
      ...moderator,
      subject: `source-decision:${id}`,
    })
  })
}

/**
 * Decides in batches. After a crash it resumes, because decided postings are no longer pending;
 * when the node stops, it enqueues a new task.
 */
async function decideSource(
  { db, publicUrl }: Moderation,
  id: string,
  { stopping }: Pick<TaskContext, 'stopping'>,
): Promise<void> {
  while (await inTransaction(db, (trx) => decideStep(trx, { publicUrl }, id))) {
    if (stopping.aborted) return enqueueTask(db, decideSourceTask, { id })
  }
  await rebuildSearchVocabulary(db)
}

/** @returns false when the decision has ended. */
async function decideStep(
  trx: Db,
  links: Pick<Moderation, 'publicUrl'>,
  id: string,
): Promise<boolean> {
  const row = await queries.lockSourceDecision(trx, id)
  if (row?.state !== 'running') return false
  const { source, action, reason, moderator_id: actorId, started_at: until } = row
  if (row.stop_asked || actorId === null || !(await lockModerator(trx, { actorId }))) {
    await queries.endSourceDecision(trx, id, 'stopped')
    return false
  }
  const which = { actorId, source, until, limit: perStep }
  const decided = await decideSomeOf(
    trx,
    links,
    action === 'approve'
      ? { ...which, action, only: withoutDoubt }
      : { ...which, action, reason: reason ?? '' },
  )
  await queries.addDone(trx, id, decided.length)
  if (decided.length > 0) return true
  await queries.endSourceDecision(trx, id, 'finished')
  return false
}

const viewOf = ({
  id,
  source,
  action,
  state,
  total,
  done,
  finished_at,
}: SourceDecisionRow): SourceDecision => ({
  id,
  source,
  action,
  state,
  total,
  done,
  finishedAt: finished_at?.toISOString() ?? null,
})

export const moderationTasks = (moderation: Moderation): TaskHandler[] => [
  handleTask(decideSourceTask, ({ id }, context) => decideSource(moderation, id, context)),
  handleTask(settleAlikeTask, ({ decisionId }, context) =>
    settleAlike(moderation, decisionId, context),
  ),
]
