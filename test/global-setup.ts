import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#platform/server/database.ts'
import { migrateToLatest } from '#platform/server/migrate.ts'
import { embeddedServerRole, ensureServerRole } from '#platform/server/server-role.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { temporaryDataDir } from './data-dir.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL, whose database is the migrated template. */
    templateConnection: pg.PoolConfig
  }
}

/** One PostgreSQL per run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await temporaryDataDir()
  const postgres = await startPostgres({ dataDir: dataDir.path, fast: true })
  const db = openDatabase(postgres.connection)
  await ensureServerRole(db)
  await migrateToLatest(db, { serverRole: embeddedServerRole })
  await db.destroy()
  project.provide('templateConnection', postgres.connection)
  return async () => {
    await postgres.stop()
    await dataDir.remove()
  }
}
