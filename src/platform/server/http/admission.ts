import { keysOf, tableOf } from '#shared/keys.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import type { Cost } from '#shared/contract.ts'
import { AppError, defaultMessages, type ErrorEnvelope } from '#shared/errors.ts'
import { corsHeaders, names, problemType } from './answer.ts'
import { networksOf } from './networks.ts'
import { plainPage, plainPagePolicy, type PlainPage } from './html.ts'
import { onClosed } from './slow-clients.ts'
import { Semaphore, type Limits } from './semaphore.ts'

/**
 * Requests of one address that are being answered: each may hold a database connection or a
 * rendering thread.
 */
export const maxRequestsAtOnce = 64
/** Of the classes with few places one address gets a part. */
export const placesPerAddress: Partial<Record<Cost, number>> = { upload: 4, export: 3, feed: 2 }
/** More than a hospital's people behind one address have open at once. */
export const maxConnections = 512

/** The queues have room for what comes while the process pauses for a moment. */
export const costLimits = (processors = availableParallelism()): Record<Cost, Limits> => ({
  // More at once only compete for the processors: measured at five times the capacity, twice as
  // many took two and a half times as long.
  search: { atOnce: processors, waiting: 16 * processors },
  page: { atOnce: 4 * processors, waiting: 16 * processors },
  // A body on its way costs a file descriptor. Complete files are checked a few at a time.
  upload: { atOnce: 48, waiting: 8 },
  export: { atOnce: 6, waiting: 6 },
  // A whole catalog takes minutes and a processor's time.
  feed: {
    atOnce: 4,
    waiting: 0,
    refusal: {
      message: 'Too many feeds are being read. Please try again in a minute.',
      retryAfterSeconds: 60,
    },
  },
  // A hash takes a processor for 50 ms or so. The queue has room for thirty people behind one
  // address who sign in together.
  password: {
    atOnce: processors,
    waiting: 32 * processors,
    refusal: {
      message: 'Many people are signing in. Please try again in a moment.',
      retryAfterSeconds: 2,
    },
  },
  // These wait for the database's connections, which have a limit of their own. They are more than
  // one address may have at once.
  read: { atOnce: 2 * maxRequestsAtOnce, waiting: maxRequestsAtOnce },
  write: { atOnce: 2 * maxRequestsAtOnce, waiting: maxRequestsAtOnce },
})

declare module 'fastify' {
  interface FastifyInstance {
    /** By class of cost. */
    semaphores: Record<Cost, Semaphore>
    /** Of what is read, by its path, if that has no parameters. */
    costsOfPaths: Map<string, { cost: Cost; cors: boolean }>
  }
  interface FastifyContextConfig {
    /** Without one, a request is always answered. */
    cost?: Cost
    /** A liveness probe is not limited by address. */
    isProbe?: true
  }
}

/**
 * Bounded work. A request gets a place of its class before it costs anything, or is refused. A
 * request with a form gets the place when the form has arrived (endpoint.ts), so that a slow sender
 * holds none. A page asks the API in-process, and has a place already.
 */
export function admitRequests(app: FastifyInstance): void {
  const limits = costLimits()
  app.decorate(
    'semaphores',
    tableOf(keysOf(limits), (cost) => new Semaphore(limits[cost])),
  )
  app.decorate('costsOfPaths', new Map())
  app.addHook('onRoute', ({ method, url, config }) => {
    const cost = config?.cost
    if (cost !== undefined && (method === 'GET' || method.includes('GET')))
      app.costsOfPaths.set(url, { cost, cors: config?.cors ?? false })
  })
  app.addHook('onRequest', async (request, reply) => {
    const { cost } = request.routeOptions.config
    if (cost === undefined || hasForm(cost) || isInProcess(request)) return
    try {
      await app.semaphores[cost].enter(networksOf(request.ip).at(-1) ?? '', reply.raw)
    } catch (error) {
      // Nobody reads the body of what is refused. Elsewhere Node says what becomes of the
      // connection.
      if (cost === 'upload') reply.header('connection', 'close')
      throw error
    }
  })
}

/** How long a client should wait for what is not available. */
export const retryAfterSeconds = 5

export const busyPage: PlainPage = {
  title: 'This site is busy',
  text: 'Please try again in a few seconds.',
  link: { to: '', text: 'Try again' },
}
const busyBody = plainPage(busyPage)

/**
 * Refuses what would be refused anyhow, before the framework: there a refusal costs nearly as much
 * as the work that it avoids.
 * @returns whether it did.
 */
export function refuseOverloaded(
  app: FastifyInstance,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): boolean {
  const { method, url = '', headers, socket } = request
  const path = method === 'GET' ? app.costsOfPaths.get(url.split('?', 1)[0] ?? '') : undefined
  if (!path || socket.remotePort === undefined || !app.semaphores[path.cost].isOverloaded)
    return false
  // Programs that want problem details get them from the framework.
  if (names(headers.accept, problemType)) return false
  app.semaphores[path.cost].countRefusal()
  const isPage = names(headers.accept, 'text/html')
  const envelope: ErrorEnvelope = {
    success: false,
    error: defaultMessages.UNAVAILABLE,
    code: 'UNAVAILABLE',
    requestId,
  }
  const body = isPage ? busyBody : JSON.stringify(envelope)
  response
    .writeHead(503, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'content-security-policy': plainPagePolicy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      vary: 'accept',
      'retry-after': String(retryAfterSeconds),
      'x-request-id': requestId,
      ...(path.cors && corsHeaders),
    })
    .end(body)
  return true
}

export const hasForm = (cost: Cost): boolean => cost === 'password' || cost === 'write'

const isInProcess = ({ raw }: FastifyRequest) => raw.socket.remotePort === undefined

/**
 * Refuses what one address opens or asks beyond its part. Connections are counted where clients
 * connect directly, not through a proxy.
 */
export function limitAddresses(
  app: FastifyInstance,
  { countsConnections }: { countsConnections: boolean },
): void {
  const connections = counter()
  const requests = counter()
  if (countsConnections) {
    app.server.on('connection', (socket) => {
      const [network = ''] = networksOf(socket.remoteAddress ?? '')
      if (connections.add(network) > maxConnections) socket.destroy()
      socket.once('close', () => connections.remove(network))
    })
  }
  app.addHook('onRequest', async (request, reply) => {
    const { cost, isProbe } = request.routeOptions.config
    if (isProbe || isInProcess(request)) return
    const places = cost && placesPerAddress[cost]
    // A customer with many /64 gets twice what one address gets.
    const counted = networksOf(request.ip).flatMap((network, index) => [
      { key: network, most: maxRequestsAtOnce * (index + 1) },
      ...(places === undefined ? [] : [{ key: `${cost} ${network}`, most: places * (index + 1) }]),
    ])
    const isTooMany = counted.filter(({ key, most }) => requests.add(key) > most).length > 0
    onClosed(reply.raw, () => {
      for (const { key } of counted) requests.remove(key)
    })
    if (isTooMany)
      throw new AppError(
        'RATE_LIMITED',
        'Too many requests at once. Please try again in a moment.',
        undefined,
        1,
      )
  })
}

/** How many there are of each. */
function counter() {
  const counts = new Map<string, number>()
  return {
    add(key: string) {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count
    },
    remove(key: string) {
      const count = (counts.get(key) ?? 0) - 1
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
