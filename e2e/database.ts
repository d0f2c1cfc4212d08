import pg from 'pg'
import { findRunningPostgres } from '#platform/server/postgres/data-folder.ts'

/**
 * Runs one statement in the database of the server under test, to let time pass for example; or of
 * another one with this folder.
 */
export async function runSql<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[],
  folder?: string,
): Promise<Row[]> {
  const { E2E_DATABASE_URL: url, E2E_DATA_DIR: sharedFolder = '' } = process.env
  const client = new pg.Client(
    folder === undefined && url ? url : await findRunningPostgres(folder ?? sharedFolder),
  )
  await client.connect()
  const { rows } = await client.query<Row>(statement, values)
  await client.end()
  return rows
}
