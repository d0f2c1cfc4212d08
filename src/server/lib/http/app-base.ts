import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import { randomUUID } from 'node:crypto'
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { AppError } from '#shared/errors.ts'
import { guardAccess } from './access.ts'
import { answerErrors, sendError } from './errors.ts'

// Ten kilobytes of emoji in a search box become thirty in an address: still a search, cut by whoever reads it.
const maxUrlLength = 48 * 1024
const maxBody = 256 * 1024
const retryAfterSeconds = 5

/** A Fastify instance with everything that no feature should have to think of. */
export async function createBaseApp(options: { logLevel: string; secure: boolean }): Promise<FastifyInstance> {
  const app = fastify({
    logger:
      options.logLevel === 'silent'
        ? false
        : { level: options.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ url = '/' }) => wellFormed(url),
    genReqId: () => randomUUID(),
    bodyLimit: maxBody,
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
  guardAccess(app)
  answerErrors(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.length > maxUrlLength) throw new AppError('URI_TOO_LONG')
  })
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
    strictTransportSecurity: options.secure,
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
