import { sql } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { PostingsTables } from './tables.ts'

const imported = (db: Db, ids: readonly string[]) =>
  db
    .withTables<PostingsTables>()
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('channel', '=', 'import')
    .orderBy('id')
    .forUpdate()

export const lockUnlisted = (db: Db, ids: readonly string[]): Promise<JobRow[]> =>
  imported(db, ids).where('status', 'in', ['active', 'pending']).execute()

/** Those whose last change of status was that their source no longer listed them; not those whose time has run out since. */
export const lockListed = (db: Db, ids: readonly string[], now: Date): Promise<JobRow[]> =>
  imported(db, ids)
    .where('status', '=', 'expired')
    .where((it) => it.or([it('expires_at', 'is', null), it('expires_at', '>', now)]))
    .where(
      sql<boolean>`'unlist' = (
        select e.action from posting_events e where e.job_id = jobs.id and e.from_status is distinct from e.to_status
        order by e.id desc limit 1
      )`,
    )
    .execute()
