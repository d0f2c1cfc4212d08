import { findPeople } from '#features/accounts/server/public.ts'
import { type Db, idsOf, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { PostingHistory } from '../contract-dashboard.ts'
import type { PostingDetail, PostingSummary } from '../contract.ts'
import { findHolds } from './queries-holds.ts'
import { findHistory } from './queries-events.ts'
import { findWaitingEdits } from './queries-moderation.ts'
import * as queries from './queries.ts'
import { type Scope, ownPostings, postingsOf } from './scope.ts'
import { countsByStatus, historyOf, summaryOf } from './views.ts'
import { deletePosting, holdsOf, renewPosting, updatePosting } from './service-changes.ts'

export async function listPostings(
  db: Db,
  viewer: Viewer,
  list: QueryOf<'GET /api/job-postings'>,
): Promise<PostingSummary[]> {
  const postings = await queries.listPostings(db, ownPostings(viewer.id), list)
  const edits = await findWaitingEdits(db, idsOf(postings))
  const holds = await findHolds(db, idsOf(postings))
  return postings.map((posting) => ({
    ...summaryOf(posting, edits.get(posting.id)),
    holds: holdsOf(holds, posting),
  }))
}

export async function countPostings(
  db: Db,
  viewer: Viewer,
  filter: QueryOf<'GET /api/job-postings/counts'>,
): Promise<ResponseOf<'GET /api/job-postings/counts'>> {
  const rows = await queries.countPostings(db, ownPostings(viewer.id), filter)
  const { inactive: draft, removed: _, ...counts } = countsByStatus(rows)
  const sumOf = (name: 'all' | 'ending' | 'found') => rows.reduce((sum, row) => sum + row[name], 0)
  return {
    ...counts,
    draft,
    total: sumOf('all'),
    ending: sumOf('ending'),
    found: sumOf('found'),
  }
}

/**
 * What `inquiries` does when an employer opens a posting again.
 * @returns how many untold rejections it undid.
 */
export type Opened = (trx: Db, jobId: string, actorId: string) => Promise<number>

export type Opening = { db: Db; opened: Opened }

export const opening = <T extends PostingDetail | void>(
  { db, opened }: Opening,
  viewer: Viewer,
  change: (trx: Db) => Promise<T>,
): Promise<T & { rejectionsTakenBack?: number }> =>
  inTransaction(db, async (trx) => {
    const posting = await change(trx)
    const rejectionsTakenBack =
      posting?.status === 'active' ? await opened(trx, posting.id, viewer.id) : 0
    return { ...posting, ...(rejectionsTakenBack > 0 && { rejectionsTakenBack }) }
  })

/** Collects refusals, so that one does not stop the others. */
export async function changePostings(
  postings: Opening,
  viewer: Viewer,
  { ids, action, changes }: BodyOf<'POST /api/job-postings/bulk'>,
): Promise<ResponseOf<'POST /api/job-postings/bulk'>> {
  let rejectionsTakenBack = 0
  const changed: string[] = []
  const failed: { id: string; error: string }[] = []
  for (const id of new Set(ids)) {
    try {
      const scope = ownPostings(viewer.id, 'manage')
      const done = await opening<PostingDetail | void>(postings, viewer, (trx) =>
        bulk[action](trx, scope, id, changes),
      )
      rejectionsTakenBack += done.rejectionsTakenBack ?? 0
      changed.push(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failed.push({ id, error: error.message })
    }
  }
  return { changed, failed, ...(rejectionsTakenBack > 0 && { rejectionsTakenBack }) }
}

const bulk = {
  edit: updatePosting,
  activate: (db: Db, scope: Scope, id: string) => updatePosting(db, scope, id, { isActive: true }),
  deactivate: (db: Db, scope: Scope, id: string) =>
    updatePosting(db, scope, id, { isActive: false }),
  renew: renewPosting,
  delete: deletePosting,
}

/** Administrators see every actor's name; an organization's members see each other's. */
export async function getPostingHistory(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<PostingHistory> {
  await queries.loadPosting(db, postingsOf(viewer), id)
  const events = await findHistory(db, id)
  const shown = events.filter((event) => viewer.role === 'admin' || event.actor === 'owner')
  const people = await findPeople(db, [...new Set(shown.flatMap((event) => event.actor_id ?? []))])
  return historyOf(events, (userId) => {
    const person = people.get(userId)
    return person?.name ?? person?.email ?? null
  })
}
