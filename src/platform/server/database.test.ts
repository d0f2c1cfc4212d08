import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectForTest, databaseForFile, type TestDatabase } from '#test/database.ts'
import { inTransaction, plannedOnce } from './database.ts'

const database = databaseForFile()

/** Ends the connection of `db`, and waits until it is closed. */
async function cut(pid: number | undefined): Promise<void> {
  await sql`select pg_terminate_backend(${pid}::integer)`.execute(database.db)
  await expect
    .poll(
      async () =>
        (await sql`select from pg_stat_activity where pid = ${pid}::integer`.execute(database.db))
          .rows,
    )
    .toEqual([])
}

const pidOf = async (db: TestDatabase['db']): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

test('a connection that breaks between two queries fails the transaction, not the process', async () => {
  const db = connectForTest({ ...database.connection, max: 1 })
  await expect(
    db.transaction().execute(async (trx) => {
      await cut(await pidOf(trx))
      await sql`select 1`.execute(trx)
    }),
  ).rejects.toThrow(/terminat|not queryable/)
  expect(await pidOf(db)).toBeGreaterThan(0)
})

test('an idle connection that breaks is replaced', async () => {
  const db = connectForTest({ ...database.connection, max: 1 })
  await cut(await pidOf(db))
  await expect.poll(() => pidOf(db).catch(() => undefined)).toBeGreaterThan(0)
})

test('a marked statement is planned once for each connection, with values that change', async () => {
  const db = connectForTest({ ...database.connection, max: 1 })
  for (const value of [1, 2, 3]) {
    const { rows } = await sql<{
      double: number
    }>`select ${value}::integer * 2 as double ${plannedOnce}`.execute(db)
    expect(rows).toEqual([{ double: 2 * value }])
  }
  await sql`select 1 as unmarked`.execute(db)
  const { rows } = await sql<{
    statement: string
  }>`select statement from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ statement: expect.stringContaining('as double') as string }])
})

test('a marked statement survives a new column of its table', async () => {
  const db = connectForTest({ ...database.connection, max: 1 })
  const read = async () => (await sql`select * from grows ${plannedOnce}`.execute(db)).rows
  await sql`create table grows as select 1 as one`.execute(db)
  expect(await read()).toEqual([{ one: 1 }])
  await sql`alter table grows add column two integer default 2`.execute(db)
  expect(await read()).toEqual([{ one: 1, two: 2 }])
  expect(await read()).toEqual([{ one: 1, two: 2 }])
})

test('an error of a marked statement is reported', async () => {
  await expect(sql`select 1 / ${0}::integer ${plannedOnce}`.execute(database.db)).rejects.toThrow(
    'division by zero',
  )
})

test('of two transactions that lock each other, the one that PostgreSQL ends is repeated', async () => {
  const { db } = database
  await sql`create table counts (name text primary key, n integer not null)`.execute(db)
  await sql`insert into counts values ('a', 0), ('b', 0)`.execute(db)
  let begun = 0
  const bothBegan = Promise.withResolvers<undefined>()
  const count = (names: string[]) =>
    inTransaction(db, async (trx) => {
      for (const name of names) {
        await sql`update counts set n = n + 1 where name = ${name}`.execute(trx)
        if (++begun === 2) bothBegan.resolve(undefined)
        await bothBegan.promise
      }
    })
  await Promise.all([count(['a', 'b']), count(['b', 'a'])])
  // Five updates at least: one transaction was begun twice.
  expect(begun).toBeGreaterThan(4)
  expect((await sql`select n from counts`.execute(db)).rows).toEqual([{ n: 2 }, { n: 2 }])
})
