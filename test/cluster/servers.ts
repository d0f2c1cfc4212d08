import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { openDatabase } from '#platform/server/database.ts'
import { signalEach } from '../data-dir.ts'
import { production, randomSecret } from '../production.ts'
import { freePort } from '../free-port.ts'
import { s3Environment } from '../s3-server.ts'

/** A server process of a cluster on this machine, which can be killed and started again. */
export type Server = {
  readonly pid: number
  readonly startedAt: number
  start(): Promise<void>
  /** SIGKILL, and waits for its end. */
  kill(): Promise<void>
  /** SIGTERM; fails unless it ends in order. */
  stop(): Promise<void>
  /** SIGSTOP of all its processes: connections are accepted, and nothing is answered. */
  freeze(): void
  thaw(): void
}

/** What a command undoes at its end, the last first. */
export const cleanup = new AsyncDisposableStack()

/**
 * Runs a command with a folder for its servers, which end with it. Its failure prints the last
 * lines of their logs.
 */
export async function withServers(
  prefix: string,
  run: (folder: string) => Promise<void>,
): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  // PostgreSQL runs as another user, who has to pass through.
  chmodSync(folder, 0o711)
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const began = performance.now()
  try {
    await run(folder)
    console.log(`${Math.round((performance.now() - began) / 1000)} s`)
  } catch (error) {
    for (const log of globSync('*.log', { cwd: folder }))
      console.error(
        `${log}: ${readFileSync(join(folder, log), 'utf8').split('\n').slice(-6).join('\n').slice(-1500)}`,
      )
    console.error(error)
    process.exitCode = 1
  }
  await cleanup.disposeAsync()
  process.exit()
}

type Definition = {
  command: string
  args: string[]
  env?: Record<string, string>
  account?: { uid: number; gid: number } | undefined
  log: string
}

/** @param isReady asked until it is true. */
async function startServer(
  { command, args, env = {}, account, log }: Definition,
  isReady: () => Promise<boolean>,
): Promise<Server> {
  let child: ChildProcess | undefined
  let startedAt = 0
  let ended: Promise<unknown> = Promise.resolve()
  let frozen: number[] = []
  async function end(name: NodeJS.Signals): Promise<void> {
    child?.kill(name)
    await ended
  }
  async function startOnce(): Promise<void> {
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
      if (output)
        createInterface(output).on(
          'line',
          (line) => void appendFile(log, `${line}\n`).catch(() => {}),
        )
    }
    const hasEnded = ended.then(() => true)
    for (;;) {
      if (await isReady().catch(() => false)) return
      if (await Promise.race([hasEnded, setTimeout(50, false)]))
        throw new Error(`${command} did not start; see ${log}`)
    }
  }
  async function start(): Promise<void> {
    // Its processes may outlive a killed one for a moment, and refuse a new one until then.
    for (let triesLeft = child ? 20 : 1; ; triesLeft--) {
      try {
        return await startOnce()
      } catch (error) {
        if (triesLeft === 1) throw error
        await setTimeout(500)
      }
    }
  }
  cleanup.defer(async () => {
    signalEach(processesOf(child), 'SIGKILL')
    await ended
  })
  await start()
  return {
    get pid() {
      return child?.pid ?? 0
    },
    get startedAt() {
      return startedAt
    },
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      if (child?.exitCode !== 0)
        throw new Error(`${command} ended with ${child?.exitCode ?? child?.signalCode}; see ${log}`)
    },
    freeze() {
      frozen = processesOf(child)
      signalEach(frozen, 'SIGSTOP')
    },
    thaw: () => signalEach(frozen, 'SIGCONT'),
  }
}

function processesOf(child: ChildProcess | undefined): number[] {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return []
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return [child.pid, ...children.split(' ').filter(Boolean).map(Number)]
}

/** Debian's programs of this major version or of the newest, or those of another place in PATH. */
function postgresProgram(name: string, major?: number): string {
  if (major !== undefined) return `/usr/lib/postgresql/${major}/bin/${name}`
  const [newest] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  return newest === undefined ? name : join(newest, name)
}

export type Postgres = Server & {
  port: number
  url: string
  promote(): Promise<void>
  /** Ends it, and starts it again as a standby of another. */
  follow(primary: Postgres): Promise<void>
  query<T>(text: string, from?: string): Promise<T[]>
}

const database = 'whitecoat'
const superuser = 'postgres'

/** The programs of Debian's packages that are not installed. */
export const missingPrograms = (names: readonly string[], major?: number): string[] =>
  names.filter((name) => {
    const isPostgres = name === 'postgres' || name === 'pg_basebackup'
    const program = isPostgres ? postgresProgram(name, major) : name
    return spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined
  })

/** PostgreSQL refuses to run as root. */
function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, superuser], { encoding: 'utf8' })),
  )
  return { uid, gid }
}

function makeFolder(path: string): string {
  const account = postgresAccount()
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
  return path
}

type PostgresServerOptions = {
  /** A standby of this one, or a primary. */
  of?: Postgres
  settings?: Record<string, string>
  major?: number
}

export async function postgresServer(
  folder: string,
  { of, settings = {}, major }: PostgresServerOptions = {},
): Promise<Postgres> {
  const account = postgresAccount()
  const data = makeFolder(folder)
  const port = await freePort()
  const run = (name: string, ...args: string[]) =>
    execFileSync(postgresProgram(name, major), args, { ...account, cwd: '/', stdio: 'pipe' })
  const copy = (from: Postgres) => {
    const source = ['-h', '127.0.0.1', '-p', String(from.port), '-U', superuser]
    run('pg_basebackup', '-R', '-X', 'stream', '-c', 'fast', '-D', data, ...source)
  }
  if (of) copy(of)
  else
    run('initdb', '-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8')
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
  async function query<T>(text: string, to = database): Promise<T[]> {
    await using db = openDatabase({
      host: '127.0.0.1',
      port,
      user: superuser,
      database: to,
      connectionTimeoutMillis: 2_000,
    })
    return (await sql.raw<T>(text).execute(db)).rows
  }
  const server = await startServer(
    {
      command: postgresProgram('postgres', major),
      args: [
        '-D',
        data,
        ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
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
  if (!of) await query(`create database ${database}`, 'postgres')
  return Object.assign(server, { port, url, promote, follow, query })
}

export async function storeServer(
  folder: string,
): Promise<Server & { env: ReturnType<typeof s3Environment> }> {
  const port = await freePort()
  const data = join(folder, 'store')
  mkdirSync(data, { recursive: true })
  const args = ['test/s3-server.ts', String(port), data]
  const server = await startServer(
    { command: process.execPath, args, log: join(folder, 'store.log') },
    () => accepts(port),
  )
  return Object.assign(server, { env: s3Environment(port) })
}

export type NodeServer = Server & { origin: string; port: number }

type NodeOptions = { demo?: boolean; sources?: string; port?: number }

/** The product as production runs it, or as a demo; `sources` may be those of another version. */
export async function nodeServer(
  folder: string,
  name: string,
  env: Record<string, string>,
  { demo = false, sources = '.', port: givenPort }: NodeOptions = {},
): Promise<NodeServer> {
  const port = givenPort ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  const server = await startServer(
    {
      command: process.execPath,
      args: [join(sources, demo ? 'demo/start.ts' : 'src/app/server/main.ts')],
      env: {
        ...(!demo && production),
        NODE_ENV: 'production',
        PORT: String(port),
        PUBLIC_URL: origin,
        SECRET: randomSecret,
        DATA_DIR: join(folder, name),
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        ...env,
      },
      log: join(folder, `${name}.log`),
    },
    () => isReady(origin),
  )
  return Object.assign(server, { origin, port })
}

export const isReady = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))
    ?.status === 200

/** A key and a certificate that nobody else has signed, as PEM files. */
export function makeCertificate(
  key: string,
  certificate: string,
  { host = 'board.test', days = 2 } = {},
): void {
  const kind = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    `/CN=${host}`,
  ]
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...kind, '-days', String(days), ...files], { stdio: 'ignore' })
}

/**
 * Writes deploy/nginx.conf for free ports, with a certificate of its own. @returns arguments of
 * nginx.
 */
export async function nginxArguments(
  folder: string,
  port: number,
  nodes: number[],
): Promise<string[]> {
  const [cache, file] = [join(folder, 'cache'), join(folder, 'nginx.conf')]
  mkdirSync(cache)
  chmodSync(cache, 0o777)
  makeCertificate(join(folder, 'privkey.pem'), join(folder, 'fullchain.pem'))
  const config = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll(
      /web(\d):3000 resolve/g,
      (_, node: string) => `127.0.0.1:${nodes[Number(node) - 1]}`,
    )
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/nginx/tls', folder)
    .replaceAll('/var/cache/nginx/whitecoat', cache)
    .replaceAll('/var/log/nginx', folder)
  writeFileSync(file, config)
  return ['-c', file, '-e', 'stderr', '-g', `daemon off; pid ${join(folder, 'nginx.pid')};`]
}

/** In front of two nodes. */
export async function nginxServer(folder: string, port: number, nodes: number[]): Promise<Server> {
  const args = await nginxArguments(folder, port, nodes)
  return startServer({ command: 'nginx', args, log: join(folder, 'nginx.log') }, () =>
    accepts(port),
  )
}

type Sending = { headers?: Record<string, string>; signal?: AbortSignal }

export const postJson = (
  url: string,
  body: object,
  { headers, ...more }: Sending = {},
): Promise<Response> =>
  fetch(url, {
    ...more,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Signs a physician up and in. @returns the session, as a cookie. */
export async function signUpAt(origin: string, email: string): Promise<string> {
  const person = { email, password: 'correct horse battery staple', website: '' }
  const sending = { headers: { origin } }
  await postJson(
    `${origin}/api/auth/register`,
    { ...person, firstName: 'Alex', lastName: 'Example', role: 'physician' },
    sending,
  )
  const answer = await postJson(`${origin}/api/auth/login`, person, sending)
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return cookies.join('; ')
}

/** A mail server that says how often it accepted each message. */
export async function mailServer() {
  const port = await freePort()
  const mail = {
    url: `smtp://127.0.0.1:${port}`,
    accepted: new Map<string, number>(),
    slowMs: 0,
    breaks: false,
  }
  async function accept(stream: Readable): Promise<Error | undefined> {
    // Whoever sends it may be killed meanwhile.
    const chunks = await stream.toArray().catch(() => undefined)
    await setTimeout(mail.slowMs)
    if (!chunks || (mail.breaks && Math.random() < 0.5))
      return Object.assign(new Error('try later'), { responseCode: 451 })
    const id = /^message-id: *(\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? 'none'
    mail.accepted.set(id, (mail.accepted.get(id) ?? 0) + 1)
    return undefined
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, callback) => void (async () => callback(await accept(stream)))(),
  })
  server.on('error', () => {})
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return Object.assign(mail, {
    mailsTwice: () => [...mail.accepted.values()].filter((times) => times > 1).length,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}
