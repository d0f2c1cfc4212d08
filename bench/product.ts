import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

export type Product = {
  origin: string
  pid: number
  /** Resident memory in MB, now and at its highest; undefined where the system does not tell. */
  memory(): Promise<{ now: number; highest: number } | undefined>
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../src/app/server/main.ts', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

/** The server as it runs in production, in a process of its own, on a loaded database. */
export async function startProduct(
  connection: pg.PoolConfig,
  { cache, env = {} }: { cache: boolean; env?: Record<string, string> },
): Promise<Product> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { heapFlags, memoryEnv } = await startSettings()
  const server = spawn(process.execPath, [...heapFlags, main], {
    cwd: root,
    // It ends with us: the channel is what tells it.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...memoryEnv,
      ...process.env,
      NODE_ENV: 'production',
      APP_MODE: 'production',
      PORT: String(port),
      PUBLIC_URL: origin,
      SECRET: 'only for measuring on this one machine',
      DATABASE_URL: urlOf(connection),
      LOG_LEVEL: 'warn',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'bench@board.test',
      OPERATOR_NAME: 'Nobody',
      OPERATOR_ADDRESS: 'Nowhere',
      GOVERNING_LAW: 'no country',
      COURTS: 'Nowhere',
      CONTACT_EMAIL: 'bench@board.test',
      PRIVACY_EMAIL: 'bench@board.test',
      ABUSE_EMAIL: 'bench@board.test',
      CACHE: cache ? 'on' : 'off',
      ...env,
    },
  })
  const ended = once(server, 'exit')
  const ready = Promise.withResolvers<void>()
  void ended.then(() => ready.reject(new Error('The server did not start')))
  createInterface({ input: server.stdout as Readable }).on('line', (line) => {
    if (line.includes('is ready at')) ready.resolve()
    else console.log(line)
  })
  await ready.promise
  return {
    origin,
    pid: server.pid ?? 0,
    memory: () => memoryOf(server.pid ?? 0),
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

type StartSettings = { heapFlags: string[]; memoryEnv: Record<string, string> }

/** As `npm start` has them. The scripts are plain JavaScript, which the types do not cover. */
async function startSettings(): Promise<StartSettings> {
  return (await import(
    new URL('../scripts/lib/run-server.mjs', import.meta.url).href
  )) as StartSettings
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function urlOf({ user, host, port, database }: pg.PoolConfig): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
}

async function memoryOf(pid: number): Promise<{ now: number; highest: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return status === '' ? undefined : { now: megabytes('VmRSS'), highest: megabytes('VmHWM') }
}
