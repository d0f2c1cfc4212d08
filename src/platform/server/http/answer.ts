import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RenderedPage } from '#shared/rendering.ts'

/**
 * A finished public answer, the same for everybody. Its body is plain until a client accepts it
 * compressed, and then only compressed.
 */
export type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  plain?: Buffer
  gzip?: Buffer
  /** Ids of the jobs that it shows, or names such as 'settings'. */
  tags: readonly string[]
  /** By the monotonic clock, in milliseconds: nobody sets it back. 0 if it must not be cached. */
  expiresAt: number
  /** Of a page: when it was rendered, and the ETags of the API answers that it shows, by URL. */
  rendered?: { at: number; from: ReadonlyMap<string, string> }
  /** It may be outdated: the database is away, so that a new answer cannot be made. */
  isStale?: true
  /**
   * From the first time that it was sent: names and values of all headers, and the pattern of its
   * path.
   */
  sent?: { head: string[]; route: string }
}

/** What is shorter would hardly get shorter. */
const compressFrom = 1024
/** Estimated size of a cached answer without its bodies. */
const overhead = 1000

/** Of an answer as it is added; compressed later, it takes less. */
export const sizeOf = ({ plain, gzip: zipped, tags }: Answer, key: string): number =>
  overhead + key.length + tags.join('').length + (plain?.length ?? 0) + (zipped?.length ?? 0)

/** For the time in which no new one can be made; it is not cached. */
export function staleCopyOf(answer: Answer): Answer {
  const { etag: _, ...headers } = answer.headers
  return {
    ...answer,
    headers: { ...headers, 'cache-control': 'no-store', warning: '110 - "Response is Stale"' },
    tags: [],
    expiresAt: 0,
    isStale: true,
  }
}

/** Sends the body in the encoding that the client accepts. */
export const sendBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): FastifyReply =>
  wantsGzip(request, answer)
    ? reply.header('content-encoding', 'gzip').send(compressed(answer).gzip)
    : reply.send(plainBody(answer))

/** Only once, and in place: its plain body goes. */
export function compressed(answer: Answer): Answer {
  answer.gzip ??= gzipBody(answer.plain ?? '')
  delete answer.plain
  return answer
}

/** Takes a quarter of the usual level's time, for 9% more bytes. */
const gzipLevel = 3

/**
 * Compresses a body in this thread: for some kilobytes the thread pool costs three times as much.
 * The result has memory of its own. Zlib's result is a view of a slab of 64 kB, which a cache would
 * keep and a thread would send as a whole.
 */
function gzipBody(body: string | Uint8Array): Buffer {
  const zipped = gzipSync(body, { level: gzipLevel })
  const copy = Buffer.allocUnsafeSlow(zipped.length)
  zipped.copy(copy)
  return copy
}

/** A whole page, compressed as nearly everybody takes it. */
export type PageBytes = { status: number; gzip: Uint8Array }

/** @param headTags They follow the first piece of the page. */
export const encodePage = (
  { status, html: [start = '', ...rest] }: RenderedPage,
  headTags: string,
): PageBytes => ({ status, gzip: gzipBody(utf8Of([start, headTags, ...rest])) })

let written = Buffer.alloc(0)

/** The texts as bytes, without a joined text. Valid until the next call, which writes over them. */
function utf8Of(texts: readonly string[]): Buffer {
  const most = texts.reduce((sum, { length }) => sum + 3 * length, 0)
  if (written.length < most) written = Buffer.allocUnsafeSlow(most)
  let end = 0
  for (const text of texts) end += written.write(text, end)
  return written.subarray(0, end)
}

export const plainBody = ({ plain, gzip: zipped }: Answer): Buffer =>
  plain ?? (zipped ? gunzipSync(zipped) : Buffer.alloc(0))

/** A weak ETag: the hash of the body. */
export const etagOf = (body: Uint8Array | string): string =>
  `W/"${createHash('sha1').update(body).digest('base64url')}"`

export function jsonAnswer(
  text: string,
  etag: string,
  tags: readonly string[],
  expiresAt: number,
): Answer {
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
export const isKnown = (
  { headers: { 'if-none-match': known } }: Headers,
  { headers: { etag } }: Pick<Answer, 'headers'>,
): boolean =>
  etag !== undefined &&
  known !== undefined &&
  (known === etag || known.split(',').some((part) => part.trim() === etag))

export const wantsGzip = (request: Headers, { plain, gzip: zipped }: Answer): boolean =>
  (zipped !== undefined || (plain?.length ?? 0) >= compressFrom) && acceptsGzip(request)

const acceptsGzip = ({ headers }: Headers) => gzipCoding.test(headers['accept-encoding'] ?? '')

const gzipCoding = /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;\s*q=(?:1|0?\.0*[1-9]))/

const compressible = /^text\/(?!event-stream)|[/+](?:json|xml|javascript)\b|^image\/svg/

/**
 * Compresses what a handler sends as text, JSON, XML or a stream of these. Cached answers and
 * assets are compressed already.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(reply)) return payload
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isBody ? Buffer.byteLength(payload) < compressFrom : !(payload instanceof Readable))
      return payload
    varyByEncoding(reply)
    if (!acceptsGzip(request)) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    if (isBody) return gzipBody(payload)
    // Who reads gets the end of the source, and its error.
    return pipeline(payload as Readable, createGzip({ level: gzipLevel }), () => {})
  })
}

function isCompressible(reply: FastifyReply) {
  if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return false
  return compressible.test(String(reply.getHeader('content-type') ?? ''))
}

function varyByEncoding(reply: FastifyReply) {
  const names = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (!/accept-encoding/i.test(names))
    reply.header('vary', names === '' ? 'accept-encoding' : `${names}, accept-encoding`)
}

/** The media ranges of an `Accept` header and their weights, as RFC 9110 defines them. */
const rangesOf = (accept: string) =>
  accept
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = Number(
        parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1,
      )
      return { range, weight: Number.isFinite(weight) ? weight : 1 }
    })
    .filter((candidate) => candidate.range !== '')

/**
 * How much a client wants a media type, from 0 to 1. The most specific range counts; without a
 * header everything is welcome.
 */
export function acceptance(accept: string | undefined, type: string): number {
  if (accept === undefined || accept.trim() === '') return 1
  const ranges = rangesOf(accept)
  const found = [type, `${type.split('/')[0]}/*`, '*/*'].map((range) =>
    ranges.find((candidate) => candidate.range === range),
  )
  return found.find((weight) => weight !== undefined)?.weight ?? 0
}

/** Whether the header names this very type, and wants it. */
export const names = (accept: string | undefined, type: string): boolean =>
  accept !== undefined && rangesOf(accept).some((range) => range.range === type && range.weight > 0)

/** For answers that pages of every origin may read. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
}

export const problemType = 'application/problem+json'
