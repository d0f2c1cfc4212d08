import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { generateJob } from '#demo/catalog/generate.ts'
import { addJobs } from '#features/jobs/server/public.ts'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { worldOf } from './catalog/load.ts'

/**
 * One write a second, as life brings them: a job is posted, a job that people read is edited, the
 * posted job is filled.
 */
export function writeEverySecond(
  connection: pg.PoolConfig,
  readIds: string[],
): { stop(): Promise<number> } {
  const db = openDatabase({ ...connection, max: 1 })
  const steps = writeSteps(db, readIds)
  let writes = 0
  let last = Promise.resolve()
  const timer = setInterval(() => {
    last = last.then(async () => {
      await steps.next()
      writes++
    })
  }, 1000)
  return {
    async stop() {
      clearInterval(timer)
      await last
      await db.destroy()
      return writes
    },
  }
}

async function* writeSteps(db: Db, readIds: string[]): AsyncGenerator<void, never> {
  const world = worldOf(1_000)
  for (let round = 0; ; round++) {
    const id = randomUUIDv7()
    const now = new Date()
    await addJobs(db, [{ ...generateJob(world, round), id, posted_at: now, updated_at: now }])
    yield
    const readId = readIds[round % readIds.length]
    await sql`update jobs set brief = ${`Edited for the ${round}th time`}, updated_at = now() where id = ${readId}`.execute(
      db,
    )
    yield
    await sql`update jobs set status = 'inactive', updated_at = now() where id = ${id}`.execute(db)
    yield
  }
}
