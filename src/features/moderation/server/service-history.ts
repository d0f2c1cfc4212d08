import { reopenReports } from '#features/inquiries/server/public.ts'
import { undoHours } from '#features/postings/model.ts'
import * as postings from '#features/postings/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { HistoryItem, ListDecisions } from '../contract-history.ts'
import { historyPageSize, undoableDeeds } from '../model.ts'
import * as queries from './queries.ts'
import type { DecisionRow, HistoryRow } from './queries.ts'
import type { Moderation, Moderator } from './service.ts'

export async function listDecisions(db: Db, filter: QueryOf<ListDecisions>): Promise<ResponseOf<ListDecisions>> {
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
  deed: row.deed,
  moderator: row.moderator_id === null ? null : { id: row.moderator_id, name: row.moderator_name ?? nameless },
  jobId: row.job_id,
  subject: row.subject,
  reason: row.reason,
  changed: row.changed ?? [],
  count: row.count,
  undone: row.undone_at && { at: row.undone_at.toISOString(), by: row.undone_name },
  canUndo: row.can_undo,
})

/**
 * The posting, and the reports about it, are as they were before.
 * @returns what it was about.
 * @throws {AppError} CONFLICT if it is too late.
 */
export const undoDecision = (moderation: Moderation, moderator: Moderator, id: string): Promise<string> =>
  moderation.db.transaction().execute(async (trx) => {
    const decision = /^\d{1,18}$/.test(id) ? await queries.lockDecision(trx, id) : undefined
    if (!decision) throw new AppError('NOT_FOUND')
    const jobId = await requireUndoable(trx, decision)
    if (decision.report_ids) await reopenReports(trx, decision.report_ids)
    if (decision.event_id !== null)
      await postings.undoDecision(trx, moderation, jobId, { actorId: moderator.id, eventId: decision.event_id })
    if (decision.deed === 'read') await postings.unreadPosting(trx, jobId, { actorId: moderator.id })
    await queries.markUndone(trx, id, moderator.id)
    await recordAudit(trx, {
      action: 'moderation.undo',
      actorId: moderator.id,
      ip: moderator.ip,
      subject: `job:${jobId}`,
      detail: { decisionId: id, deed: decision.deed },
    })
    return decision.subject
  })

async function requireUndoable(trx: Db, decision: DecisionRow): Promise<string> {
  const { deed, at, undone_at, job_id } = decision
  if (undone_at !== null) throw new AppError('CONFLICT', 'This decision has been taken back already.')
  if (job_id === null || !(undoableDeeds as readonly string[]).includes(deed))
    throw new AppError('CONFLICT', 'This cannot be taken back.')
  if (Date.now() - at.getTime() > undoHours * 3_600_000)
    throw new AppError('CONFLICT', `A decision can be taken back for ${undoHours} hours.`)
  if (await queries.hasLaterDecision(trx, decision))
    throw new AppError('CONFLICT', 'Something else was decided about this posting since.')
  return job_id
}
