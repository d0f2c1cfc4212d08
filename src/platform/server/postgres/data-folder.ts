import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  readFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import { promisify } from 'node:util'
import { cannotWrite, errorCode, StartError } from '../errors.ts'
import pg from 'pg'
import { existsSync, mkdirSync, statSync } from 'node:fs'

export const user = 'whitecoat'
export const database = 'whitecoat'

/** The longest socket path on every Unix (macOS: 104 bytes with the terminating zero). */
const longestSocketPath = 103
const abandonedAfterMs = 60_000

/** Creates the data folder, and checks that it is writable. */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    makeFolder(dataDir)
    const probe = await mkdtemp(join(dataDir, '.probe-'))
    await rm(probe, { recursive: true })
  } catch (error) {
    throw cannotWrite(`DATA_DIR ${dataDir}`, error)
  }
}

const clusterIn = (dataDir: string) => join(dataDir, 'postgres')

export const hasCluster = (dataDir: string): boolean => existsSync(clusterIn(dataDir))

/**
 * Creates the database cluster if there is none. It is created aside and renamed, so that neither
 * an interrupted nor a concurrent start leaves half a cluster.
 */
export async function ensureCluster(
  dataDir: string,
  initdb: string,
  account: Account,
): Promise<string> {
  const cluster = clusterIn(dataDir)
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found !== undefined) {
    refuseOtherMajor(found.trim(), dataDir)
    return cluster
  }
  await removeAbandoned(dataDir)
  await requireRoom(dataDir)
  const draft = await mkdtemp(join(dataDir, 'postgres.new-'))
  if (account.owner) await chown(draft, account.owner.uid, account.owner.gid)
  await runInitdb(initdb, draft, account)
  await rename(draft, cluster).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    // A concurrent start was faster.
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
  })
  return cluster
}

const newDatabaseMb = 350

/**
 * A new database is made where there is none, and where no room is left PostgreSQL says no more
 * than that it died.
 * @throws {StartError} if the disk is too full.
 */
export async function requireRoom(dataDir: string): Promise<void> {
  if (hasCluster(dataDir)) return
  const { bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free < newDatabaseMb)
    throw new StartError(
      `The disk of DATA_DIR ${dataDir} has ${free} MB free, and a new database takes up to ` +
        `${newDatabaseMb} MB.`,
    )
}

/** @throws {StartError} if no start has made a database there. */
export function requireCluster(dataDir: string): void {
  if (!hasCluster(dataDir))
    throw new StartError(
      `There is no board in DATA_DIR ${dataDir}: check DATA_DIR, or start the server, which makes one.`,
    )
}

/** Of the embedded PostgreSQL, which can read no other version's files. */
const major = '18'

function refuseOtherMajor(found: string, dataDir: string) {
  if (found === major) return
  throw new StartError(
    `DATA_DIR ${dataDir} was written by PostgreSQL ${found}, and this version has PostgreSQL ${major}: make a backup with the version ` +
      'that wrote it (`whitecoat backup FOLDER --dump`), and restore it into an empty DATA_DIR ' +
      '(`whitecoat restore`).',
  )
}

async function runInitdb(initdb: string, folder: string, account: Account) {
  const [command, ...args] = [
    ...account.prefix,
    initdb,
    `--pgdata=${folder}`,
    `--username=${user}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    '--no-sync',
  ]
  try {
    await promisify(execFile)(command, args, { ...account.spawn, cwd: folder, env: {} })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new StartError(
      `PostgreSQL could not create its files in ${folder}: ${output || String(error)}`,
    )
  }
}

/** A private folder; in the temporary folder if the path would be too long. */
export async function openSocketFolder(dataDir: string, account: Account): Promise<string> {
  let folder = join(dataDir, 'socket')
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > longestSocketPath)
    folder = await mkdtemp(join(tmpdir(), 'whitecoat-'))
  else await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if (account.owner) await chown(folder, account.owner.uid, account.owner.gid)
  return folder
}

async function removeAbandoned(dataDir: string) {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('postgres.new-')) continue
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}

/** The server that holds or held a cluster, from postmaster.pid. */
export type Holder = { pid: number; connection: pg.ClientConfig }

/** PostgreSQL's own lock, which dies with the server. */
export async function readHolder(cluster: string): Promise<Holder | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, host] = text.split('\n')
  if (!pid || !Number(pid) || !host) return undefined
  return {
    pid: Math.abs(Number(pid)),
    connection: { host, port: Number(port), user, database: 'postgres' },
  }
}

/** The database of a server that another process runs on `dataDir`. */
export async function findRunningPostgres(dataDir: string): Promise<pg.PoolConfig | undefined> {
  const holder = await readHolder(clusterIn(dataDir))
  if (!holder || (await ask(holder.connection)) !== 'ready') return undefined
  return { ...holder.connection, database }
}

/** Whether a server answers: ready, starting or stopping, or none. */
export async function ask(connection: pg.ClientConfig): Promise<'ready' | 'busy' | 'silent'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'silent' : 'busy'
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Creates a folder and its parents. Node's own `recursive` option loops endlessly where folders
 * cannot be created, as below /proc.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const above = dirname(path)
  if (!existsSync(above)) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}

/** How to run PostgreSQL's programs. */
export type Account = {
  owner?: { uid: number; gid: number }
  prefix: string[]
  spawn: { uid?: number; gid?: number }
}

/**
 * PostgreSQL refuses to run as root, so it runs as the owner of the cluster, or of a new one as a
 * system account. If that account cannot reach the files, it gets the one capability to pass
 * through folders.
 */
export async function serverAccount(dataDir: string, ...programs: string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [], spawn: {} }
  const { uid, gid } = (await stat(clusterIn(dataDir)).catch(() => undefined)) ?? { uid: 0, gid: 0 }
  const owner = uid === 0 ? await findAccount() : { uid, gid }
  const mustReach = [...programs, dataDir]
  for (const account of [
    { owner, prefix: [], spawn: owner },
    ...['dac_read_search', 'dac_override'].map((right) => ({
      owner,
      prefix: withRight(owner, right),
      spawn: {},
    })),
  ]) {
    if (await canReach(account, mustReach)) return account
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the account it is run as (uid ${owner.uid}) cannot reach ${mustReach.join(' and ')}: ` +
      'move them to a folder that others may enter, or start as another user.',
  )
}

async function findAccount() {
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((account) => account[0] === name)
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.',
  )
}

const withRight = (owner: { uid: number; gid: number }, right: string) => [
  'setpriv',
  `--reuid=${owner.uid}`,
  `--regid=${owner.gid}`,
  '--clear-groups',
  // Without this bit access(2) ignores the capability, and PostgreSQL calls it.
  '--securebits=+no_setuid_fixup',
  `--inh-caps=-all,+${right}`,
  `--ambient-caps=-all,+${right}`,
  '--',
]

async function canReach(account: Account, paths: string[]) {
  const [command, ...args] = [
    ...account.prefix,
    'sh',
    '-c',
    'for it do test -r "$it" && test -x "$it" || exit 1; done',
    'sh',
  ]
  return promisify(execFile)(command, [...args, ...paths], { ...account.spawn, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
