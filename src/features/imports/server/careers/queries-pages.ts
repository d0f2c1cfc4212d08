import { sql } from 'kysely'
import { countRows, idsOf, type Db } from '#platform/server/database.ts'
import { withLastRun, type SourceRow } from '../sources/queries-sources.ts'

/** Sources that organizations connected. */

/**
 * The account whose postings a page's rows become: the one that connected it, as long as it has a
 * seat that may post; else the organization's first owner.
 */
export async function findActing(
  db: Db,
  organizationId: string,
  ownerId: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from organization_members m join users on users.id = user_id
    where organization_id = ${organizationId} and users.suspended_at is null
      and (user_id = ${ownerId} and seat <> 'reader' or seat = 'owner')
    order by user_id = ${ownerId} desc nulls last, since limit 1
  `.execute(db)
  return idsOf(rows)[0]
}

/**
 * A condition on `import_sources s`: the pages of the account's organization. An assigned member
 * reaches their own; a reader changes none.
 */
const isReachedBy = (userId: string, to: 'see' | 'manage') => sql<boolean>`exists (
  select from organization_members m
  where m.user_id = ${userId} and m.organization_id = s.organization_id and (
    m.seat in ('owner', 'recruiter') or m.seat = 'reader' and ${to === 'see'} or m.seat = 'assigned'
      and s.owner_id = ${userId}
  )
)`

/** The oldest first. */
export const findPages = (db: Db, userId: string): Promise<SourceRow[]> =>
  withLastRun(db).where(isReachedBy(userId, 'see')).orderBy('s.created_at').execute()

export const findPage = (db: Db, userId: string, id: string): Promise<SourceRow | undefined> =>
  withLastRun(db).where('s.id', '=', id).where(isReachedBy(userId, 'manage')).executeTakeFirst()

/** Whoever of the organization connected them. */
export const countPages = (db: Db, organizationId: string): Promise<number> =>
  countRows(withLastRun(db).where('s.organization_id', '=', organizationId).clearSelect())

export const findPageAt = (
  db: Db,
  organizationId: string,
  url: string,
): Promise<SourceRow | undefined> =>
  withLastRun(db)
    .where('s.url', '=', url)
    .where('s.organization_id', '=', organizationId)
    .executeTakeFirst()

/** How many postings follow each of these pages, by status. */
export async function countFollowing(
  db: Db,
  names: readonly string[],
): Promise<Map<string, { active: number; pending: number }>> {
  const { rows } = await sql<{ source: string; active: number; pending: number }>`
    select source, (count(*) filter (where status = 'active'))::integer as active,
      (count(*) filter (where status = 'pending'))::integer as pending
    from jobs where follows_page and source = any(${names}::text[]) group by source
  `.execute(db)
  return new Map(rows.map(({ source, ...counts }) => [source, counts]))
}

/** What an account connected, for the export of its data. */
export async function findConnectedBy(
  db: Db,
  userId: string,
): Promise<{ url: string; employer: string | null; connectedAt: Date }[]> {
  const { rows } = await sql<{ url: string; employer: string | null; connectedAt: Date }>`
    select url, employer, created_at as "connectedAt" from import_sources
    where owner_id = ${userId} order by created_at
  `.execute(db)
  return rows
}
