import cookie from '@fastify/cookie'
import { randomUUID } from 'node:crypto'
import fastify, { LogController } from 'fastify'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  hasZodFastifySchemaValidationErrors,
} from 'fastify-type-provider-zod'
import {
  AppError,
  defaultMessages,
  type ErrorEnvelope,
  errorStatus,
  type FieldError,
  StateError,
} from '#shared/errors.ts'
import { developersPath } from '#shared/paths.ts'
import { nameRequests } from '../activity.ts'
import { compressReplies, acceptance, names, corsHeaders, problemType } from './answer.ts'
import { guardAccess } from './access.ts'
import { refuseZeroBytes } from './endpoint.ts'
import { admitRequests, busyPage, limitAddresses, retryAfterSeconds } from './admission.ts'
import { isPlainForm, plainPage, plainPagePolicy, type PlainPage } from './html.ts'
import { limitRates, type Proofs } from './rate-limit.ts'
import { NoRoomError } from './semaphore.ts'
import { oncePerMinute, isUnavailable } from '../errors.ts'
import { readAddresses } from './networks.ts'
import { cutSlowClients } from './slow-clients.ts'
import { entriesOf } from '#shared/keys.ts'

// Room for a long search text in percent encoding, which the search's schema truncates.
const maxUrlLength = 48 * 1024
const maxBody = 256 * 1024
/**
 * The time for receiving a request: enough for an upload over a slow connection, too short for a
 * slow-client attack.
 */
const maxRequestMs = 5 * 60_000
/** For the head of a request: a socket that says nothing is closed within half a minute. */
const headersMs = 20_000
const checkMs = 5_000

type Options = {
  logLevel: string
  /** Gets the log instead of standard output. */
  logStream?: NodeJS.WritableStream | undefined
  /** The origin of our own pages. */
  publicUrl: string
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  accessLog: boolean
  rateLimits: boolean
  proofs?: Proofs
}

/** A Fastify instance with everything that features share. */
export async function createBaseApp(options: Options): Promise<FastifyInstance> {
  const app = fastify({
    logger: logOptions(options.logLevel, options.logStream),
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ url = '/' }) => wellFormed(pathOf(url)),
    genReqId: () => randomUUID(),
    bodyLimit: maxBody,
    requestTimeout: maxRequestMs,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    http: {
      maxHeaderSize: maxUrlLength + 16 * 1024,
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkMs,
    },
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A malformed escape ('%00', '%E0%A4') is an unknown address, not an error.
    frameworkErrors: (_error, request, reply) => {
      void sendError(new AppError('NOT_FOUND'), request, reply, options.publicUrl)
    },
  })
  cutSlowClients(app.server)
  app.decorate('lifecycle', { stopping: false })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // JSON by default; forms of other sites cannot send it without a preflight.
  app.removeContentTypeParser('text/plain')
  readAddresses(app)
  nameRequests(app)
  guardAccess(app)
  answerErrors(app, options.publicUrl)
  openToOrigins(app)
  refuseOtherSites(app, options.publicUrl)
  refuseZeroBytes(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.length > maxUrlLength) throw new AppError('URI_TOO_LONG')
  })
  if (options.accessLog) logRequests(app)
  await limitRates(app, { enabled: options.rateLimits, proofs: options.proofs })
  await app.register(cookie)
  protectBrowsers(app, options.publicUrl)
  if (options.rateLimits)
    limitAddresses(app, { countsConnections: options.trustedProxies.length === 0 })
  admitRequests(app)
  compressReplies(app)
  return app
}

/**
 * Tells browsers what an answer may not do. A page sends a content policy of its own instead.
 * The headers never change, so they are made once.
 */
function protectBrowsers(app: FastifyInstance, publicUrl: string) {
  const headers = {
    // For answers other than pages, which run nothing.
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}

/**
 * A proxy's request names the whole address ('GET http://host/jobs'); RFC 9112 has every server
 * answer it.
 */
const pathOf = (url: string) => {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  if (origin === undefined) return url
  const path = url.slice(origin.length)
  return path.startsWith('/') ? path : `/${path}`
}

/** Of a person, and of an account in front of a host. */
const address = /[\w.!#$%&'*+=?^`{|}~-]+@(?=[\w-]+\.[\w.-]+)/g

/**
 * Lines of JSON with ISO times and names of levels. Mail servers and the database repeat addresses
 * in their errors, and a log outlives the periods after which addresses go: only their domains
 * stay.
 */
export const logOptions = (
  level: string,
  stream?: NodeJS.WritableStream,
): NonNullable<FastifyServerOptions['logger']> =>
  level !== 'silent' && {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (name) => ({ level: name }) },
    hooks: {
      streamWrite: (line) => (line.includes('@') ? line.replaceAll(address, '•••@') : line),
    },
    ...(stream && { stream }),
  }

function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const about = { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms }
    log.info({ ...about, ...(refused.has(request) && { refused: true }) }, 'request')
  })
}

/** Requests that nothing was done for, because too many came. */
const refused = new WeakSet<FastifyRequest>()

/** Replaces a path with a malformed escape ('/jobs/%E0%A4') by one that is not found. */
function wellFormed(url: string) {
  const [path = '/', ...rest] = url.split('?')
  // A page's mistyped address is still a page.
  const query = rest.map((part) => (isApi(path) ? part : part.replaceAll('%00', '')))
  try {
    decodeURIComponent(path)
    return [path, ...query].join('?')
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

const isApi = (path: string) => path.startsWith('/api/')

export type Log = FastifyBaseLogger

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: { stopping: boolean }
  }
  interface FastifyContextConfig {
    /** Other sites and mail programs may make this call: a cookie gives it no rights. */
    openToOtherSites?: boolean
  }
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses cross-site calls that change something: another site's page can make a browser send its
 * visitor's cookies. Browsers report the origin of a call, and scripts cannot change it.
 */
function refuseOtherSites(app: FastifyInstance, publicOrigin: string) {
  app.addHook('onRequest', async (request) => {
    if (harmless.has(request.method) || request.routeOptions.config.openToOtherSites) return
    if (!isOwn(request, publicOrigin))
      throw new AppError('FORBIDDEN', 'This call must come from our own pages.')
  })
}

function isOwn({ headers }: FastifyRequest, publicOrigin: string) {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // On plain HTTP browsers omit the header above.
  if (headers.origin !== undefined)
    return headers.origin === publicOrigin || hostOf(headers.origin) === headers.host
  // Programs other than browsers send neither; with a cookie they must send an Origin.
  return headers.cookie === undefined
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Lets pages of every origin read what endpoints with `cors` answer, errors included. Cookies give
 * such a call no rights.
 */
function openToOrigins(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.cors) reply.headers(corsHeaders)
  })
}

/**
 * One envelope for every error, or problem details (RFC 9457) where the request names them.
 * Internal detail goes only to the log, under the request's id.
 */
function answerErrors(app: FastifyInstance, publicUrl: string) {
  const warnUnavailable = oncePerMinute((err, leftOut) =>
    app.log.warn({ err, leftOut }, 'requests cannot be answered'),
  )
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asAppError(error)
    if (known instanceof NoRoomError) refused.add(request)
    if (known.code === 'UNAVAILABLE') warnUnavailable(error)
    else if (known.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendError(known, request, reply, publicUrl)
  })
  app.setNotFoundHandler((request, reply) =>
    sendError(new AppError('NOT_FOUND'), request, reply, publicUrl),
  )
}

function sendError(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
) {
  const { accept, referer = '' } = request.headers
  const isProblem =
    names(accept, problemType) &&
    acceptance(accept, problemType) >= acceptance(accept, 'application/json')
  const retryAfter =
    error.retryAfterSeconds ?? (error.code === 'UNAVAILABLE' ? retryAfterSeconds : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply.code(error.status).header('cache-control', 'no-store').header('vary', 'accept')
  const sendPage = (page: PlainPage) =>
    reply
      .header('content-security-policy', plainPagePolicy)
      .type('text/html; charset=utf-8')
      .send(plainPage(page))
  if (isPlainForm(request)) {
    // Pages whose address is a secret name no referrer.
    const link = referer.startsWith(`${publicUrl}/`)
      ? { to: referer, text: 'Go back' }
      : { to: '/', text: 'Go to the home page' }
    return sendPage({ title: 'That did not work', text: error.message, link })
  }
  if (error.code === 'UNAVAILABLE' && names(accept, 'text/html')) return sendPage(busyPage)
  return reply
    .type(isProblem ? problemType : 'application/json; charset=utf-8')
    .send(
      JSON.stringify(
        isProblem ? problemOf(error, request.id, publicUrl) : envelopeOf(error, request.id),
      ),
    )
}

const envelopeOf = (error: AppError, requestId: string): ErrorEnvelope => ({
  success: false,
  error: error.message,
  code: error.code,
  requestId,
  ...(error.details && { details: error.details }),
  ...(error instanceof StateError && { current: error.current }),
})

const problemOf = (error: AppError, requestId: string, publicUrl: string) => ({
  type: `${publicUrl}${developersPath}#${error.code.toLowerCase().replaceAll('_', '-')}`,
  title: defaultMessages[error.code],
  status: error.status,
  detail: error.message,
  instance: `urn:uuid:${requestId}`,
  code: error.code,
  requestId,
  ...(error.details && { errors: error.details }),
  ...(error instanceof StateError && { current: error.current }),
})

function asAppError(error: FastifyError) {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) return new AppError('UNAVAILABLE')
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details: FieldError[] = error.validation.map((issue) => ({
      field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Invalid value',
    }))
    return new AppError('VALIDATION_FAILED', details[0]?.message, details)
  }
  return new AppError(codeOfStatus(error.statusCode ?? 500))
}

const codes = entriesOf(errorStatus)

const codeOfStatus = (status: number) =>
  codes.find(([, known]) => known === status)?.[0] ?? (status >= 500 ? 'INTERNAL' : 'BAD_REQUEST')
