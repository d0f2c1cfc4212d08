import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { production, randomSecret } from '../production.ts'
import { freePort } from '../free-port.ts'

/** A server process of a cluster on this machine, which can be killed and started again. */
export type Server = {
  readonly pid: number
  readonly startedAt: number
  start(): Promise<void>
  /** After a kill: its processes may outlive the first one for a moment, and refuse a new one until then. */
  startAgain(): Promise<void>
  /** SIGKILL, and waits for its end. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** SIGSTOP of all its processes: connections are accepted, and nothing is answered. */
  freeze(): void
  thaw(): void
}

type Definition = {
  command: string
  args: string[]
  env?: Record<string, string>
  account?: { uid: number; gid: number } | undefined
  log: string
}

/** @param isReady asked until it is true. */
function serverOf({ command, args, env = {}, account, log }: Definition, isReady: () => Promise<boolean>): Server {
  let child: ChildProcess | undefined
  let startedAt = 0
  let ended: Promise<unknown> = Promise.resolve()
  let frozen: number[] = []
  async function end(signal: NodeJS.Signals): Promise<void> {
    child?.kill(signal)
    await ended
  }
  async function start(): Promise<void> {
    startedAt = Date.now()
    const server = spawn(command, args, {
      ...account,
      cwd: account ? '/' : undefined,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = server
    ended = once(server, 'exit')
    for (const output of [server.stdout, server.stderr]) {
      // Its last line may come after the folder is gone.
      if (output) createInterface(output).on('line', (line) => void appendFile(log, `${line}\n`).catch(() => {}))
    }
    const hasEnded = ended.then(() => true)
    for (;;) {
      if (await isReady().catch(() => false)) return
      if (await Promise.race([hasEnded, setTimeout(50, false)])) throw new Error(`${command} did not start; see ${log}`)
    }
  }
  return {
    get pid() {
      return child?.pid ?? 0
    },
    get startedAt() {
      return startedAt
    },
    start,
    async startAgain() {
      for (let tries = 1; ; tries++) {
        try {
          return await start()
        } catch (error) {
          if (tries === 20) throw error
          await setTimeout(500)
        }
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze() {
      frozen = processesOf(child?.pid ?? 0)
      signal(frozen, 'SIGSTOP')
    },
    thaw: () => signal(frozen, 'SIGCONT'),
  }
}

const processesOf = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
]

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended.
    }
  }
}

/** Debian's programs, or those of another place in PATH. */
const programs = [...globSync('/usr/lib/postgresql/*/bin')].toSorted((one, other) => one.localeCompare(other))
const postgresProgram = (name: string): string => (programs.length > 0 ? join(programs.at(-1) ?? '', name) : name)

export type Postgres = Server & {
  port: number
  url: string
  promote(): Promise<void>
  /** Ends it, and starts it again as a standby of another. */
  follow(primary: Postgres): Promise<void>
  query<T extends pg.QueryResultRow>(text: string): Promise<T[]>
}

const database = 'whitecoat'
const superuser = 'postgres'

/** The programs of Debian's packages that are not installed. */
export const missingPrograms = (names: readonly string[]): string[] =>
  names.filter((name) => {
    const program = name === 'postgres' || name === 'pg_basebackup' ? postgresProgram(name) : name
    return (
      spawnSync(program, [name === 'nginx' ? '-v' : name === 'openssl' ? 'version' : '--version'], { stdio: 'ignore' }).error !==
      undefined
    )
  })

/** PostgreSQL refuses to run as root. */
function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, superuser], { encoding: 'utf8' })))
  return { uid, gid }
}

function makeFolder(path: string): string {
  const account = postgresAccount()
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
  return path
}

/** @param of A standby of this one, or a primary. */
export async function postgresServer(
  folder: string,
  { of, settings = {} }: { of?: Postgres; settings?: Record<string, string> } = {},
): Promise<Postgres> {
  const account = postgresAccount()
  const data = makeFolder(folder)
  const port = await freePort()
  const run = (name: string, ...args: string[]) =>
    execFileSync(postgresProgram(name), args, { ...account, cwd: '/', stdio: 'pipe' })
  const copy = (from: Postgres) => {
    const source = ['-h', '127.0.0.1', '-p', String(from.port), '-U', superuser]
    run('pg_basebackup', '-R', '-X', 'stream', '-c', 'fast', '-D', data, ...source)
  }
  if (of) copy(of)
  else run('initdb', '-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8')
  const given = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: data,
    hot_standby_feedback: 'on',
    wal_keep_size: '256MB',
    log_min_messages: 'fatal',
    ...settings,
  }
  const url = `postgres://${superuser}@127.0.0.1:${port}/${database}`
  async function query<T extends pg.QueryResultRow>(text: string, to = database): Promise<T[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, database: to, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<T>(text)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  const server = serverOf(
    {
      command: postgresProgram('postgres'),
      args: ['-D', data, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      account,
      log: `${folder}.log`,
    },
    async () => (await query('select 1', 'postgres')).length === 1,
  )
  // `in recovery` ends when the promotion is complete.
  const promote = async () => {
    await query('select pg_promote(true, 30)')
  }
  const follow = async (from: Postgres) => {
    await server.kill()
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
    copy(from)
    await server.start()
  }
  await server.start()
  if (!of) await query(`create database ${database}`, 'postgres')
  return extended(server, { port, url, promote, follow, query: <T extends pg.QueryResultRow>(text: string) => query<T>(text) })
}

export async function redisServer(folder: string): Promise<Server & { url: string }> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = serverOf({ command: 'redis-server', args, log: join(folder, 'redis.log') }, () => accepts(port))
  await server.start()
  return extended(server, { url: `redis://127.0.0.1:${port}` })
}

export async function storeServer(folder: string): Promise<Server & { env: Record<string, string> }> {
  const port = await freePort()
  const data = join(folder, 'store')
  mkdirSync(data, { recursive: true })
  const args = ['test/s3-server.ts', String(port), data]
  const server = serverOf({ command: process.execPath, args, log: join(folder, 'store.log') }, () => accepts(port))
  await server.start()
  return extended(server, {
    env: {
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_PATH_STYLE: 'on',
    },
  })
}

export type NodeServer = Server & { origin: string; port: number }

/** The product as production runs it, or as a demo. */
export async function nodeServer(
  folder: string,
  name: string,
  env: Record<string, string>,
  { demo = false } = {},
): Promise<NodeServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const server = serverOf(
    {
      command: process.execPath,
      args: [demo ? 'demo/start.ts' : 'src/app/server/main.ts'],
      env: {
        ...(!demo && production),
        NODE_ENV: 'production',
        PORT: String(port),
        PUBLIC_URL: origin,
        SECRET: randomSecret,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        ...env,
      },
      log: join(folder, `${name}.log`),
    },
    () => isReady(origin),
  )
  await server.start()
  return extended(server, { origin, port })
}

export const isReady = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))?.status === 200

/** deploy/nginx.conf on free ports, with a certificate of its own, in front of two nodes. */
export async function nginxServer(folder: string, port: number, nodes: number[]): Promise<Server> {
  const [tls, cache, file] = [join(folder, 'tls'), join(folder, 'cache'), join(folder, 'nginx.conf')]
  for (const path of [tls, cache]) mkdirSync(path)
  chmodSync(cache, 0o777)
  const certificate = ['-keyout', join(tls, 'privkey.pem'), '-out', join(tls, 'fullchain.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=board.test', '-days', '2', ...certificate]
  execFileSync('openssl', request, { stdio: 'ignore' })
  const config = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll(/web(\d):3000 resolve/g, (_, node: string) => `127.0.0.1:${nodes[Number(node) - 1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/nginx/tls', tls)
    .replaceAll('/var/cache/nginx/whitecoat', cache)
    .replace('access_log /var/log/nginx/access.log plain', `access_log ${join(folder, 'access.log')} plain`)
  writeFileSync(file, config)
  const args = ['-c', file, '-e', 'stderr', '-g', `daemon off; pid ${join(folder, 'nginx.pid')};`]
  const server = serverOf({ command: 'nginx', args, log: join(folder, 'nginx.log') }, () => accepts(port))
  await server.start()
  return server
}

type Sending = { headers?: Record<string, string>; signal?: AbortSignal }

export const postJson = (url: string, body: object, { headers, ...more }: Sending = {}): Promise<Response> =>
  fetch(url, { ...more, method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

/** @returns the session, as a cookie. */
export async function signInAt(
  origin: string,
  person: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await postJson(`${origin}/api/auth/login`, { ...person, website: '' }, { headers })
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** A mail server that says how often it accepted each message. */
export async function mailServer(): Promise<{
  url: string
  accepted: Map<string, number>
  slowMs: number
  breaks: boolean
  close(): Promise<void>
}> {
  const accepted = new Map<string, number>()
  const state = { slowMs: 0, breaks: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      void (async () => {
        // Whoever sends it may be killed meanwhile.
        const chunks = await stream.toArray().catch(() => undefined)
        if (!chunks) return callback(Object.assign(new Error('broken off'), { responseCode: 451 }))
        const raw = Buffer.concat(chunks).toString()
        await setTimeout(state.slowMs)
        if (state.breaks && Math.random() < 0.5) return callback(Object.assign(new Error('try later'), { responseCode: 451 }))
        const id = /^message-id: *(\S+)/im.exec(raw)?.[1] ?? 'none'
        accepted.set(id, (accepted.get(id) ?? 0) + 1)
        callback()
      })()
    },
  })
  server.on('error', () => {})
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

async function accepts(port: number): Promise<boolean> {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}

/** Keeps getters. */
const extended = <T extends object>(server: Server, more: T): Server & T =>
  Object.defineProperties(more, Object.getOwnPropertyDescriptors(server)) as Server & T

/** Every user may pass through, because PostgreSQL runs as another one. */
export const openFolder = (path: string): void => chmodSync(path, 0o711)
