import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { errorCode } from './start-error.ts'

const mark = '/* planned once */'

/**
 * Marks a statement that is run again and again and is best planned alike whatever its values are: each connection plans it once,
 * where to plan it takes longer than to run it. There must be few such texts, with all values as parameters.
 */
export const plannedOnce = sql.raw(mark)

/** The driver prepares what has a name. */
export function nameMarkedStatements(client: pg.PoolClient): void {
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
