import { sql } from 'kysely'
import type { World } from '#db/demo/job.ts'
import { addJobs, rebuildSearchVocabulary } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { generateRows } from './rows.ts'

const jobsPerBatch = 2_000
/** More would not help: one process makes the rows, and PostgreSQL works on those of the batch before. */
const batchesAtOnce = 2

/**
 * Fills an empty, migrated database. Indexes are built and counts are made at the end, all at once; row by row, as the
 * triggers do it, a million jobs would take hours.
 */
export async function loadJobs(db: Db, world: World, count: number, tell: (line: string) => void): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where tablename = 'jobs' and indexname <> 'jobs_pkey'
  `.execute(db)
  await sql`alter table jobs disable trigger user`.execute(db)
  for (const { name } of indexes.rows) await sql`drop index ${sql.ref(name)}`.execute(db)

  await addInBatches(db, world, count, tell)

  for (const { name, definition } of indexes.rows) {
    tell(`index ${name}`)
    await buildIndex(db, definition)
  }
  await sql`
    insert into job_counts (specialty, state, employment_type, n)
    select specialty, state, employment_type, count(*) from jobs where status = 'active' group by 1, 2, 3
  `.execute(db)
  await sql`alter table jobs enable trigger user`.execute(db)
  tell('vocabulary and statistics')
  await rebuildSearchVocabulary(db)
  await sql`vacuum analyze`.execute(db)
}

async function addInBatches(db: Db, world: World, count: number, tell: (line: string) => void): Promise<void> {
  let next = 0
  async function addBatches(): Promise<void> {
    while (next < count) {
      const from = next
      const to = Math.min(from + jobsPerBatch, count)
      next = to
      await addJobs(db, [...generateRows(world, from, to)])
      if (to % 50_000 === 0) tell(`${to} jobs`)
    }
  }
  await Promise.all(Array.from({ length: batchesAtOnce }, addBatches))
}

async function buildIndex(db: Db, definition: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local maintenance_work_mem = '1GB'`.execute(transaction)
    await sql.raw(definition).execute(transaction)
  })
}
