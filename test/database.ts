import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { openDatabase, type Db } from '#platform/server/database.ts'
import {
  startPostgres,
  type Postgres,
  type PostgresOptions,
} from '#platform/server/postgres/start.ts'
import { copyCluster } from './kept-cluster.ts'

export type TestDatabase = {
  db: Db
  /** For further connections: LISTEN, a second node. */
  connection: pg.PoolConfig
  /** Closes `db` and drops the database with its connections. */
  drop: () => Promise<void>
}

let asked: Promise<pg.PoolConfig> | undefined

/** The run's PostgreSQL, whose database is the migrated template. */
export const templateConnection = (): Promise<pg.PoolConfig> => (asked ??= askForConnection())

async function askForConnection(): Promise<pg.PoolConfig> {
  const answer = await fetch(inject('postgresUrl'))
  const body = await answer.text()
  if (!answer.ok) throw new Error(body)
  return JSON.parse(body) as pg.PoolConfig
}

/** Gives the data folder of an embedded database a cluster with the migrated database. */
export async function migratedCluster(dataDir: string): Promise<void> {
  // The run has made it once for all.
  await templateConnection()
  await copyCluster(dataDir)
}

export const freshDatabase = async (): Promise<TestDatabase> =>
  createFrom(String((await templateConnection()).database))

/** The connection as a setting has it. */
export const urlOf = (
  { host = '', user, database }: pg.PoolConfig,
  other: { user?: string | undefined; database?: string | undefined } = {},
): string =>
  `postgres://${other.user ?? user}@${encodeURIComponent(host)}/${other.database ?? database}`

/** A database for the tests of this file, from its first to its last. */
export function databaseForFile(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => {
    Object.assign(database, await freshDatabase())
  })
  afterAll(() => database.drop())
  return database
}

/** Connections that end with the test. */
export function connectForTest(connection: Parameters<typeof openDatabase>[0]): Db {
  const db = openDatabase(connection)
  onTestFinished(() => db.destroy())
  return db
}

/** A server of its own that ends with the test. */
export async function postgresForTest(options: PostgresOptions): Promise<Postgres> {
  const postgres = await startPostgres(options)
  onTestFinished(() => postgres.stop())
  return postgres
}

export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createFrom('template0')
  onTestFinished(() => database.drop())
  return database
}

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copied by page and logged, it would take three times as long.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  const connection = { ...(await templateConnection()), database: name }
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

let administration: Promise<pg.Pool> | undefined

async function administer(statement: string): Promise<void> {
  administration ??= templateConnection().then((connection) =>
    // PostgreSQL ends before the workers do.
    new pg.Pool({ ...connection, database: 'postgres', max: 1, allowExitOnIdle: true }).on(
      'error',
      () => {},
    ),
  )
  await (await administration).query(statement)
}
