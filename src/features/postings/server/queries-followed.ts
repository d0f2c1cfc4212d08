import { sql } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Ends } from './ends.ts'
import { lastMoveWas } from './queries-events.ts'
import { isReachedBy } from './scope.ts'
import type { PostingsTables } from './tables.ts'

/** Postings that follow a source: imported jobs, and those that a careers page lists. */

const jobs = (db: Db) => db.withTables<PostingsTables>().selectFrom('jobs')

const imported = (db: Db, ids: readonly string[]) =>
  jobs(db)
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where((where) => where.or([where('channel', '=', 'import'), where('follows_page', '=', true)]))
    .orderBy('id')
    .forUpdate()

export const lockUnlisted = (db: Db, ids: readonly string[]): Promise<JobRow[]> =>
  imported(db, ids).where('status', 'in', ['active', 'pending']).execute()

/** Those that an edit may change. */
export const lockFollowing = (db: Db, ids: readonly string[]): Promise<JobRow[]> =>
  imported(db, ids).where('status', 'not in', ['removed', 'rejected']).execute()

/** Postings that `unlist` closed, and expired ones whose end has moved since. */
export const lockListed = (db: Db, ids: readonly string[], now: Date): Promise<JobRow[]> =>
  imported(db, ids)
    .where('status', '=', 'expired')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where(lastMoveWas('unlist', 'expire'))
    .execute()

/**
 * Follows the ends that sources give. A difference of a few hours is their clock's. @returns how
 * many ends moved.
 */
export async function moveEnds(
  db: Db,
  ends: readonly { id: string; expiresAt: Date }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update jobs set expires_at = "expiresAt"
    from (
      select * from json_to_recordset(${JSON.stringify(ends)}::json) given (id uuid,
        "expiresAt" timestamptz) order by id
    ) moved
    where jobs.id = moved.id and channel = 'import' and status in ('active', 'pending', 'expired')
      and (expires_at is null or abs(extract(epoch from expires_at - "expiresAt")) > 6 * 3600)
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Postings that a page may connect with: the account's, and imports without an owner. */
export const lockConnectable = (
  trx: Db,
  userId: string,
  ids: readonly string[],
): Promise<JobRow[]> =>
  jobs(trx)
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('follows_page', '=', false)
    .where('status', 'in', ['pending', 'active', 'inactive', 'expired'])
    .where(
      sql<boolean>`(${isReachedBy(userId, 'manage')} or owner_id is null and channel = 'import')`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()

/** Postings that follow a page, with less than half of their period left. */
export const lockEnding = (
  trx: Db,
  ids: readonly string[],
  days: number,
): Promise<(Ends & Pick<JobRow, 'id' | 'state'>)[]> =>
  jobs(trx)
    .select(['id', 'state', 'apply_until', 'expires_at', 'period_ends_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('follows_page', '=', true)
    .where('status', 'in', ['active', 'expired'])
    .where(
      sql<boolean>`coalesce(greatest(expires_at, period_ends_at) < now() + ${days} * interval '12 hours', true)`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()

export async function releaseFollowing(db: Db, source: string): Promise<void> {
  await sql`
    update jobs set follows_page = false, source = 'manual' where source = ${source} and follows_page
  `.execute(db)
}
