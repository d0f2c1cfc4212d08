import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import { randomUUID } from 'node:crypto'
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { AppError } from '#shared/errors.ts'
import { guardAccess } from './access.ts'
import { answerErrors, sendError } from './errors.ts'
import { sendQuickly } from './quick-answers.ts'
import { limitRates } from './rate-limit.ts'
import { refuseOtherSites } from './same-origin.ts'

// Ten kilobytes of emoji in a search box become thirty in an address: still a search, cut by whoever reads it.
const maxUrlLength = 48 * 1024
const maxBody = 256 * 1024
/** For a request to arrive in, body and all: an upload over a bad connection, but nobody who dribbles bytes to hold us. */
const maxRequestMs = 5 * 60_000
const retryAfterSeconds = 5

type Options = {
  logLevel: string
  /** The origin that our own pages have. */
  publicUrl: string
  /** Whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
  rateLimits: boolean
  redisUrl: string | undefined
}

/** A Fastify instance with everything that no feature should have to think of. */
export async function createBaseApp(options: Options): Promise<FastifyInstance> {
  const app = fastify({
    logger:
      options.logLevel === 'silent'
        ? false
        : { level: options.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ url = '/' }) => wellFormed(url),
    genReqId: () => randomUUID(),
    bodyLimit: maxBody,
    requestTimeout: maxRequestMs,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    http: { maxHeaderSize: maxUrlLength + 16 * 1024 },
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A malformed escape ('%00', '%E0%A4') is an address that nobody has, not a fault.
    frameworkErrors: (_error, request, reply) => {
      void sendError(new AppError('NOT_FOUND'), request, reply)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // JSON only, and what a route asks for itself: a form of another site cannot send it without asking first.
  app.removeContentTypeParser('text/plain')
  sendQuickly(app)
  guardAccess(app)
  answerErrors(app)
  refuseOtherSites(app, options.publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.length > maxUrlLength) throw new AppError('URI_TOO_LONG')
  })
  await limitRates(app, { enabled: options.rateLimits, redisUrl: options.redisUrl })
  await app.register(cookie)
  await app.register(underPressure, {
    maxEventLoopDelay: 2000,
    async pressureHandler(request, reply, _type, delay) {
      // A second in which nothing could be sampled counts as an endless delay: one hiccup must not turn everybody away.
      // And who asks whether the process lives shall not have it killed for being busy.
      if (delay === Number.POSITIVE_INFINITY || request.url === '/healthz') return
      reply.header('retry-after', retryAfterSeconds)
      throw new AppError('UNAVAILABLE')
    },
  })
  await app.register(helmet, {
    // Pages send their own policy with a nonce; this one is for everything else, which runs nothing.
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    strictTransportSecurity: options.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { 1: 4 } },
    zlibOptions: { level: 5 },
  })
  return app
}

/** A path with a malformed escape ('/jobs/%E0%A4') is one that nobody has, and gets the page that says so. */
function wellFormed(url: string): string {
  const [path = '/', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

export type Log = FastifyBaseLogger
