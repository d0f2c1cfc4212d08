import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { createHash } from 'node:crypto'
import { errorCode } from './start-error.ts'

/**
 * A database without tables, because the library knows no feature. A feature gets its tables by `db.withTables<JobsTables>()`.
 */
export type Db = Kysely<unknown>

/** Opens a pool, which connects on the first query. */
export function openDatabase(connection: pg.PoolConfig): Db {
  const pool = new pg.Pool({ max: 10, ...connection })
  // A broken idle connection is replaced at the next query; without a listener the event would end the process.
  pool.on('error', () => {})
  // Between two queries of a transaction, the next query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', nameMarkedStatements)
  return new Kysely({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
}

/**
 * Repeats a transaction after a deadlock: changes of many jobs lock the same counts in different orders. The work must be a whole
 * transaction.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt === 5 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

const mark = '/* planned once */'

/**
 * Marks a frequent statement whose best plan does not depend on its values: each connection plans it once. The texts must be few,
 * with all values as parameters.
 */
export const plannedOnce = sql.raw(mark)

/** The driver prepares named statements. */
function nameMarkedStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  const queryByName = (text: unknown, ...others: unknown[]) =>
    typeof text === 'string' && text.includes(mark) ? runPlanned(query, text, others[0]) : query(text, ...others)
  client.query = queryByName as typeof client.query
}

async function runPlanned(query: (...parameters: unknown[]) => unknown, text: string, values: unknown): Promise<unknown> {
  try {
    return await query({ name: nameOf(text), text, values })
  } catch (error) {
    // A newer node has changed the table's columns.
    if (errorCode(error) === featureNotSupported) return query(text, values)
    throw error
  }
}
const featureNotSupported = '0A000'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}
