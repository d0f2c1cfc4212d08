import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Migration, MigrationProvider } from 'kysely/migration'
import { Migrator } from 'kysely/migration'
import type { Db } from './database.ts'
import { StartError } from './start-error.ts'

const folder = new URL('../../../db/migrations/', import.meta.url)

/** Any number that nobody else uses on this database. */
const migrationLock = 7_340_915

/** Brings the schema up to date, and says which migrations that took. Nodes that start together wait for each other. */
export async function migrateToLatest(db: Db): Promise<string[]> {
  return db.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(held)
    try {
      return await runMigrations(db)
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(held)
    }
  })
}

async function runMigrations(db: Db): Promise<string[]> {
  const { error, results = [] } = await new Migrator({ db, provider: folderOfMigrations }).migrateToLatest()
  const failed = results.find((it) => it.status === 'Error')
  if (failed) throw new StartError(`Migration ${failed.migrationName} failed: ${messageOf(error)}`)
  if (error) throw new StartError(`The database cannot be migrated: ${messageOf(error)}`)
  return results.map((it) => it.migrationName)
}

/** Kysely's own provider joins paths, which `import()` does not take on every platform. */
const folderOfMigrations: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((it) => it.endsWith('.ts'))
    const modules = names.map(async (name): Promise<[string, Migration]> => {
      const module = (await import(new URL(name, folder).href)) as Migration
      return [basename(name, '.ts'), module]
    })
    return Object.fromEntries(await Promise.all(modules))
  },
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
