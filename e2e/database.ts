import pg from 'pg'
import { findRunningPostgres } from '#server/lib/postgres/data-folder.ts'

/** Runs one statement in the database of the server under test, to let time pass for example. */
export async function runSql(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client(await findRunningPostgres(process.env['E2E_DATA_DIR'] ?? ''))
  await client.connect()
  await client.query(statement, values)
  await client.end()
}
