import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { RateLimit } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'

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
  redis?.on('error', (error) => app.log.warn({ err: error }, 'Redis does not answer: rate limits rest'))
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

/** Loaded on demand, because the library takes 20 MB. */
async function openRedis(url: string) {
  const { Redis } = await import('ioredis')
  return new Redis(url, { connectTimeout: 500, maxRetriesPerRequest: 1 })
}

/** A route's limit; undefined for reads without one. */
export function rateLimitOf(method: string, limit: RateLimit | undefined): { max: number; timeWindow: number } | undefined {
  const { max, seconds } = limit ?? usualLimit
  return limit === undefined && method === 'GET' ? undefined : { max, timeWindow: seconds * 1000 }
}
