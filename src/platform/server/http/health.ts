import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { openDatabase, requestLimits, type Db } from '../database.ts'
import { within, errorCode, oncePerMinute } from '../errors.ts'
import { ClockError, clockSkew } from '../retention.ts'
import { commit, version } from '../version.ts'
import type { Replicas } from '../replicas.ts'
import { sourceFile } from './endpoint.ts'
import type { ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { onClosed } from './slow-clients.ts'

export type Health = {
  /** Whether a write can be committed now. */
  isWritable(): Promise<boolean>
  /** Milliseconds that this node's clock is ahead of the database's; 0 within the tolerance. */
  clockSkew(): Promise<number>
}

const config = { access: 'public', file: sourceFile(import.meta.url) } as const

/**
 * Shorter than the usual interval of probes, so that strangers cannot make the node write all the
 * time.
 */
const readinessMs = 1_000
/** A probe gives up soon. */
const answerMs = 1_500

type Options = { connection: pg.PoolConfig; replicas: Replicas; dataDir: string }

/** What a check found beside a committed write. */
type Found = { skew: number; isFull?: boolean; problem?: Error | undefined }

/**
 * `/healthz`: the process answers, and which version of which commit it is. `/readyz`: it can
 * write, also a block more on the disks of the database and of DATA_DIR, and its clock is right for
 * tasks; with `?for=reads`, it can at least serve public pages. Both are false while the node
 * stops.
 */
export function registerHealth(
  app: FastifyInstance,
  { connection, replicas, dataDir }: Options,
): Health {
  // A connection of its own: a pool that is busy does not make a node useless.
  const db = openDatabase({ ...connection, max: 1, limits: { ...requestLimits, statement: 2_000 } })
  const warn = oncePerMinute((err, leftOut) =>
    app.log.warn({ err, leftOut }, 'this node is not ready'),
  )
  const node = randomUUID()
  let checked = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve<Found>({ skew: 0 }) }
  let writing: Promise<Found> | undefined
  app.get('/healthz', { config: { ...config, name: 'health', isProbe: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version, commit }),
  )
  app.get('/readyz', { config: { ...config, name: 'readiness' } }, async (request, reply) => {
    if (app.lifecycle.stopping) throw new AppError('UNAVAILABLE', 'This node is stopping.')
    const isForReads = (request.query as { for?: string }).for === 'reads'
    let status = 'ready'
    try {
      const { problem } = await check()
      if (problem) status = 'reads'
      if (problem && !isForReads) throw problem
    } catch (error) {
      warn(error)
      status = 'reads'
      if (!isForReads || !replicas.canRead)
        throw new AppError('UNAVAILABLE', error instanceof ClockError ? error.message : undefined)
    }
    return reply.header('cache-control', 'no-store').send({ status })
  })
  app.addHook('onClose', () => db.destroy())
  return {
    isWritable: () =>
      check().then(
        ({ isFull }) => !isFull,
        () => false,
      ),
    // While nothing can be written nobody knows.
    clockSkew: () =>
      check().then(
        ({ skew }) => skew,
        () => 0,
      ),
  }

  function check() {
    const at = performance.now()
    if (at - checked.at >= readinessMs) checked = { at, result: answered() }
    return checked.result
  }

  function answered() {
    // A commit that waits for a lost standby cannot be canceled: another one would wait, too.
    writing ??= write().finally(() => (writing = undefined))
    return within(answerMs, writing, `nothing could be written within ${answerMs} ms`)
  }

  async function write(): Promise<Found> {
    const startedAt = Date.now()
    try {
      const { rows } = await sql<{ at: Date }>`
        with gone as (delete from node_heartbeats where at < now() - interval '1 day')
        insert into node_heartbeats (node) values (${node}) on conflict (node) do update set at = now()
        returning at
      `.execute(db)
      const skew = clockSkew(startedAt, rows[0]?.at ?? new Date(startedAt), Date.now())
      await db.transaction().execute(writeBlock)
      if (skew !== 0) return { skew, problem: new ClockError(skew) }
    } catch (error) {
      // The disk, or the quota of temporary files: pages can still be read.
      if (!/^53[14]00$/.test(errorCode(error) ?? '')) throw error
      return { skew: 0, isFull: true, problem: error as Error }
    }
    return { skew: 0, problem: await tryBlock(dataDir).catch((error: Error) => error) }
  }
}

/**
 * What does not fit into memory goes to a temporary file: a table may have room while the disk has
 * none.
 */
async function writeBlock(trx: Db) {
  await sql`set local work_mem = '64kB'`.execute(trx)
  await sql`select count(*) from generate_series(1, 5000)`.execute(trx)
}

async function tryBlock(folder: string): Promise<undefined> {
  const file = join(folder, `.probe-${process.pid}`)
  try {
    await writeFile(file, Buffer.alloc(16_384, 1), { mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}

/**
 * Longer than a proxy keeps a connection without a request (`keepalive_timeout` in
 * deploy/nginx.conf).
 */
const idleMs = 2_000
/** How long open requests may take after the port is closed. */
const requestsMs = 30_000
const sweepMs = 50

/**
 * Made before the server listens; the returned function ends it without failing a request of a
 * proxy or a balancer.
 */
export function drainOf(app: FastifyInstance): (waitSeconds: number) => Promise<void> {
  const open = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  let isPortClosed = false
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.prependListener('request', (_request, response) => {
    open.add(response)
    onClosed(response, () => open.delete(response))
    // A proxy then opens its next connection elsewhere. Before the port is closed, that connection
    // would come here again, and might be reset with it.
    if (isPortClosed) response.shouldKeepAlive = false
  })

  /**
   * Node counts a connection as idle, too, whose answer has been written but not yet sent, but not
   * one that a browser opened in advance.
   */
  function closeIdleConnections() {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    if ([...open].every((response) => !response.writableEnded)) app.server.closeIdleConnections()
  }

  return async (waitSeconds) => {
    app.lifecycle.stopping = true
    const hasVisitors = app.server.listening && waitSeconds > 0
    if (hasVisitors) await setTimeout(waitSeconds * 1000)
    await whenAllAreAccepted()
    isPortClosed = true
    // That of node:http would close idle connections at once, and a request that is on its way with
    // them.
    const closed = new Promise((done) => Server.prototype.close.call(app.server, done))
    const cut = globalThis.setTimeout(() => app.server.closeAllConnections(), requestsMs)
    if (hasVisitors) await Promise.race([closed, setTimeout(idleMs)])
    const sweep = setInterval(closeIdleConnections, sweepMs)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
    // Its hooks end what open requests need.
    await app.close()
  }
}

/**
 * The kernel resets connections that nobody has accepted: the port closes right after a turn of the
 * event loop that was short.
 */
async function whenAllAreAccepted() {
  const [shortMs, mostTurns] = [0.5, 1_000]
  for (let turn = 0; turn < mostTurns; turn++) {
    const began = performance.now()
    await setImmediate()
    if (performance.now() - began < shortMs) return
  }
}
