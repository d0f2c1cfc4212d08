import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { errorStatus } from '#shared/errors.ts'
import type { Db } from '../database.ts'
import { isUnavailable, within } from '../errors.ts'
import { maxStalenessMs, type Reads } from '../replicas.ts'
import {
  compressed,
  etagOf,
  isKnown,
  jsonAnswer,
  plainBody,
  sendBody,
  sizeOf,
  staleCopyOf,
  wantsGzip,
  type Answer,
} from './answer.ts'

/**
 * How long a new job may be missing from a list, in milliseconds; changes of what an answer shows
 * invalidate it at once.
 */
export const answerTtl = 30_000
/**
 * So long an expired answer waits for being asked for: if the new one is the same, it is sent as it
 * is, compressed.
 */
const extendableMs = 10 * answerTtl

type Options<T> = {
  ttl?: number
  tags?: (value: T) => readonly string[]
  /** A moment in the answer, in milliseconds, which alone makes no new version of it. */
  moment?: keyof T
}

/**
 * Headers that are the same in every reply to a URL. Others may belong to one visitor, and are not
 * stored.
 */
const sharedHeaders = new Set([
  'cache-control',
  'content-security-policy',
  'content-type',
  'etag',
  'vary',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])
/** Longer URLs are searches that nobody repeats. */
const maxUrl = 500
const maxUrls = 20_000
/** Longer than any answer takes: so long it is known what has changed. */
const changesMs = 120_000
/** How long a primary that may be away is waited for. */
const primaryMs = 1_000

/** A `WeakMap` would keep every response until the old heap is collected. */
const sent = Symbol('the answer that was sent in this response')
type Sending = object & { [sent]?: Answer }

/**
 * An LRU cache of finished answers and pages, bounded by their bytes. An answer is sent for its
 * time to live, or until one of its tags is invalidated; concurrent requests for the same key share
 * one flight. Pages cost several times what API answers cost: of the two kinds the larger one makes
 * room, so that many searches do not evict the pages.
 */
export class AnswerCache {
  readonly #maxBytes: number
  readonly #db: Db
  readonly #reads: Reads
  readonly #pages: LRUCache<string, Answer>
  readonly #apiAnswers: LRUCache<string, Answer>
  /** Of the URLs under which answers were requested. */
  readonly #keys = new LRUCache<string, string>({ max: maxUrls })
  readonly #keysByTag = new Map<string, Set<string>>()
  /** Flights that a request may join. */
  readonly #flights = new Map<string, Promise<Answer>>()
  /** When a tag was invalidated last, and when everything was, by the monotonic clock. */
  readonly #changes = new Map<string, number>()
  #clearedAt = Number.NEGATIVE_INFINITY
  #isSuspended: boolean
  /** Answers that `sendCached` sent. */
  sentFromCache = 0

  /** @param maxBytes 0 turns the cache off. */
  constructor({ maxBytes, db, reads }: { maxBytes: number; db: Db; reads: Reads }) {
    this.#maxBytes = maxBytes
    this.#db = db
    this.#reads = reads
    this.#isSuspended = maxBytes === 0
    const options = {
      maxSize: maxBytes || 1,
      sizeCalculation: sizeOf,
      dispose: ({ tags }: Answer, key: string) => this.#untag(tags, key),
    }
    this.#pages = new LRUCache(options)
    this.#apiAnswers = new LRUCache(options)
  }

  get bytes(): number {
    return this.#pages.calculatedSize + this.#apiAnswers.calculatedSize
  }

  /**
   * Sends the JSON that is cached under this key, or makes it of what `read` finds on the server
   * that it gets.
   */
  async send<T>(
    { request, reply, key }: { request: FastifyRequest; reply: FastifyReply; key: string },
    read: (from: Db) => Promise<T>,
    { ttl = answerTtl, tags, moment }: Options<T> = {},
  ): Promise<FastifyReply> {
    const answer = await this.get(key, async (expired) => {
      const expiresAt = performance.now() + ttl
      const value = await this.#read(request, read, tags)
      const text = JSON.stringify(value)
      const etag = etagOf(
        moment === undefined
          ? text
          : text.replace(`"${String(moment)}":${String(value[moment])}`, ''),
      )
      if (expired?.headers['etag'] === etag) return Object.assign(expired, { expiresAt })
      const answer = jsonAnswer(text, etag, tags?.(value) ?? [], expiresAt)
      return wantsGzip(request, answer) ? compressed(answer) : answer
    })
    const { url = '' } = request.raw
    if (url !== key && url.length <= maxUrl) this.#keys.set(url, key)
    return this.reply(request, reply, answer)
  }

  /**
   * @param make Gets the answer that expired, if it is still there: it may return it with another
   * time to live.
   */
  async get(key: string, make: (expired?: Answer) => Promise<Answer>): Promise<Answer> {
    if (this.#isSuspended) return this.#make(key, make)
    const known = this.find(key) ?? this.#flights.get(key)
    if (known) return known
    const flight = this.#make(key, make)
    this.#flights.set(key, flight)
    try {
      return await flight
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
  }

  /** The answer under a key, or under a URL for which it was sent; undefined if it expired. */
  find(url: string): Answer | undefined {
    const key = this.#keys.get(url) ?? url
    const answer = this.#pages.get(key) ?? this.#apiAnswers.get(key)
    return answer && !this.#isSuspended && answer.expiresAt > performance.now() ? answer : undefined
  }

  remove(url: string): void {
    const key = this.#keys.get(url) ?? url
    this.#pages.delete(key)
    this.#apiAnswers.delete(key)
  }

  /** The answer that `reply` sent in this response. */
  sentIn(response: Sending): Answer | undefined {
    return response[sent]
  }

  /**
   * Sends an answer, or 304. A cached answer is sent to later requests of the same URL by
   * `sendCached`.
   */
  reply(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
    Object.assign<Sending, Sending>(reply.raw, { [sent]: answer })
    reply.code(answer.status).headers(answer.headers)
    const { url: route = 'none', config } = request.routeOptions
    if (request.raw.method === 'GET' && config.access === 'public' && !config.limit) {
      const head = Object.entries(reply.getHeaders()).filter(([name]) => sharedHeaders.has(name))
      answer.sent ??= { head: head.flatMap(([name, value]) => [name, String(value)]), route }
    }
    return isKnown(request, answer) ? reply.code(304).send() : sendBody(request, reply, answer)
  }

  /**
   * Sends the answer that is cached under this URL, and returns its route; undefined if there is
   * none in the accepted encoding.
   */
  sendCached(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): string | undefined {
    const answer = request.method === 'GET' ? this.find(request.url ?? '') : undefined
    if (!answer?.sent) return undefined
    const head = [...answer.sent.head, 'x-request-id', requestId]
    if (isKnown(request, answer)) response.writeHead(304, head).end()
    else {
      const isGzip = wantsGzip(request, answer)
      const body = isGzip ? answer.gzip : plainBody(answer)
      if (!body) return undefined
      if (isGzip) head.push('content-encoding', 'gzip')
      response.writeHead(200, [...head, 'content-length', String(body.length)]).end(body)
    }
    this.sentFromCache++
    return answer.sent.route
  }

  /**
   * Removes every answer with one of these tags. Answers under way may show the old state: later
   * requests do not join them.
   */
  invalidate(tags: readonly string[]): void {
    this.#flights.clear()
    for (const tag of tags) {
      this.#changes.set(tag, performance.now())
      for (const key of this.#keysByTag.get(tag) ?? []) this.remove(key)
    }
  }

  clear(): void {
    this.#flights.clear()
    this.#clearedAt = performance.now()
    this.#pages.clear()
    this.#apiAnswers.clear()
  }

  /** Removes answers that expired a while ago; an expired page may be extended. */
  sweep(): void {
    for (const [tag, at] of this.#changes)
      if (at < performance.now() - changesMs) this.#changes.delete(tag)
    if (this.#isSuspended) return
    const expired = [...this.#apiAnswers.entries()].filter(
      ([, { expiresAt }]) => expiresAt + extendableMs <= performance.now(),
    )
    for (const [key] of expired) this.remove(key)
  }

  /**
   * For the time in which the node does not receive invalidations: answers are only sent where new
   * ones cannot be made.
   */
  suspend(): void {
    this.#isSuspended = true
    this.#flights.clear()
  }

  resume(): void {
    if (this.#isSuspended) this.clear()
    this.#isSuspended = this.#maxBytes === 0
  }

  /** The last answer is sent once more where the database is not available for a new one. */
  async #make(key: string, make: (expired?: Answer) => Promise<Answer>): Promise<Answer> {
    const began = performance.now()
    const last = this.#pages.peek(key) ?? this.#apiAnswers.peek(key)
    try {
      const answer = await make(last)
      if (last && answer.status === errorStatus.UNAVAILABLE) return staleCopyOf(last)
      if (
        !this.#isSuspended &&
        answer.expiresAt > performance.now() &&
        !this.#hasChanged(answer.tags, began)
      )
        this.#add(key, answer)
      return answer
    } catch (error) {
      if (!last || !isUnavailable(error)) throw error
      return staleCopyOf(last)
    }
  }

  /**
   * An answer that shows a change which a replica may lack is read from the primary, if there is
   * one.
   */
  async #read<T>(
    request: FastifyRequest,
    read: (from: Db) => Promise<T>,
    tags: Options<T>['tags'],
  ): Promise<T> {
    const began = performance.now()
    let used = this.#db
    const value = await this.#reads(request)((from) => read((used = from)))
    if (used === this.#db || !this.#hasChanged(tags?.(value) ?? [], began - maxStalenessMs))
      return value
    if (!this.#isSuspended) return read(this.#db)
    // The primary may be away again: then an older state is better than none.
    return within(primaryMs, read(this.#db)).catch((error: unknown) => {
      if (isUnavailable(error)) return value
      throw error
    })
  }

  /** Whether an answer that was begun then may show what was before a change. */
  #hasChanged(tags: readonly string[], began: number): boolean {
    if (this.#clearedAt >= began || performance.now() - began > changesMs) return true
    return tags.some((tag) => (this.#changes.get(tag) ?? Number.NEGATIVE_INFINITY) >= began)
  }

  #add(key: string, answer: Answer): void {
    const answers = answer.rendered ? this.#pages : this.#apiAnswers
    // The cache does not store an answer that is larger than the whole cache.
    if (!answers.set(key, answer).has(key)) return
    for (const tag of answer.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    while (this.bytes > this.#maxBytes)
      (this.#pages.calculatedSize > this.#apiAnswers.calculatedSize
        ? this.#pages
        : this.#apiAnswers
      ).pop()
  }

  #untag(tags: readonly string[], key: string): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
