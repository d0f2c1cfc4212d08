import { Readable, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptsGzip, compressFrom, gzipBody, gzipLevel } from './answer.ts'

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

function isCompressible(reply: FastifyReply): boolean {
  if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return false
  return compressible.test(String(reply.getHeader('content-type') ?? ''))
}

function varyByEncoding(reply: FastifyReply): void {
  const names = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (!/accept-encoding/i.test(names))
    reply.header('vary', names === '' ? 'accept-encoding' : `${names}, accept-encoding`)
}
