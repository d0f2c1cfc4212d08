import { sql } from 'kysely'
import { createWorld, generateJob } from '#demo/catalog/generate.ts'
import type { World } from '#demo/catalog/job.ts'
import { addJobs, rebuildSearchVocabulary } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'

/** The world that a catalog of this size is generated from. */
export const worldOf = (count: number): World => createWorld({ seed: 1, count, now: new Date() })

const jobsPerBatch = 2_000
/** One process makes the rows, while PostgreSQL works on those of the batches before. */
const batchesAtOnce = 3

/**
 * Fills an empty, migrated database, the search table by its trigger as always. Indexes are built
 * at the end, all at once; row by row it would take several times as long.
 */
export async function loadJobs(
  db: Db,
  world: World,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('jobs', 'job_search') and indexname not like '%_pkey'
  `.execute(db)
  for (const { name } of indexes.rows) await sql`drop index ${sql.ref(name)}`.execute(db)

  await addInBatches(db, world, count, tell)

  for (const { name, definition } of indexes.rows) {
    tell(`index ${name}`)
    await buildIndex(db, definition)
  }
  tell('vocabulary and statistics')
  await rebuildSearchVocabulary(db)
  await sql`vacuum analyze`.execute(db)
}

async function addInBatches(
  db: Db,
  world: World,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  let next = 0
  async function addBatches(): Promise<void> {
    while (next < count) {
      const from = next
      const to = Math.min(from + jobsPerBatch, count)
      next = to
      const numbers = Array.from({ length: to - from }, (_, index) => from + index)
      await addJobs(
        db,
        numbers.map((number) => generateJob(world, number)),
      )
      if (to % 50_000 === 0) tell(`${to} jobs`)
    }
  }
  await Promise.all(Array.from({ length: batchesAtOnce }, addBatches))
}

async function buildIndex(db: Db, definition: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local maintenance_work_mem = '2GB'`.execute(transaction)
    await sql.raw(definition).execute(transaction)
  })
}
