import { sql } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

/** A live posting whose time is up, locked; one that somebody else has locked is their business. */
export const lockExpired = (db: Db, now: Date, skip: readonly string[]): Promise<JobRow | undefined> =>
  live(db, skip).where('expires_at', '<=', now).executeTakeFirst()

/** A live posting that ends before `until`, locked, of whose end nobody was reminded within its last `days`. */
export const lockUnreminded = (
  db: Db,
  { now, until, days }: { now: Date; until: Date; days: number },
  skip: readonly string[],
): Promise<JobRow | undefined> =>
  live(db, skip)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('channel', '<>', 'import')
    .where((it) =>
      it.not(
        it.exists(
          it
            .selectFrom('posting_events as e')
            .select('e.id')
            .whereRef('e.job_id', '=', 'jobs.id')
            .where('e.action', '=', 'remind')
            .where('e.at', '>=', sql<Date>`jobs.expires_at - ${days} * interval '1 day'`),
        ),
      ),
    )
    .executeTakeFirst()

const live = (db: Db, skip: readonly string[]) =>
  tables(db)
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', sql.lit('active'))
    .where('id', '<>', sql<string>`all(${skip}::uuid[])`)
    .orderBy('expires_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
