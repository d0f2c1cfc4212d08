import { sql } from 'kysely'
import { z } from 'zod'
import { countDoubtful, isCertain } from '#features/imports/server/public.ts'
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
import {
  defineTask,
  enqueueTask,
  handleTask,
  type TaskContext,
  type TaskHandler,
} from '#platform/server/tasks/task.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { countCap } from '../model.ts'
import { settleAlike, settleAlikeTask } from './facts.ts'
import * as queries from './queries.ts'

/** One at a time on each node, because a large source keeps two processors busy. */
const decideSourceTask = defineTask({
  name: 'decide-source',
  schema: z.object({ decisionId: z.string() }),
  timeoutSeconds: 3600,
  atOnce: 1,
})

/** Postings with a doubtful fact are approved one by one. */
const withoutDoubt = isCertain(sql.ref('jobs.id'))

/** Jobs per transaction. */
const perStep = 200

export const startSourceDecision = (
  { db }: queries.Moderation,
  moderator: Actor,
  decision: BodyOf<'POST /api/admin/source-decisions'>,
): Promise<ResponseOf<'POST /api/admin/source-decisions'>> =>
  byModerator(db, moderator, async (trx) => {
    const { source } = decision
    const action = `${decision.action}-source` as const
    const others = sql<boolean>`not ${isClosedTo(moderator.actorId)}`
    const waiting = await countPendingOf(trx, source, others)
    if (waiting === 0)
      throw new AppError('NOT_FOUND', 'Nothing from this source is waiting for approval.')
    const total =
      decision.action === 'approve'
        ? await countPendingOf(trx, source, sql<boolean>`${withoutDoubt} and ${others}`)
        : waiting
    if (total === 0)
      throw new AppError(
        'CONFLICT',
        'Every posting from this source waits because of a doubtful fact.',
      )
    const decisionId = await queries.insertDecision(trx, {
      moderator_id: moderator.actorId,
      action,
      subject: source,
      reason: decision.action === 'reject' ? decision.reason : null,
      postings: 0,
    })
    await enqueueTask(trx, decideSourceTask, { decisionId })
    await recordAudit(trx, {
      action: `moderation.${action}`,
      ...moderator,
      subject: `source:${source}`,
      detail: { decisionId, total },
    })
    return { decisionId, total }
  })

export async function listQueueSources(
  db: Db,
): Promise<ResponseOf<'GET /api/admin/queue/sources'>> {
  const doubtful = countDoubtful(sql.ref('sources.source'), countCap + 1)
  const sources = await findPendingSources(db, countCap + 1, doubtful)
  return { sources: sources.map(({ held, ...source }) => ({ ...source, doubtful: held })) }
}

/**
 * Decides in batches. After a crash it resumes, because decided postings are no longer pending;
 * when the node stops, it enqueues a new task.
 */
async function decideSource(
  { db, publicUrl }: queries.Moderation,
  decisionId: string,
  { stopping }: Pick<TaskContext, 'stopping'>,
) {
  while (await inTransaction(db, (trx) => decideStep(trx, { publicUrl }, decisionId))) {
    if (stopping.aborted) return enqueueTask(db, decideSourceTask, { decisionId })
  }
  await rebuildSearchVocabulary(db)
}

/** @returns false when nothing is left, or the moderator was dismissed. */
async function decideStep(
  trx: Db,
  links: Pick<queries.Moderation, 'publicUrl'>,
  decisionId: string,
) {
  const decision = await queries.lockDecision(trx, decisionId)
  const actorId = decision?.moderator_id
  if (!decision || !actorId || !(await lockModerator(trx, { actorId }))) return false
  const which = { actorId, source: decision.subject, until: decision.at, limit: perStep }
  const decided = await decideSomeOf(
    trx,
    links,
    decision.action === 'approve-source'
      ? { ...which, action: 'approve', only: withoutDoubt }
      : { ...which, action: 'reject', reason: decision.reason ?? '' },
  )
  await queries.addPostings(trx, decisionId, decided.length)
  return decided.length > 0
}

export const moderationTasks = (moderation: queries.Moderation): TaskHandler[] => [
  handleTask(decideSourceTask, ({ decisionId }, context) =>
    decideSource(moderation, decisionId, context),
  ),
  handleTask(settleAlikeTask, ({ decisionId }, context) =>
    settleAlike(moderation, decisionId, context),
  ),
]
