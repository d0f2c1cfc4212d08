import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { errorStatus } from '#shared/errors.ts'
import { isUnavailable } from '../database.ts'
import { listen } from '../listen.ts'
import { oncePerMinute } from '../once-per-minute.ts'
import type { Replicas } from '../replicas.ts'
import { gzipBody } from './gzip.ts'

/** How long a new job may be missing from a list, in milliseconds; changes of what an answer shows invalidate it at once. */
const answerTtl = 30_000

/** A finished public answer, the same for everybody. Its body is plain until a client accepts it compressed, and then only compressed. */
export type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  plain?: Buffer
  gzip?: Buffer
  /** Ids of the jobs that it shows, or names such as 'settings'. */
  tags: readonly string[]
  /** In milliseconds since the epoch; 0 if it must not be cached. */
  expiresAt: number
  /** Of a page: when it was rendered, and the ETags of the API answers that it shows, by URL. */
  rendered?: { at: number; from: ReadonlyMap<string, string> }
  /** It may be outdated: the database is away, so that a new answer cannot be made. */
  isStale?: true
}

type Options<T> = { ttl?: number; tags?: (value: T) => readonly string[] }
type Entry = {
  /** The key, and the URLs under which it was requested. */
  keys: string[]
  /** Names and values of its headers, and the pattern of its path, after it was sent for the first time. */
  head?: string[]
  route?: string
  bytes: number
  usedAt: number
}
/** Entries of one kind, the least recently used first. */
type Entries = { byAnswer: Map<Answer, Entry>; bytes: number }
type Flight = { answer: Promise<Answer>; invalidated: Set<string>; isOutdated: boolean }

/** Headers that are the same in every reply to a URL. Others may belong to one visitor, and are not stored. */
const sharedHeaders = new Set([
  'cache-control',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'etag',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])
/** Longer URLs are searches that nobody repeats. */
const maxUrl = 500
const compressFrom = 1024
/** Estimated size of an entry without its bodies. */
const overhead = 1000
/** Entries used within this many milliseconds of each other have no order: to move one costs a tenth of sending it. */
const sameMoment = 1000

/**
 * An LRU cache of finished answers and pages, bounded by their bytes. An answer is sent for its time to live, or until one of its tags
 * is invalidated; concurrent requests for the same key share one flight. Pages cost several times what API answers cost: of the two
 * kinds the larger one makes room, so that many searches do not evict the pages.
 */
export class AnswerCache {
  readonly #maxBytes: number
  readonly #pages: Entries = { byAnswer: new Map(), bytes: 0 }
  readonly #apiAnswers: Entries = { byAnswer: new Map(), bytes: 0 }
  readonly #byKey = new Map<string, Answer>()
  readonly #byTag = new Map<string, Set<Answer>>()
  /** Flights that a request may join. */
  readonly #flights = new Map<string, Flight>()
  readonly #underWay = new Set<Flight>()
  readonly #sent = new WeakMap<object, Answer>()
  #isSuspended = false
  /** Answers that `sendCached` sent. */
  sentFromCache = 0

  /** @param maxBytes 0 turns the cache off. */
  constructor({ maxBytes }: { maxBytes: number }) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#pages.bytes + this.#apiAnswers.bytes
  }

  /** Sends the JSON that is cached under this key, or makes it. */
  async send<T>(
    { request, reply, key }: { request: FastifyRequest; reply: FastifyReply; key: string },
    make: () => Promise<T>,
    { ttl = answerTtl, tags }: Options<T> = {},
  ): Promise<FastifyReply> {
    const answer = await this.get(key, async (expired) => {
      const expiresAt = Date.now() + ttl
      const value = await make()
      const text = JSON.stringify(value)
      const etag = etagOf(text)
      if (expired?.headers['etag'] !== etag) return jsonAnswer(text, etag, tags?.(value) ?? [], expiresAt)
      expired.expiresAt = expiresAt
      return expired
    })
    return this.reply(request, reply, answer)
  }

  /** @param make Gets the answer that expired, if it is still there: it may return it with another time to live. */
  async get(key: string, make: (expired?: Answer) => Promise<Answer>): Promise<Answer> {
    if (this.#maxBytes === 0) return make()
    if (this.#isSuspended) return this.#orStale(key, make())
    const cached = this.find(key)
    if (cached) return cached
    const joined = this.#flights.get(key)
    if (joined) return joined.answer

    const flight: Flight = { answer: this.#orStale(key, make(this.#byKey.get(key))), invalidated: new Set(), isOutdated: false }
    this.#flights.set(key, flight)
    this.#underWay.add(flight)
    try {
      const answer = await flight.answer
      const isStale = flight.isOutdated || answer.tags.some((tag) => flight.invalidated.has(tag))
      if (!isStale && answer.expiresAt > Date.now()) this.#add(key, answer)
      return answer
    } finally {
      this.#underWay.delete(flight)
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
  }

  /** The answer under a key, or under a URL for which it was sent; undefined if it expired. */
  find(key: string): Answer | undefined {
    const answer = this.#byKey.get(key)
    const { byAnswer } = this.#entriesOf(answer)
    const entry = answer && byAnswer.get(answer)
    const now = Date.now()
    if (!answer || !entry || this.#isSuspended || answer.expiresAt <= now) return undefined
    if (now - entry.usedAt > sameMoment) {
      entry.usedAt = now
      byAnswer.delete(answer)
      byAnswer.set(answer, entry)
    }
    return answer
  }

  /** The answer that `reply` sent in this response. */
  sentIn(response: object): Answer | undefined {
    return this.#sent.get(response)
  }

  /** Sends an answer, or 304. A cached answer is sent to later requests of the same URL by `sendCached`. */
  reply(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
    this.#sent.set(reply.raw, answer)
    reply.code(answer.status).headers(answer.headers)
    this.#rememberHead(request, reply, answer)
    if (isKnown(request, answer)) return reply.code(304).send()
    sendBody(request, reply, answer)
    this.#measure(answer)
    return reply
  }

  /** Sends the answer that is cached under this URL, and returns its route; undefined if there is none in the accepted encoding. */
  sendCached(request: IncomingMessage, response: ServerResponse, requestId: string): string | undefined {
    const answer = request.method === 'GET' ? this.find(request.url ?? '') : undefined
    const { head, route = 'none' } = (answer && this.#entryOf(answer)) ?? {}
    if (!answer || !head) return undefined
    const id = ['x-request-id', requestId]
    if (isKnown(request, answer)) {
      this.sentFromCache++
      response.writeHead(304, [...head, ...id]).end()
      return route
    }
    const isGzip = wantsGzip(request, answer)
    const body = isGzip ? answer.gzip : plainBody(answer)
    if (!body) return undefined
    this.sentFromCache++
    const encoding = isGzip ? ['content-encoding', 'gzip'] : []
    response.writeHead(200, [...head, ...id, ...encoding, 'content-length', String(body.length)]).end(body)
    return route
  }

  /** Removes every answer with one of these tags. Answers under way may show the old state: later requests do not join them. */
  invalidate(tags: readonly string[]): void {
    this.#flights.clear()
    for (const tag of tags) {
      for (const { invalidated } of this.#underWay) invalidated.add(tag)
      for (const answer of this.#byTag.get(tag) ?? []) this.remove(answer)
    }
  }

  clear(): void {
    this.#flights.clear()
    for (const flight of this.#underWay) flight.isOutdated = true
    for (const { byAnswer } of [this.#pages, this.#apiAnswers]) for (const answer of byAnswer.keys()) this.remove(answer)
  }

  /** Removes expired answers; an expired page may be extended. */
  sweep(): void {
    if (this.#isSuspended) return
    for (const answer of this.#apiAnswers.byAnswer.keys()) if (answer.expiresAt <= Date.now()) this.remove(answer)
  }

  /** For the time in which the node does not receive invalidations: answers are only sent where new ones cannot be made. */
  suspend(): void {
    this.#isSuspended = true
    this.#flights.clear()
    for (const flight of this.#underWay) flight.isOutdated = true
  }

  resume(): void {
    if (this.#isSuspended) this.clear()
    this.#isSuspended = false
  }

  /** The last answer, if the database is not available for a new one. */
  async #orStale(key: string, made: Promise<Answer>): Promise<Answer> {
    const last = this.#byKey.get(key)
    try {
      const answer = await made
      return last && answer.status === errorStatus.UNAVAILABLE ? staleCopyOf(last) : answer
    } catch (error) {
      if (!last || !isUnavailable(error)) throw error
      return staleCopyOf(last)
    }
  }

  #add(key: string, answer: Answer): void {
    const former = this.#byKey.get(key)
    if (former === answer) return
    if (former) this.remove(former)
    this.#entriesOf(answer).byAnswer.set(answer, { keys: [key], bytes: 0, usedAt: Date.now() })
    this.#byKey.set(key, answer)
    for (const tag of answer.tags) {
      const tagged = this.#byTag.get(tag)
      if (tagged) tagged.add(answer)
      else this.#byTag.set(tag, new Set([answer]))
    }
    this.#measure(answer)
  }

  #rememberHead(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    const entry = this.#entryOf(answer)
    const { url = '', method } = request.raw
    const { url: route = 'none', config } = request.routeOptions
    const { access, limit } = config
    if (!entry || method !== 'GET' || url.length > maxUrl || access !== 'public' || limit) return
    entry.head ??= Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      sharedHeaders.has(name) ? [name, String(value)] : [],
    )
    entry.route = route
    if (this.#byKey.has(url)) return
    this.#byKey.set(url, answer)
    entry.keys.push(url)
    this.#measure(answer)
  }

  /** Updates the size of an entry, and evicts others if the cache is too large. */
  #measure(answer: Answer): void {
    const entries = this.#entriesOf(answer)
    const entry = entries.byAnswer.get(answer)
    if (!entry) return
    const bytes = [...entry.keys, ...answer.tags].reduce((sum, it) => sum + it.length, overhead)
    entries.bytes -= entry.bytes
    entry.bytes = bytes + (answer.plain?.length ?? 0) + (answer.gzip?.length ?? 0)
    entries.bytes += entry.bytes
    while (this.bytes > this.#maxBytes) {
      const { byAnswer } = this.#pages.bytes > this.#apiAnswers.bytes ? this.#pages : this.#apiAnswers
      const [oldest] = byAnswer.keys()
      if (oldest) this.remove(oldest)
    }
  }

  #entriesOf(answer: Answer | undefined): Entries {
    return answer?.rendered ? this.#pages : this.#apiAnswers
  }

  #entryOf(answer: Answer): Entry | undefined {
    return this.#entriesOf(answer).byAnswer.get(answer)
  }

  /** Removes an answer under all of its keys and tags. */
  remove(answer: Answer): void {
    const entries = this.#entriesOf(answer)
    const entry = entries.byAnswer.get(answer)
    if (!entry) return
    entries.byAnswer.delete(answer)
    entries.bytes -= entry.bytes
    for (const key of entry.keys) this.#byKey.delete(key)
    for (const tag of answer.tags) {
      const tagged = this.#byTag.get(tag)
      tagged?.delete(answer)
      if (tagged?.size === 0) this.#byTag.delete(tag)
    }
  }
}

/** Sends cached answers before the framework handles a request: routing and hooks cost several times as much as sending. */
export function serveCachedFirst(app: FastifyInstance, answers: AnswerCache, { accessLog }: { accessLog: boolean }): void {
  const [handle] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  // Others listen, too.
  if (handle) app.server.off('request', handle)
  app.server.on('request', (request, response) => {
    const reqId = randomUUID()
    const start = accessLog ? performance.now() : 0
    const route = answers.sendCached(request, response, reqId)
    if (route === undefined) return handle?.(request, response)
    const ms = Math.round((performance.now() - start) * 10) / 10
    if (accessLog) app.log.info({ reqId, method: 'GET', route, status: response.statusCode, ms, cached: true }, 'request')
  })
}

/** Listens for changes that any node commits: comma-separated tags, or 'all'. Sweeps the cache meanwhile. */
export function invalidateOnChange(
  app: FastifyInstance,
  answers: AnswerCache,
  connection: pg.PoolConfig,
  replicas: Replicas,
): void {
  let subscription: ReturnType<typeof listen> | undefined
  let timer: NodeJS.Timeout | undefined
  const warn = oncePerMinute((err) => app.log.warn({ err }, 'changes cannot be heard; nothing is cached until they can'))
  app.addHook('onReady', async () => {
    answers.suspend()
    timer = setInterval(() => answers.sweep(), answerTtl).unref()
    subscription = listen(connection, 'cache_invalidation', {
      onMessage(payload) {
        // Before a new answer is made.
        replicas.onNotification()
        if (payload === 'all') answers.clear()
        else answers.invalidate(payload.split(','))
      },
      onOpen() {
        replicas.onListening()
        answers.resume()
      },
      onLost(error) {
        warn(error)
        replicas.onListenLost()
        answers.suspend()
      },
    })
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await subscription?.close()
  })
}

function staleCopyOf(answer: Answer): Answer {
  const { etag: _, ...headers } = answer.headers
  return {
    ...answer,
    headers: { ...headers, 'cache-control': 'no-store', warning: '110 - "Response is Stale"' },
    tags: [],
    expiresAt: 0,
    isStale: true,
  }
}

/** Sends the body in the encoding that the client accepts. It is compressed once. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if (!wantsGzip(request, answer)) return reply.send(plainBody(answer))
  answer.gzip ??= gzipBody(answer.plain ?? '')
  delete answer.plain
  return reply.header('content-encoding', 'gzip').send(answer.gzip)
}

export const plainBody = ({ plain, gzip: zipped }: Answer): Buffer => plain ?? (zipped ? gunzipSync(zipped) : Buffer.alloc(0))

/** A weak ETag: the hash of the body. */
export const etagOf = (body: Uint8Array | string): string => `W/"${createHash('sha1').update(body).digest('base64url')}"`

function jsonAnswer(text: string, etag: string, tags: readonly string[], expiresAt: number): Answer {
  // `Buffer.from` would keep a whole pool slab alive for a short text.
  const plain = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  plain.write(text)
  const headers = {
    etag,
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  }
  return { status: 200, headers, plain, tags, expiresAt }
}

type Headers = Pick<IncomingMessage, 'headers'>

/** Whether the client has this version. */
const isKnown = ({ headers: { 'if-none-match': known } }: Headers, { headers: { etag } }: Answer): boolean =>
  etag !== undefined && known !== undefined && (known === etag || known.split(',').some((it) => it.trim() === etag))

const wantsGzip = ({ headers }: Headers, { plain, gzip: zipped }: Answer): boolean =>
  (zipped !== undefined || (plain?.length ?? 0) >= compressFrom) && acceptsGzip.test(headers['accept-encoding'] ?? '')

const acceptsGzip = /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;\s*q=(?:1|0?\.0*[1-9]))/
