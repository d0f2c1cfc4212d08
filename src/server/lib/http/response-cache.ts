import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { IncomingHttpHeaders } from 'node:http'
import { totalmem } from 'node:os'
import type { QuickBody } from './quick-answers.ts'

/** A finished answer: its bytes, and the name by which clients ask whether it changed. */
export type CachedAnswer = { body: Buffer; etag: string; zipped?: Buffer }

type Pending = { promise: Promise<CachedAnswer>; outdated: boolean }

/** Some ten thousand pages of results, and not more than a small machine can spare. */
const maxBytes = Math.min(256 * 1024 * 1024, totalmem() / 16)
const compressFrom = 1024
const zip = promisify(gzip)

/**
 * Finished JSON answers by canonical address. An answer lives until somebody removes it, or `maxAge` at the most.
 * Answers that are being worked out while a removal happens are handed out, but not kept: they may have been read before
 * the change that caused the removal.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, CachedAnswer>
  readonly #pending = new Map<string, Pending>()
  readonly #wanted: boolean
  #suspended = false

  /** A cache that is not wanted keeps nothing, ever. */
  constructor({ wanted }: { wanted: boolean }) {
    this.#wanted = wanted
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      // Room for the compressed copy, too.
      sizeCalculation: (answer, key) => Math.ceil(answer.body.length * 1.3) + key.length + 200,
    })
  }

  /** The answer under this key, worked out once however many ask at the same time. */
  async answer(key: string, maxAge: number, work: () => Promise<unknown>): Promise<CachedAnswer> {
    if (!this.keeps) return finish(await work())
    const kept = this.#answers.get(key)
    if (kept) return kept
    const running = this.#pending.get(key)
    if (running && !running.outdated) return running.promise

    const pending: Pending = { promise: work().then(finish), outdated: false }
    this.#pending.set(key, pending)
    try {
      const answer = await pending.promise
      if (!pending.outdated) this.#answers.set(key, answer, { ttl: maxAge })
      return answer
    } finally {
      if (this.#pending.get(key) === pending) this.#pending.delete(key)
    }
  }

  /** Whether this very answer is kept under this key. */
  isKept(key: string, answer: CachedAnswer): boolean {
    return this.#answers.get(key) === answer
  }

  /** The name of the answer that is kept under this key, without touching it. */
  etagOf(key: string): string | undefined {
    return this.#answers.peek(key)?.etag
  }

  remove(keys: Iterable<string>): void {
    this.outdatePending()
    for (const key of keys) this.#answers.delete(key)
  }

  clear(): void {
    this.outdatePending()
    this.#answers.clear()
  }

  /** While changes cannot be heard, nothing may be kept. */
  suspend(): void {
    this.#suspended = true
    this.clear()
  }

  get keeps(): boolean {
    return this.#wanted && !this.#suspended
  }

  resume(): void {
    this.#suspended = false
  }

  /** What is being worked out now will be handed out, but not kept. */
  outdatePending(): void {
    for (const pending of this.#pending.values()) pending.outdated = true
  }
}

/**
 * Sends a finished JSON answer, or 304 when the client has it already. An answer that `answers` keeps under `key` is sent
 * quickly from then on.
 */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
  keptAs?: { answers: ResponseCache; key: string },
): Promise<FastifyReply> {
  reply.header('etag', answer.etag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (wantsZipped(request.headers, answer)) answer.zipped ??= await zip(answer.body)
  if (keptAs?.answers.isKept(keptAs.key, answer)) {
    request.server.answerQuickly(request, reply, {
      isCurrent: () => keptAs.answers.isKept(keptAs.key, answer),
      bodyFor: (headers) => quickBody(headers, answer),
    })
  }
  if (!wantsZipped(request.headers, answer)) return reply.send(answer.body)
  return reply.header('content-encoding', 'gzip').send(answer.zipped)
}

const wantsZipped = (headers: IncomingHttpHeaders, { body }: CachedAnswer): boolean =>
  body.length >= compressFrom && (headers['accept-encoding'] ?? '').includes('gzip')

function quickBody(headers: IncomingHttpHeaders, answer: CachedAnswer): QuickBody | undefined {
  if (!wantsZipped(headers, answer)) return { headers: [], pieces: [answer.body], length: answer.body.length }
  if (!answer.zipped) return undefined
  return { headers: ['content-encoding', 'gzip'], pieces: [answer.zipped], length: answer.zipped.length }
}

function finish(value: unknown): CachedAnswer {
  const body = Buffer.from(JSON.stringify(value))
  return { body, etag: `W/"${createHash('sha1').update(body).digest('base64url')}"` }
}
