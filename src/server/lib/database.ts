import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { createHash } from 'node:crypto'
import { errorCode } from './start-error.ts'

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

/**
 * Does a transaction again that another one got in the way of: changes of many jobs take the locks of the same counts in an order
 * of their own. The work must be a whole transaction.
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
 * Marks a statement that is run again and again and is best planned alike whatever its values are: each connection plans it once,
 * where to plan it takes longer than to run it. There must be few such texts, with all values as parameters.
 */
export const plannedOnce = sql.raw(mark)

/** The driver prepares what has a name. */
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
    // A newer node has given the table other columns since.
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
