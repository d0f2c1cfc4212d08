import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, type Db } from '#platform/server/database.ts'

export type TestDatabase = {
  db: Db
  /** For further connections: LISTEN, a second node. */
  connection: pg.PoolConfig
  /** Closes `db` and drops the database with its connections. */
  drop: () => Promise<void>
}

export const freshDatabase = (): Promise<TestDatabase> => createFrom(String(inject('templateConnection').database))

export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createFrom('template0')
  onTestFinished(() => database.drop())
  return database
}

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copied by page and logged, it would take three times as long.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  const connection = { ...inject('templateConnection'), database: name }
  const db = openDatabase(connection)
  return {
    db,
    connection,
    async drop() {
      await db.destroy()
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('templateConnection'), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
