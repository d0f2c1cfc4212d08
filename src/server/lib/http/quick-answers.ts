import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { IncomingHttpHeaders } from 'node:http'

/** What to send: headers beside the kept ones, and the body in pieces. */
export type QuickBody = { headers: string[]; pieces: readonly Buffer[]; length: number }

type QuickAnswer = {
  /** Whether it may still be sent. */
  isCurrent(): boolean
  /** Undefined if this request has to go the long way. */
  bodyFor(headers: IncomingHttpHeaders): QuickBody | undefined
}

type Kept = QuickAnswer & { headers: string[] }

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the same answer, with the headers that this reply has by now, to whoever asks for this address from now on. */
    answerQuickly(request: FastifyRequest, reply: FastifyReply, answer: QuickAnswer): void
    /** What would be sent so to a client that takes no compression; for pages, which are made of answers. */
    quickAnswerTo(url: string): { etag: string | undefined; text: string } | undefined
  }
}

const max = 20_000
const maxUrl = 500
/** What belongs to one reply, or is said anew for each. */
const ofOneReply = /^(?:x-request-id|set-cookie|date|content-length|content-encoding|x-ratelimit-.*)$/

/**
 * Public answers that are kept, under the very addresses that people ask for: they are sent before anything else looks at the
 * request, for what all the plugins do to it takes several times as long as to send it. Register first.
 */
export function sendQuickly(app: FastifyInstance): void {
  const kept = new LRUCache<string, Kept>({ max })
  app.decorate('answerQuickly', (request: FastifyRequest, reply: FastifyReply, answer: QuickAnswer) => {
    const { url = '', method } = request.raw
    if (method !== 'GET' || url.length > maxUrl) return
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined || ofOneReply.test(name) ? [] : [name, String(value)],
    )
    kept.set(url, { ...answer, headers })
  })
  app.decorate('quickAnswerTo', (url: string) => {
    const answer = currentAnswerTo(url)
    const body = answer?.bodyFor({})
    if (!answer || !body) return undefined
    const text = Buffer.concat(body.pieces).toString()
    return { etag: answer.headers[answer.headers.indexOf('etag') + 1], text }
  })
  function currentAnswerTo(url: string): Kept | undefined {
    const answer = kept.get(url)
    if (!answer || answer.isCurrent()) return answer
    kept.delete(url)
    return undefined
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', method, headers } = request.raw
    const answer = method === 'GET' && headers['if-none-match'] === undefined ? currentAnswerTo(url) : undefined
    const body = answer?.bodyFor(headers)
    if (!answer || !body) return done()
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, [...answer.headers, ...body.headers, 'x-request-id', request.id, 'content-length', String(body.length)])
    raw.cork()
    for (const piece of body.pieces) raw.write(piece)
    raw.end()
    raw.uncork()
  })
}
