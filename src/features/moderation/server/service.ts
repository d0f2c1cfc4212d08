import { countOpenReports, decideReport as settleReport, listOpenReports } from '#features/inquiries/server/public.ts'
import * as postings from '#features/postings/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { queuePageSize } from '../contract.ts'
import type { ApprovePostings, DecideReport, ListQueue, QueueItem } from '../contract.ts'

export type Moderation = { db: Db; publicUrl: string }

type Waiting = Omit<QueueItem, 'since'> & { since: Date }
type Range = { limit: number; offset: number }

const channels = ['public', 'account', 'import'] as const

/** What waits, the oldest first: of one kind, or of all. */
export async function listQueue(
  { db }: Moderation,
  { kind, page }: { kind?: QueueItem['kind'] | undefined; page: number },
): Promise<ResponseOf<ListQueue>> {
  const [{ pending, unread }, report] = await Promise.all([postings.countToModerate(db), countOpenReports(db)])
  const counts = { pending, unread, report }
  const total = kind === undefined ? pending + unread + report : counts[kind]
  const offset = (page - 1) * queuePageSize
  const items =
    kind === undefined
      ? (await firstOfAll(db, offset + queuePageSize)).slice(offset)
      : await sources[kind](db, { limit: queuePageSize, offset })
  return {
    items: items.map((item) => ({ ...item, since: item.since.toISOString() })),
    counts,
    totalPages: Math.ceil(total / queuePageSize),
  }
}

/** The first of each kind are enough to know the first of all. */
async function firstOfAll(db: Db, limit: number): Promise<Waiting[]> {
  const lists = await Promise.all(Object.values(sources).map((list) => list(db, { limit, offset: 0 })))
  return lists
    .flat()
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .slice(0, limit)
}

const sources: Record<QueueItem['kind'], (db: Db, range: Range) => Promise<Waiting[]>> = {
  pending: async (db, range) =>
    (await postings.listPending(db, { channels, ...range })).map((it) => ({
      ...it,
      kind: 'pending',
      id: it.posting.id,
      report: null,
    })),
  unread: async (db, range) =>
    (await postings.listUnread(db, range)).map((it) => ({ ...it, kind: 'unread', id: it.posting.id, report: null })),
  report: async (db, range) => {
    const reports = await listOpenReports(db, range)
    const about = await postings.findPostingDetails(db, [...new Set(reports.map((it) => it.job_id))])
    return reports.flatMap((report): Waiting[] => {
      const posting = about.get(report.job_id)
      if (!posting) return []
      const { id, name, email, reason, created_at: since } = report
      return [{ kind: 'report', id, since, posting, report: { name, email, reason } }]
    })
  },
}

/** One posting that cannot go live holds up no other. */
export async function approvePostings({ db, publicUrl }: Moderation, viewer: Viewer, ids: readonly string[]) {
  const answer: ResponseOf<ApprovePostings> = { approved: 0, failed: [] }
  for (const id of new Set(ids)) {
    try {
      await postings.approvePosting(db, { publicUrl }, id, { actorId: viewer.id })
      answer.approved++
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      answer.failed.push({ id, error: error.message })
    }
  }
  return answer
}

export async function decideReport(
  { db, publicUrl }: Moderation,
  viewer: Viewer,
  id: string,
  { outcome, reason }: BodyOf<DecideReport>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { jobId } = await settleReport(transaction, id, { outcome, decidedBy: viewer.id, note: reason ?? null })
    if (outcome === 'accepted' && !(await isGone(transaction, jobId))) {
      await postings.removePosting(transaction, { publicUrl }, jobId, { actorId: viewer.id, reason })
    }
    await recordAudit(transaction, {
      action: `moderation.report-${outcome}`,
      actorId: viewer.id,
      subject: `report:${id}`,
      detail: { jobId },
    })
  })
}

/** Another report may have taken it down already. */
async function isGone(db: Db, jobId: string): Promise<boolean> {
  const contact = await postings.contactOf(db, jobId, { anyStatus: true })
  return contact === undefined || contact.status === 'removed'
}
