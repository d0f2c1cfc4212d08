import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { freshDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Ends the connection that works for `db`, and waits until it is gone. */
async function cut(pid: number | undefined): Promise<void> {
  await sql`select pg_terminate_backend(${pid}::integer)`.execute(database.db)
  await expect
    .poll(async () => (await sql`select from pg_stat_activity where pid = ${pid}::integer`.execute(database.db)).rows)
    .toEqual([])
}

const pidOf = async (db: TestDatabase['db']): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

test('a connection that breaks between two queries fails the transaction, not the process', async () => {
  const db = openDatabase({ ...database.connection, max: 1 })
  await expect(
    db.transaction().execute(async (transaction) => {
      await cut(await pidOf(transaction))
      await sql`select 1`.execute(transaction)
    }),
  ).rejects.toThrow(/terminat|not queryable/)
  expect(await pidOf(db)).toBeGreaterThan(0)
  await db.destroy()
})

test('an idle connection that breaks is replaced', async () => {
  const db = openDatabase({ ...database.connection, max: 1 })
  await cut(await pidOf(db))
  await expect.poll(() => pidOf(db).catch(() => undefined)).toBeGreaterThan(0)
  await db.destroy()
})
