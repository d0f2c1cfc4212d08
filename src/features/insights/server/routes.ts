import type { FastifyInstance } from 'fastify'
import { isbot } from 'isbot'
import { createHmac } from 'node:crypto'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import type { Secrets } from '#platform/server/secret.ts'
import { withQuery } from '#shared/paths.ts'
import { addEvents, findOrigins, findWeek, type CountedEvent, type SeenEvent } from './queries.ts'
import { originOf } from '../model.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

const flushEvery = 5000
const weekTtl = 60 * 60_000

export function registerInsights(
  app: FastifyInstance,
  { db, answers, secrets: [secret] }: { db: Db; answers: AnswerCache; secrets: Secrets },
): void {
  const serve = endpointsOf(app, import.meta.url)
  const counter = eventCounter(
    (events) => addEvents(db, events),
    (error) => app.log.warn({ err: error }, 'views could not be stored yet'),
  )
  const timer = setInterval(() => void counter.flush(), flushEvery)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await counter.flush()
  })

  serve(contract.recordEvent, async ({ body, request }) => {
    const { ip: address, viewer } = request
    const userAgent = request.headers['user-agent'] ?? ''
    // Every browser sends one.
    if (userAgent === '' || isbot(userAgent)) return {}
    const day = service.dayOf(Date.now())
    const token = visitorToken(secret, { day, address, userAgent })
    const { jobId, kind } = body
    counter.count({ jobId, kind, origin: originOf(body), day, token, viewerId: viewer?.id ?? null })
    return {}
  })

  /** Includes what this node has counted so far. */
  const current = async <T>(work: () => Promise<T>) => {
    await counter.flush()
    return work()
  }
  serve(contract.getInsights, ({ query, viewer }) =>
    current(() => service.getInsights(db, viewer, query)),
  )
  serve(contract.listPostingFigures, ({ query, viewer }) =>
    current(() => service.listPostingFigures(db, viewer, query)),
  )
  serve(contract.comparePostings, ({ query, viewer }) =>
    current(() => service.comparePostings(db, viewer, query)),
  )
  serve(contract.getWeek, ({ query, request, reply }) => {
    const key = withQuery(contract.getWeek.path, query)
    return answers.send({ request, reply, key }, (from) => findWeek(from, query), {
      ttl: weekTtl,
    })
  })
  serve(contract.getOrigins, ({ query }) =>
    current(() => findOrigins(db, service.periodOf(query.days))),
  )
}

/** Bounds the memory during a long outage: further keys are not counted. */
const maxEntries = 50_000

/**
 * Counts in memory and writes at every flush, all events or none, so that visitors do not wait for
 * the database.
 */
function eventCounter(
  write: (events: readonly CountedEvent[]) => Promise<void>,
  onError: (error: unknown) => void,
) {
  let counts = new Map<string, CountedEvent>()
  let flushing: Promise<void> = Promise.resolve()

  function count(event: SeenEvent, times = 1) {
    const key = `${event.day} ${event.jobId} ${event.kind} ${event.origin} ${event.token} ${event.viewerId}`
    const known = counts.get(key)
    if (known) known.count += times
    else if (counts.size < maxEntries) counts.set(key, { ...event, count: times })
  }

  /** What fails is written with the next events. */
  async function writeDown() {
    const events = [...counts.values()]
    if (events.length === 0) return
    counts = new Map()
    try {
      await write(events)
    } catch (error) {
      for (const { count: times, ...event } of events) count(event, times)
      onError(error)
    }
  }

  /** Serialized; resolves when everything counted before was written or has failed. */
  return { count, flush: () => (flushing = flushing.then(writeDown)) }
}

/**
 * Identifies a visitor in memory. The database stores a hash of it with the day's salt and the
 * posting, which leads to no address without our secret, and to nothing once the salt is deleted.
 */
const visitorToken = (
  secret: string,
  { day, address, userAgent }: { day: string; address: string; userAgent: string },
) => createHmac('sha256', secret).update(`insights\n${day}\n${address}\n${userAgent}`).digest('hex')
