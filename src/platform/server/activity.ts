import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'

/**
 * The work of this process: a request by its route ('GET /api/jobs/:id'), or a task by its name.
 * Never an address, because addresses may hold names.
 */
export type Activity = { name: string }

const activities = new AsyncLocalStorage<Activity>()

export const currentActivity = (): Activity | undefined => activities.getStore()

/** Names the activity of everything that `work` does, across its promises. */
export const during = <T>(activity: Activity, work: () => T): T => activities.run(activity, work)

/** Names the activity of each request. Register it before hooks that ask the database. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, routeOptions }, _reply, done) => {
    during({ name: `${method} ${routeOptions.url ?? 'none'}` }, done)
  })
}

/** A query that ended. `ms` includes the way there and back, not the wait for a connection. */
export type QueryEvent = {
  /** With placeholders, without values. */
  text: string
  ms: number
  error?: unknown
}

/** `database.ts` publishes a `QueryEvent` for each query, in the async context of who asked. */
export const queries = channel('whitecoat:query')

const maxText = 1000

/**
 * Logs queries that take longer, with the activity that asked: a statement's text once a day, later
 * its number alone. The returned function ends it.
 */
export function logSlowQueries(log: Pick<FastifyBaseLogger, 'warn'>, slowMs: number): () => void {
  const shown = new LRUCache<string, true>({ max: 1000, ttl: 24 * 60 * 60_000 })
  return onQuery(({ text, ms }) => {
    if (ms < slowMs) return
    const statement = hash('sha256', text).slice(0, 8)
    log.warn(
      {
        activity: currentActivity()?.name ?? 'none',
        ms: Math.round(ms),
        statement,
        ...(!shown.has(statement) && { query: text.slice(0, maxText) }),
      },
      'slow query',
    )
    shown.set(statement, true)
  })
}

/** Calls `listener` with each query until the returned function is called. */
export function onQuery(listener: (event: QueryEvent) => void): () => void {
  const onMessage = (event: unknown) => listener(event as QueryEvent)
  queries.subscribe(onMessage)
  return () => queries.unsubscribe(onMessage)
}
