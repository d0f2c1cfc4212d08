import { sql } from 'kysely'
import type pg from 'pg'
import { openDatabase, type Db } from './database.ts'
import { findRunningPostgres } from './postgres/data-folder.ts'
import { startPostgres } from './postgres/start.ts'
import type { Settings } from './settings.ts'
import { errorCode, StartError } from './start-error.ts'

export type Connected = {
  db: Db
  connection: pg.PoolConfig
  close: () => Promise<void>
}

type Options = {
  /** Lets a command use the embedded database of a running server. */
  shared?: boolean
  /** The embedded database died and could not be restarted. */
  onLost?(error: unknown): void
}

/**
 * Connects to the configured database: `DATABASE_URL`, or else the embedded one.
 * @throws {StartError} if it is unavailable.
 */
export async function connectDatabase(settings: Settings, options: Options = {}): Promise<Connected> {
  if (settings.databaseUrl) return reach({ connectionString: settings.databaseUrl, connectionTimeoutMillis: 10_000 })
  const running = options.shared ? await findRunningPostgres(settings.dataDir) : undefined
  if (running) return reach(running)
  const postgres = await startPostgres({ dataDir: settings.dataDir, onLost: (error) => options.onLost?.(error) })
  return reach(postgres.connection, () => postgres.stop())
}

async function reach(connection: pg.PoolConfig, stopServer?: () => Promise<void>): Promise<Connected> {
  const db = openDatabase(connection)
  async function close(): Promise<void> {
    await db.destroy()
    await stopServer?.()
  }
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await close()
    // An error that sums up several addresses has no message.
    const reason = error instanceof Error && error.message ? error.message : (errorCode(error) ?? String(error))
    throw new StartError(`Cannot reach the database at DATABASE_URL: ${reason}`)
  }
  return { db, connection, close }
}
