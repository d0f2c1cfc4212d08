import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Db } from '#server/lib/database.ts'
import { openDatabase } from '#server/lib/database.ts'

export type TestDatabase = {
  db: Db
  /** For clients of one's own: the LISTEN client, a second node. */
  connection: pg.PoolConfig
  /** Closes `db` and removes the database, whoever is still connected. */
  drop: () => Promise<void>
}

/** A migrated database without rows that nobody else uses. */
export async function freshDatabase(): Promise<TestDatabase> {
  const template = inject('templateConnection')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${template.database}`)
  const connection = { ...template, database: name }
  const db = openDatabase(connection)
  return {
    db,
    connection,
    async drop() {
      await db.destroy()
      await administer(`drop database ${name} with (force)`)
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
