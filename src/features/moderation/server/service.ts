import * as inquiries from '#features/inquiries/server/public.ts'
import * as postings from '#features/postings/server/public.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import type { Moderated } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { pageOf, type Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { HistoryItem, SeveralDecided } from '../contract.ts'
import { answerView, requireCertain, settleEdited, undoAnswer } from './facts.ts'
import * as queries from './queries.ts'
import { undoHours } from '#features/postings/model.ts'
import { historyPageSize, undoableActions, type ModeratorAction } from '../model.ts'
import type { DecisionRow, HistoryRow, Moderation } from './queries.ts'

/** Every decision is one transaction: the posting, its mail, the history and the audit log. */

type Decision = BodyOf<'POST /api/admin/postings/:id/decision'>

export const decidePosting = (
  moderation: Moderation,
  moderator: Actor,
  id: string,
  decision: Decision,
): Promise<string> =>
  postings.byModerator(moderation.db, moderator, async (trx) => {
    const { action } = decision
    if (action === 'accept' || action === 'dismiss')
      return decideReports(trx, moderation, moderator, id, decision)
    const moderated = await postings.decidePosting(trx, moderation, id, {
      ...moderator,
      ...decision,
    })
    if (action === 'approve') await requireCertain(trx, id)
    return record(trx, moderator, {
      action,
      moderated,
      reason: 'reason' in decision ? decision.reason : null,
    })
  })

async function decideReports(
  trx: Db,
  moderation: Moderation,
  moderator: Actor,
  jobId: string,
  decision: Extract<Decision, { action: 'accept' | 'dismiss' }>,
) {
  const { action } = decision
  const outcome = action === 'accept' ? 'accepted' : 'dismissed'
  const reason = action === 'accept' ? decision.reason : null
  const answer = decision.answer === '' ? null : decision.answer
  const [posting] = await postings.lockPostings(trx, [jobId])
  if (!posting) throw new AppError('NOT_FOUND')
  await postings.requireOthers(trx, moderator, [jobId])
  const reportIds = await inquiries.settleReports(trx, jobId, {
    outcome,
    decidedBy: moderator.actorId,
    note: reason,
    answer,
  })
  // The poster or another moderator may have removed it already.
  const takesDown = reason !== null && posting.status !== 'removed'
  const { eventId } = takesDown
    ? await postings.decidePosting(trx, moderation, jobId, {
        ...moderator,
        action: 'remove',
        reason,
      })
    : { eventId: null }
  return record(trx, moderator, {
    action,
    moderated: { posting, eventId },
    reason: reason ?? answer,
    reportIds,
  })
}

export const correctPosting = (
  { db }: Moderation,
  moderator: Actor,
  id: string,
  changes: PostingChanges,
): Promise<PostingDetail> =>
  postings.byModerator(db, moderator, async (trx) => {
    const { posting, changed, detail } = await postings.correctPosting(trx, id, {
      ...moderator,
      changes,
    })
    await settleEdited(trx, id, changed)
    if (changed.length > 0)
      await record(trx, moderator, {
        action: 'edit',
        moderated: { posting, eventId: null },
        changed,
      })
    return detail
  })

type Recorded = {
  action: ModeratorAction
  moderated: { posting: Pick<Moderated['posting'], 'id' | 'title'>; eventId: string | null }
  reason?: string | null
  changed?: string[] | null
  reportIds?: string[] | null
}

async function record(
  trx: Db,
  moderator: Actor,
  {
    action,
    moderated: { posting, eventId },
    reason = null,
    changed = null,
    reportIds = null,
  }: Recorded,
) {
  const decisionId = await queries.insertDecision(trx, {
    moderator_id: moderator.actorId,
    action,
    job_id: posting.id,
    subject: posting.title,
    reason,
    changed,
    report_ids: reportIds,
    event_id: eventId,
  })
  await recordAudit(trx, {
    action: `moderation.${action}`,
    ...moderator,
    subject: `job:${posting.id}`,
    detail: { decisionId, ...(changed && { changed }), ...(reportIds && { reportIds }) },
  })
  return decisionId
}

/** Collects refusals, so that one does not stop the others. */
export async function decidePostings(
  moderation: Moderation,
  moderator: Actor,
  { ids, ...decision }: BodyOf<'POST /api/admin/decisions'>,
): Promise<SeveralDecided> {
  const answer: SeveralDecided = { decisionIds: [], failed: [] }
  for (const id of new Set(ids)) {
    const single =
      decision.action === 'approve'
        ? { action: decision.action, version: decision.versions?.[id] }
        : decision
    try {
      answer.decisionIds.push(await decidePosting(moderation, moderator, id, single))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      answer.failed.push({ id, error: error.message })
    }
  }
  return answer
}

export async function listDecisions(
  db: Db,
  filter: QueryOf<'GET /api/admin/decisions'>,
): Promise<ResponseOf<'GET /api/admin/decisions'>> {
  const found = await queries.findDecisions(db, filter, historyPageSize + 1)
  const { rows, next } = pageOf(found, historyPageSize)
  return { items: rows.map(historyItem), next }
}

const nameless = 'A moderator'

const historyItem = (row: HistoryRow): HistoryItem => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  moderator:
    row.moderator_id === null
      ? null
      : { id: row.moderator_id, name: row.moderator_name ?? nameless },
  jobId: row.job_id,
  subject: row.subject,
  reason: row.reason,
  changed: row.changed ?? [],
  count: row.count,
  answer: row.answer && answerView(row.answer),
  undone: row.undone_at && { at: row.undone_at.toISOString(), by: row.undone_name },
  canUndo: row.can_undo,
})

/**
 * Returns the posting and its reports to their state before the decision.
 * @returns the decision's subject.
 * @throws {AppError} CONFLICT if it cannot be undone any more.
 */
export const undoDecision = (
  moderation: Moderation,
  moderator: Actor,
  id: string,
): Promise<{ subject: string }> =>
  postings.byModerator(moderation.db, moderator, async (trx) => {
    const decision = /^\d{1,18}$/.test(id) ? await queries.lockDecision(trx, id) : undefined
    if (!decision) throw new AppError('NOT_FOUND')
    const jobId = await requireUndoable(trx, decision)
    await postings.requireOthers(trx, moderator, [jobId])
    if (decision.report_ids) await inquiries.reopenReports(trx, decision.report_ids)
    if (decision.event_id !== null)
      await postings.undoDecision(trx, moderation, jobId, {
        ...moderator,
        eventId: decision.event_id,
      })
    await inquiries.restorePosting(trx, jobId)
    if (decision.action === 'answer') await undoAnswer(trx, moderation, moderator, decision)
    if (decision.action === 'read')
      await postings.decidePosting(trx, moderation, jobId, { ...moderator, action: 'unread' })
    await queries.markUndone(trx, id, moderator.actorId)
    await recordAudit(trx, {
      action: 'moderation.undo',
      ...moderator,
      subject: `job:${jobId}`,
      detail: { decisionId: id, action: decision.action },
    })
    return { subject: decision.subject }
  })

async function requireUndoable(trx: Db, decision: DecisionRow) {
  const { action, at, undone_at, job_id } = decision
  if (undone_at !== null) throw new AppError('CONFLICT', 'This decision was already undone.')
  if (job_id === null || !undoableActions.some((undoable) => undoable === action))
    throw new AppError('CONFLICT', 'You cannot undo this.')
  if (Date.now() - at.getTime() > undoHours * 3_600_000)
    throw new AppError('CONFLICT', `You can undo a decision for ${undoHours} hours.`)
  if (await queries.hasLaterDecision(trx, decision))
    throw new AppError('CONFLICT', 'There is a newer decision about this posting.')
  return job_id
}
