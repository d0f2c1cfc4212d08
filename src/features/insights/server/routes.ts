import type { FastifyInstance } from 'fastify'
import { isbot } from 'isbot'
import { createHmac } from 'node:crypto'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract.ts'
import { addEvents, type CountedEvent, type SeenEvent } from './queries-events.ts'
import * as service from './service.ts'

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

  // Readers see what this node has counted until now.

  serve(contract.getInsights, async ({ query, request }) => {
    await counter.flush()
    return service.getInsights(db, viewerOf(request), query.days)
  })

  serve(contract.getPostingInsights, async ({ params, query, request }) => {
    await counter.flush()
    return service.getPostingInsights(db, viewerOf(request), params.id, query.days)
  })
}

type Options = {
  /** Writes events down, all or none. */
  write: (events: readonly CountedEvent[]) => Promise<void>
  /** Told when that fails; what could not be written is tried again with what comes next. */
  onError: (error: unknown) => void
}

/** A database that is away for long must not fill the memory: from here on, only what is in it already is counted. */
const mostEntries = 50_000

/** Counts in memory, and writes down what came together whenever it is flushed: no visitor waits for the database. */
class EventCounter {
  readonly #write: Options['write']
  readonly #onError: Options['onError']
  #counts = new Map<string, CountedEvent>()
  #flushing: Promise<void> = Promise.resolve()

  constructor({ write, onError }: Options) {
    this.#write = write
    this.#onError = onError
  }

  count(event: SeenEvent, times = 1): void {
    const key = `${event.day} ${event.jobId} ${event.kind} ${event.token} ${event.viewerId}`
    const known = this.#counts.get(key)
    if (known) known.count += times
    else if (this.#counts.size < mostEntries) this.#counts.set(key, { ...event, count: times })
  }

  /** One after the other; resolves once everything counted before is written down, or has failed to be. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#writeDown())
    return this.#flushing
  }

  async #writeDown(): Promise<void> {
    const events = [...this.#counts.values()]
    if (events.length === 0) return
    this.#counts = new Map()
    try {
      await this.#write(events)
    } catch (error) {
      for (const { count, ...event } of events) this.count(event, count)
      this.#onError(error)
    }
  }
}

type Visitor = { day: string; address: string; userAgent: string }

/**
 * Stands for a visitor until the events of the last few seconds are written down. What is stored is a hash of it with the day's
 * salt and the posting: without our secret it leads to no address, and after the day, when the salt is gone, to nothing at all.
 */
const visitorToken = (secret: string, { day, address, userAgent }: Visitor): string =>
  createHmac('sha256', secret).update(`insights\n${day}\n${address}\n${userAgent}`).digest('hex')
