import type { FastifyInstance } from 'fastify'
import { isbot } from 'isbot'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract.ts'
import { EventCounter } from './event-counter.ts'
import { addEvents } from './queries-events.ts'
import * as service from './service.ts'
import { visitorToken } from './visitor-token.ts'

/** What a server that is killed can lose; one that is stopped writes down everything. */
const flushEvery = 5000

export function registerInsights(app: FastifyInstance, { db, secret }: { db: Db; secret: string }): void {
  const serve = endpointsOf(app, import.meta.url)
  const counter = new EventCounter({
    write: (events) => addEvents(db, events),
    onError: (error) => app.log.warn({ err: error }, 'what was looked at could not be written down yet'),
  })
  const timer = setInterval(() => void counter.flush(), flushEvery)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await counter.flush()
  })

  serve(contract.recordEvent, async ({ body, request }) => {
    const { ip: address, viewer } = request
    const userAgent = request.headers['user-agent'] ?? ''
    // Every browser says what it is.
    if (userAgent === '' || isbot(userAgent)) return {}
    const day = service.dayOf(Date.now())
    const token = visitorToken(secret, { day, address, userAgent })
    counter.count({ ...body, day, token, viewerId: viewer?.id ?? null })
    return {}
  })

  // Whoever reads sees what this node has counted until now.

  serve(contract.getInsights, async ({ query, request }) => {
    await counter.flush()
    return service.getInsights(db, viewerOf(request), query.days)
  })

  serve(contract.getPostingInsights, async ({ params, query, request }) => {
    await counter.flush()
    return service.getPostingInsights(db, viewerOf(request), params.id, query.days)
  })
}
