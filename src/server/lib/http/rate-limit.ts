import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { RateLimit } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { networksOf } from './networks.ts'
import { oncePerMinute } from '../once-per-minute.ts'

type Options = {
  enabled: boolean
  /** Shares the counts between nodes; without it, each node counts for itself. */
  redisUrl: string | undefined
}

const usualLimit: RateLimit = { max: 60, seconds: 60 }

/** Limits calls per address (IPv6: per /64) and route. Register it before the routes. */
export async function limitRates(app: FastifyInstance, { enabled, redisUrl }: Options): Promise<void> {
  if (!enabled) return
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl)
  redis?.on(
    'error',
    oncePerMinute((err, leftOut) => app.log.warn({ err, leftOut }, 'Redis does not answer: rate limits rest')),
  )
  await app.register(rateLimit, {
    global: false,
    nameSpace: 'whitecoat-rate-limit-',
    // An unreachable counter must not stop the site.
    skipOnError: true,
    ...(redis && { redis }),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('RATE_LIMITED', `Too many requests. Please try again in ${Math.ceil(ttl / 1000)} seconds.`),
  })
  app.addHook('onClose', async () => {
    redis?.disconnect()
  })
}

/** How long a call waits for its count. */
const commandTimeout = 50

/** Loaded on demand, because the library takes 20 MB. */
async function openRedis(url: string) {
  const { Redis } = await import('ioredis')
  // Without a connection a command fails at once, instead of waiting for the next one.
  const redis = new Redis(url, { connectTimeout: 2_000, commandTimeout, enableOfflineQueue: false, lazyConnect: true })
  // The site starts without it.
  await redis.connect().catch(() => {})
  return redis
}

/** A route's limit; undefined for reads without one. */
export function rateLimitOf(method: string, limit: RateLimit | undefined): { max: number; timeWindow: number } | undefined {
  const { max, seconds } = limit ?? usualLimit
  return limit === undefined && method === 'GET' ? undefined : { max, timeWindow: seconds * 1000 }
}

/** More than a hospital's people behind one address have open at once. */
export const maxConnections = 512
/** Requests of one address that are being answered: each may hold a database connection or a rendering thread. */
export const maxRequestsAtOnce = 64

/**
 * Refuses what one address opens or asks beyond a limit, so that it cannot take every socket, rendering thread and database connection.
 * Connections are counted where clients connect directly, not where they come through a proxy.
 */
export function limitConcurrency(app: FastifyInstance, { countsConnections }: { countsConnections: boolean }): void {
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
    // A page asks the API in-process: it counts itself already.
    if (request.raw.socket.remotePort === undefined || request.url === '/healthz') return
    const [network = ''] = networksOf(request.ip)
    const isTooMany = requests.add(network) > maxRequestsAtOnce
    reply.raw.once('close', () => requests.remove(network))
    if (isTooMany) throw new AppError('RATE_LIMITED', 'Too many requests at once. Please try again in a moment.', undefined, 1)
  })
}

/** How many there are of each. */
function counter() {
  const counts = new Map<string, number>()
  return {
    add(key: string): number {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count
    },
    remove(key: string): void {
      const count = (counts.get(key) ?? 0) - 1
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
