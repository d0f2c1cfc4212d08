import * as reports from '#features/inquiries/server/public.ts'
import * as postings from '#features/postings/server/public.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import type { Moderated } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { HistoryItem, SeveralDecided } from '../contract.ts'
import { answerView, requireCertain, settleEdited, undoAnswer } from './facts.ts'
import * as queries from './queries.ts'
import { undoHours } from '#features/postings/model.ts'
import { historyPageSize, undoableActions } from '../model.ts'
import type { ModeratorAction } from '../model.ts'
import type { DecisionRow, HistoryRow, Moderation } from './queries.ts'

/** Every decision is one transaction: the posting, its mail, the history and the audit log. */

export type PostingDecision =
  | { action: 'approve'; version?: string | undefined }
  | { action: 'read' }
  | { action: 'reject' | 'remove'; reason: string }

const decisions = {
  approve: postings.approvePosting,
  read: postings.readPosting,
  reject: postings.rejectPosting,
  remove: postings.removePosting,
}

export const decidePosting = (moderation: Moderation, moderator: Actor, id: string, decision: PostingDecision): Promise<string> =>
  postings.byModerator(moderation.db, moderator, async (trx) => {
    const { action } = decision
    const reason = 'reason' in decision ? decision.reason : ''
    const version = 'version' in decision ? decision.version : undefined
    const moderated = await decisions[action](trx, moderation, id, { ...moderator, reason, version })
    if (action === 'approve') await requireCertain(trx, id)
    return record(trx, moderator, { action, moderated, reason: reason || null })
  })

/** Decides about changes that wait. */
export const decideEdit = (
  moderation: Moderation,
  moderator: Actor,
  id: string,
  { version, reason }: { version: string; reason?: string },
): Promise<string> =>
  postings.byModerator(moderation.db, moderator, async (trx) => {
    const seen = { ...moderator, version }
    if (reason === undefined)
      return record(trx, moderator, { action: 'approve-edit', moderated: await postings.approveEdit(trx, moderation, id, seen) })
    const moderated = await postings.rejectEdit(trx, moderation, id, { ...seen, reason })
    return record(trx, moderator, { action: 'reject-edit', moderated, reason })
  })

/** Decides all reports about a posting at once. */
export const decideReports = (
  moderation: Moderation,
  moderator: Actor,
  jobId: string,
  decision: BodyOf<'POST /api/admin/postings/:id/reports-decision'>,
): Promise<string> =>
  postings.byModerator(moderation.db, moderator, async (trx) => {
    const { outcome } = decision
    const reason = outcome === 'accepted' ? decision.reason : null
    const answer = decision.answer === '' ? null : decision.answer
    const found = (await postings.findPostingsToRead(trx, [jobId])).get(jobId)
    if (!found) throw new AppError('NOT_FOUND')
    await postings.requireOthers(trx, moderator, [jobId])
    const reportIds = await reports.settleReports(trx, jobId, { outcome, decidedBy: moderator.actorId, note: reason, answer })
    // The poster or another moderator may have removed it already.
    const takesDown = reason !== null && found.posting.status !== 'removed'
    const { eventId } = takesDown
      ? await postings.removePosting(trx, moderation, jobId, { ...moderator, reason })
      : { eventId: null }
    return record(trx, moderator, {
      action: outcome === 'accepted' ? 'accept' : 'dismiss',
      moderated: { posting: { id: jobId, title: found.posting.title }, eventId },
      reason: reason ?? answer,
      reportIds,
    })
  })

export const correctPosting = (
  moderation: Moderation,
  moderator: Actor,
  id: string,
  { changes, approves }: { changes: PostingChanges; approves: boolean },
): Promise<{ posting: PostingDetail; decisionId: string | null }> =>
  postings.byModerator(moderation.db, moderator, async (trx) => {
    const { changed, detail, ...moderated } = await postings.correctPosting(trx, moderation, id, {
      ...moderator,
      changes,
      approves,
    })
    await settleEdited(trx, id, changed)
    if (approves) await requireCertain(trx, id)
    if (changed.length > 0) await record(trx, moderator, { action: 'edit', moderated: { ...moderated, eventId: null }, changed })
    const decisionId = approves ? await record(trx, moderator, { action: 'approve', moderated }) : null
    return { posting: detail, decisionId }
  })

type Recorded = {
  action: ModeratorAction
  moderated: { posting: Pick<Moderated['posting'], 'id' | 'title'>; eventId: string | null }
  reason?: string | null
  changed?: string[]
  reportIds?: string[]
}

async function record(
  trx: Db,
  moderator: Actor,
  { action, moderated: { posting, eventId }, reason = null, changed, reportIds }: Recorded,
): Promise<string> {
  const decisionId = await queries.insertDecision(trx, {
    moderator_id: moderator.actorId,
    action,
    job_id: posting.id,
    subject: posting.title,
    reason,
    changed: changed ?? null,
    report_ids: reportIds ?? null,
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
export async function decideSeveral(ids: readonly string[], decide: (id: string) => Promise<string>): Promise<SeveralDecided> {
  const answer: SeveralDecided = { decisionIds: [], failed: [] }
  for (const id of new Set(ids)) {
    try {
      answer.decisionIds.push(await decide(id))
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
  const [rows, moderators] = await Promise.all([
    queries.findDecisions(db, filter, historyPageSize + 1),
    queries.findModerators(db),
  ])
  const items = rows.slice(0, historyPageSize)
  return {
    items: items.map(historyItem),
    next: rows.length > historyPageSize ? (items.at(-1)?.id ?? null) : null,
    moderators: moderators.map(({ id, name }) => ({ id, name: name ?? nameless })),
  }
}

const nameless = 'A moderator'

const historyItem = (row: HistoryRow): HistoryItem => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  moderator: row.moderator_id === null ? null : { id: row.moderator_id, name: row.moderator_name ?? nameless },
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
export const undoDecision = (moderation: Moderation, moderator: Actor, id: string): Promise<string> =>
  postings.byModerator(moderation.db, moderator, async (trx) => {
    const decision = /^\d{1,18}$/.test(id) ? await queries.lockDecision(trx, id) : undefined
    if (!decision) throw new AppError('NOT_FOUND')
    const jobId = await requireUndoable(trx, decision)
    await postings.requireOthers(trx, moderator, [jobId])
    if (decision.report_ids) await reports.reopenReports(trx, decision.report_ids)
    if (decision.event_id !== null)
      await postings.undoDecision(trx, moderation, jobId, { ...moderator, eventId: decision.event_id })
    if (decision.action === 'answer') await undoAnswer(trx, moderation, moderator, decision)
    if (decision.action === 'read') await postings.unreadPosting(trx, jobId, moderator)
    await queries.markUndone(trx, id, moderator.actorId)
    await recordAudit(trx, {
      action: 'moderation.undo',
      ...moderator,
      subject: `job:${jobId}`,
      detail: { decisionId: id, action: decision.action },
    })
    return decision.subject
  })

async function requireUndoable(trx: Db, decision: DecisionRow): Promise<string> {
  const { action, at, undone_at, job_id } = decision
  if (undone_at !== null) throw new AppError('CONFLICT', 'This decision was already undone.')
  if (job_id === null || !(undoableActions as readonly string[]).includes(action))
    throw new AppError('CONFLICT', 'You cannot undo this.')
  if (Date.now() - at.getTime() > undoHours * 3_600_000)
    throw new AppError('CONFLICT', `You can undo a decision for ${undoHours} hours.`)
  if (await queries.hasLaterDecision(trx, decision))
    throw new AppError('CONFLICT', 'There is a newer decision about this posting.')
  return job_id
}
