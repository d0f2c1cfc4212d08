import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

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

/** Logs queries that take longer, with the activity that asked. The returned function ends it. */
export function logSlowQueries(log: Pick<FastifyBaseLogger, 'warn'>, slowMs: number): () => void {
  const listener = (event: unknown): void => {
    const { text, ms } = event as QueryEvent
    if (ms < slowMs) return
    log.warn(
      {
        activity: currentActivity()?.name ?? 'none',
        ms: Math.round(ms),
        query: text.slice(0, maxText),
      },
      'slow query',
    )
  }
  queries.subscribe(listener)
  return () => queries.unsubscribe(listener)
}
