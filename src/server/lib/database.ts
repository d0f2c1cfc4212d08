import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { nameMarkedStatements } from './planned-once.ts'

/**
 * The database without any table: the library knows no feature. A feature sees the tables that it owns through
 * `db.withTables<JobsTables>()`.
 */
export type Db = Kysely<unknown>

/** Opens a pool; nothing is connected until the first query. */
export function openDatabase(connection: pg.PoolConfig): Db {
  const pool = new pg.Pool({ max: 10, ...connection })
  // An idle connection that breaks (the server restarted) is replaced at the next query; unheard, the event would end the process.
  pool.on('error', () => {})
  // One that breaks between two queries of a transaction makes the second one fail.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', nameMarkedStatements)
  return new Kysely({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
}
