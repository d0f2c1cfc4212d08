import pg from 'pg'
import { findRunningPostgres } from '#server/lib/postgres/data-folder.ts'

/** Runs one statement in the database of the server under test, to let time pass for example. */
export async function runSql(statement: string, values: unknown[]): Promise<void> {
  const { E2E_DATABASE_URL: url, E2E_DATA_DIR: folder = '' } = process.env
  const client = new pg.Client(url ?? (await findRunningPostgres(folder)))
  await client.connect()
  await client.query(statement, values)
  await client.end()
}
