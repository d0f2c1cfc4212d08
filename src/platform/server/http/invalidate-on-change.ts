import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../database.ts'
import { oncePerMinute } from '../errors.ts'
import type { Replicas } from '../replicas.ts'
import { version } from '../version.ts'
import { answerTtl, type AnswerCache } from './answer-cache.ts'

/** This node's name at the database: its version, host and process. PostgreSQL keeps 63 bytes. */
export const thisNode = `${version} ${hostname()} (${process.pid})`.slice(0, 63)

/** A node by its name at the database. */
export function nodeOf(name: string): { node: string; version: string } {
  const [release = '', ...rest] = name.split(' ')
  return { node: rest.join(' '), version: release }
}

/** Those that listen for changes now, by name, the longest connected first. */
export async function listNodes(db: Db): Promise<{ name: string; connectedAt: Date }[]> {
  const { rows } = await sql<{ name: string; connectedAt: Date }>`
    select application_name as name, min(backend_start) as "connectedAt" from pg_stat_activity
    where datname = current_database() and query = 'listen "cache_invalidation"'
    group by application_name order by 2
  `.execute(db)
  return rows
}

/** How many other nodes are connected. */
export const countOtherNodes = async (db: Db): Promise<number> =>
  (await listNodes(db)).filter(({ name }) => name !== thisNode).length

/**
 * Listens for changes that any node commits: comma-separated tags, or 'all'. Sweeps the cache
 * meanwhile.
 */
export function invalidateOnChange(
  app: FastifyInstance,
  answers: AnswerCache,
  connection: pg.PoolConfig,
  replicas: Replicas,
): void {
  let subscription: ReturnType<typeof listen> | undefined
  let timer: NodeJS.Timeout | undefined
  const warn = oncePerMinute((err) =>
    app.log.warn({ err }, 'changes cannot be heard; nothing is cached until they can'),
  )
  app.addHook('onReady', async () => {
    answers.suspend()
    timer = setInterval(() => answers.sweep(), answerTtl).unref()
    // A replica may then lack more than an answer in the cache may.
    replicas.onSilence = (isSilent) => {
      if (isSilent) answers.suspend()
      else if (replicas.hearsChanges) answers.resume()
    }
    subscription = listen(connection, {
      onMessage(payload) {
        if (payload === 'all') answers.clear()
        else answers.invalidate(payload.split(','))
      },
      onOpen() {
        replicas.hearsChanges = true
        answers.resume()
      },
      onLost(error) {
        warn(error)
        replicas.hearsChanges = false
        answers.suspend()
      },
    })
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await subscription?.close()
  })
}

type Listener = {
  onMessage(payload: string): void
  /** Called when notifications arrive from now on, also after a reconnection. */
  onOpen(): void
  /** Notifications may be missed until the next `onOpen`. */
  onLost(error: Error): void
}

const firstPause = 250
const longestPause = 10_000

/** Listens with its own connection, and reconnects when it breaks. */
function listen(connection: pg.PoolConfig, listener: Listener) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let pause = firstPause

  async function open() {
    const Client = (connection.Client ?? pg.Client) as typeof pg.Client
    const opened = new Client({ ...connection, keepAlive: true, application_name: thisNode })
    client = opened
    opened.on('notification', (message) => listener.onMessage(message.payload ?? ''))
    opened.once('error', (error) => lost(error))
    opened.once('end', () => lost(new Error('the connection ended')))
    try {
      await opened.connect()
      await opened.query('listen "cache_invalidation"')
      pause = firstPause
      listener.onOpen()
    } catch (error) {
      lost(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function lost(error: Error) {
    if (closed || timer) return
    listener.onLost(error)
    client?.removeAllListeners()
    client?.on('error', () => {})
    void client?.end().catch(() => {})
    timer = setTimeout(() => {
      timer = undefined
      void open()
    }, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  void open()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
