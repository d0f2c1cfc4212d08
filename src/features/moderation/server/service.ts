import * as reports from '#features/inquiries/server/public.ts'
import * as postings from '#features/postings/server/public.ts'
import type { PostingDetail } from '#features/postings/contract-parts.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import type { Moderated } from '#features/postings/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { DecideReports, SeveralDecided } from '../contract.ts'
import type { Deed } from '../model.ts'
import { insertDecision } from './queries.ts'

export type Moderation = { db: Db; publicUrl: string }

/** Who decides, and from where. */
export type Moderator = { id: string; ip: string }

/** Every decision is one transaction: the posting, its mail, the moderators' history and the audit log, or none of them. */

export const approvePosting = (moderation: Moderation, moderator: Moderator, id: string): Promise<string> =>
  moderation.db.transaction().execute(async (trx) => {
    const moderated = await postings.approvePosting(trx, moderation, id, { actorId: moderator.id })
    return record(trx, moderator, { deed: 'approve', moderated })
  })

export const readPosting = (moderation: Moderation, moderator: Moderator, id: string): Promise<string> =>
  moderation.db.transaction().execute(async (trx) => {
    const moderated = await postings.readPosting(trx, moderation, id, { actorId: moderator.id })
    return record(trx, moderator, { deed: 'read', moderated })
  })

export const rejectPosting = (moderation: Moderation, moderator: Moderator, id: string, reason: string): Promise<string> =>
  moderation.db.transaction().execute(async (trx) => {
    const moderated = await postings.rejectPosting(trx, moderation, id, { actorId: moderator.id, reason })
    return record(trx, moderator, { deed: 'reject', moderated, reason })
  })

export const removePosting = (moderation: Moderation, moderator: Moderator, id: string, reason: string): Promise<string> =>
  moderation.db.transaction().execute(async (trx) => {
    const moderated = await postings.removePosting(trx, moderation, id, { actorId: moderator.id, reason })
    return record(trx, moderator, { deed: 'remove', moderated, reason })
  })

/** All reports about a posting at once: whoever reads one of them has read the posting. */
export const decideReports = (
  moderation: Moderation,
  moderator: Moderator,
  jobId: string,
  decision: BodyOf<DecideReports>,
): Promise<string> =>
  moderation.db.transaction().execute(async (trx) => {
    const { outcome } = decision
    const reason = outcome === 'accepted' ? decision.reason : null
    const answer = decision.answer === '' ? null : decision.answer
    const found = (await postings.findPostingsToRead(trx, [jobId])).get(jobId)
    if (!found) throw new AppError('NOT_FOUND')
    const reportIds = await reports.settleReports(trx, jobId, { outcome, decidedBy: moderator.id, note: reason, answer })
    // Its poster, or another moderator, may have taken it down already.
    const takesDown = reason !== null && found.posting.status !== 'removed'
    const { eventId } = takesDown
      ? await postings.removePosting(trx, moderation, jobId, { actorId: moderator.id, reason })
      : { eventId: null }
    return record(trx, moderator, {
      deed: outcome === 'accepted' ? 'accept' : 'dismiss',
      moderated: { posting: { id: jobId, title: found.posting.title }, eventId },
      reason: reason ?? answer,
      reportIds,
    })
  })

export const correctPosting = (
  moderation: Moderation,
  moderator: Moderator,
  id: string,
  { changes, approves }: { changes: PostingChanges; approves: boolean },
): Promise<{ posting: PostingDetail; decisionId: string | null }> =>
  moderation.db.transaction().execute(async (trx) => {
    const { changed, detail, ...moderated } = await postings.correctPosting(trx, moderation, id, {
      actorId: moderator.id,
      changes,
      approves,
    })
    if (changed.length > 0) await record(trx, moderator, { deed: 'edit', moderated: { ...moderated, eventId: null }, changed })
    const decisionId = approves ? await record(trx, moderator, { deed: 'approve', moderated }) : null
    return { posting: detail, decisionId }
  })

type Recorded = {
  deed: Deed
  moderated: { posting: Pick<Moderated['posting'], 'id' | 'title'>; eventId: string | null }
  reason?: string | null
  changed?: string[]
  reportIds?: string[]
}

async function record(
  trx: Db,
  { id, ip }: Moderator,
  { deed, moderated: { posting, eventId }, reason = null, changed, reportIds }: Recorded,
): Promise<string> {
  const decisionId = await insertDecision(trx, {
    moderator_id: id,
    deed,
    job_id: posting.id,
    subject: posting.title,
    reason,
    changed: changed ?? null,
    report_ids: reportIds ?? null,
    event_id: eventId,
  })
  await recordAudit(trx, {
    action: `moderation.${deed}`,
    actorId: id,
    ip,
    subject: `job:${posting.id}`,
    detail: { decisionId, ...(changed && { changed }), ...(reportIds && { reportIds }) },
  })
  return decisionId
}

/** One posting that cannot be decided about holds up no other. */
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
