import { sql } from 'kysely'
import type pg from 'pg'
import { cachedFigures } from '#app/server/figures.ts'
import { planLinkChecks } from '#features/imports/server/runs/queries-jobs.ts'
import { compactSegments, refreshFigures } from '#features/jobs/server/public.ts'
import { openDatabase } from '#platform/server/database.ts'

/**
 * What is in a catalog has been there for long. A real server would have compared it with itself in
 * the hour after it came, and mailed it to those who wait for it; here that would go on in the
 * background of what is measured. What it would have compacted is compacted, what it would have
 * counted is counted, and tasks that the run before left behind are gone.
 */
export async function settle(connection: pg.PoolConfig): Promise<void> {
  const db = openDatabase({ ...connection, max: 1 })
  await sql`delete from job_fingerprints where title is null`.execute(db)
  await sql`update job_fingerprints set compared_at = now() where compared_at is null`.execute(db)
  await sql`update job_arrivals set matched_at = now() where matched_at is null`.execute(db)
  await planLinkChecks(db)
  await sql`delete from pgboss.job where state in ('created', 'retry', 'active')`.execute(db)
  await compactSegments(db, { smallDelta: 0 })
  for (const figures of cachedFigures({ landingMinJobs: 5 })) await refreshFigures(db, figures)
  await db.destroy()
}
