import { sql } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

const lockedOf = (db: Db, ownerId: string) =>
  tables(db).selectFrom('jobs').selectAll().where('owner_id', '=', ownerId).orderBy('id').forUpdate()

export const lockLive = (db: Db, ownerId: string): Promise<JobRow[]> =>
  lockedOf(db, ownerId).where('status', '=', 'active').execute()

/** What the account's suspension took down, and nobody moved since. */
export const lockSuspended = (db: Db, ownerId: string): Promise<JobRow[]> =>
  lockedOf(db, ownerId)
    .where('status', '=', 'inactive')
    .where(
      sql<boolean>`'suspend' = (
        select action from posting_events e
          where e.job_id = jobs.id and e.from_status is distinct from e.to_status order by e.id desc limit 1
      )`,
    )
    .execute()

/** What its owner's account says of every posting. */
export async function updateVerifiedHospital(db: Db, ownerId: string, verified: boolean): Promise<void> {
  await tables(db)
    .updateTable('jobs')
    .set({ is_verified_hospital: verified })
    .where('owner_id', '=', ownerId)
    .where('is_verified_hospital', '<>', verified)
    .execute()
}
