import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, openDataFolder, openSocketFolder } from './data-folder.ts'
import type { Place } from './launch.ts'
import { launch } from './launch.ts'
import { database, user } from './names.ts'
import type { Log } from './server-process.ts'

export type Postgres = { connection: pg.PoolConfig; stop: () => Promise<void> }

export type PostgresOptions = {
  dataDir: string
  log?: Log
  /** Trades durability for speed: tests only. */
  fast?: boolean
  /** Called when the database died and could not be brought back. */
  onLost?: (error: unknown) => void
}

const restartsWithin = { count: 3, ms: 60_000 }

/**
 * PostgreSQL of our own, in `dataDir`, on a private Unix socket. It ends with this process, however this process ends, and
 * is started again if it dies alone.
 */
export async function startPostgres({ dataDir, log = () => {}, fast = false, onLost }: PostgresOptions): Promise<Postgres> {
  const place = await prepare(resolve(dataDir), fast)
  let stopping = false
  let running = await launch(place, log)
  let restarted = Promise.resolve()
  await ensureDatabase(place.connection)
  supervise()

  function supervise(deaths: number[] = []): void {
    void running.exited.then(() => {
      if (!stopping) restarted = restart([...deaths.filter((at) => Date.now() - at < restartsWithin.ms), Date.now()])
    })
  }

  async function restart(deaths: number[]): Promise<void> {
    try {
      if (deaths.length > restartsWithin.count) throw new Error(`PostgreSQL died ${deaths.length} times within a minute.`)
      log('PostgreSQL died; starting it again')
      running = await launch(place, log)
      supervise(deaths)
    } catch (error) {
      onLost?.(error)
    }
  }

  return {
    connection: { ...place.connection, database },
    async stop() {
      stopping = true
      await restarted
      await running.stop()
      await rm(place.socketFolder, { recursive: true, force: true })
    },
  }
}

async function prepare(dataDir: string, fast: boolean): Promise<Place> {
  const { initdb, postgres } = findBinaries()
  await openDataFolder(dataDir)
  const account = await serverAccount([postgres, dataDir])
  const cluster = await ensureCluster(dataDir, initdb, account)
  const socketFolder = await openSocketFolder(dataDir, account)
  const connection: pg.ClientConfig = { host: socketFolder, port: 5432, user, database: 'postgres' }
  return { dataDir, cluster, socketFolder, postgres, account, fast, connection }
}

async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
