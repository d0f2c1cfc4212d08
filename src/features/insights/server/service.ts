import { postingsOf, requirePosting } from '#features/postings/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { mostPostings } from '../model.ts'
import { deleteVisitorsBefore } from './queries-events.ts'
import { selectOwnerDays, selectOwnerPostings, selectPostingDays, type Period } from './queries.ts'

const dayMs = 24 * 60 * 60_000

/** '2026-11-21' in UTC. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

export async function getInsights(db: Db, viewer: Pick<Viewer, 'id'>, days: number): Promise<ResponseOf<'GET /api/insights'>> {
  const period = periodOf(days)
  const [byDay, postings] = await Promise.all([
    selectOwnerDays(db, viewer.id, period),
    selectOwnerPostings(db, viewer.id, period, mostPostings + 1),
  ])
  return { days: byDay, postings: postings.slice(0, mostPostings), isCut: postings.length > mostPostings }
}

/** @throws {AppError} NOT_FOUND for postings that the viewer cannot reach. */
export async function getPostingInsights(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'role'>,
  jobId: string,
  days: number,
): Promise<ResponseOf<'GET /api/insights/postings/:id'>> {
  const { id, title, status } = await requirePosting(db, postingsOf(viewer), jobId)
  return { posting: { id, title, status }, days: await selectPostingDays(db, id, periodOf(days)) }
}

/** Ends today. */
function periodOf(days: number): Period {
  const now = Date.now()
  return { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) }
}

/** A node may still hold the day's last events, so hashes are deleted an hour later. */
export const forgetVisitors = (db: Db): Promise<void> => deleteVisitorsBefore(db, dayOf(Date.now() - 60 * 60_000))
