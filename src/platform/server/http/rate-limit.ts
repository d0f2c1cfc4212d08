import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '#shared/contract.ts'
import { AppError, StateError } from '#shared/errors.ts'
import { networksOf } from './networks.ts'
import { createChallenge, randomInt, verifySolution, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { keyRing, type Secrets } from '../secret.ts'

type Options = {
  enabled: boolean
  /** Without them, what is over a limit is refused. */
  proofs?: Proofs | undefined
}

const usualLimit: RateLimit = { max: 60, seconds: 60 }

/**
 * Limits calls per address (IPv6: per /64, or /48 where a call mails someone) and route. Register
 * it before the routes. Each node counts for itself, because these limits protect the node.
 * PostgreSQL counts what protects a person.
 */
export async function limitRates(
  app: FastifyInstance,
  { enabled, proofs }: Options,
): Promise<void> {
  if (!enabled) return
  nameLimits(app)
  app.decorate('proofs', proofs)
  app.decorate('groupLimits', new Map())
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('RATE_LIMITED', tooMany(Math.ceil(ttl / 1000))),
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    proofs?: Proofs | undefined
    /** A handler counts for all routes that share it. */
    groupLimits: Map<string, Handler>
  }
  interface FastifyContextConfig {
    limit?: RateLimit | undefined
  }
}

/**
 * How a route is limited; nothing for reads without a limit. Spread it into the route's options.
 */
type Limited = {
  config?: { limit: RateLimit; rateLimit?: { max: number; timeWindow: number; ipv6Subnet: number } }
  onRequest?: Handler
  preHandler?: Handler
}

export function limitOf(
  app: FastifyInstance,
  method: string,
  limit: RateLimit | undefined,
): Limited {
  if (limit === undefined && method === 'GET') return {}
  const declared = limit ?? usualLimit
  const { max, seconds, group, mails = false } = declared
  const rateLimit = { max, timeWindow: seconds * 1000, ipv6Subnet: mails ? 48 : 64 }
  if (mails && app.hasDecorator('createRateLimit'))
    return {
      config: { limit: declared, rateLimit: { ...rateLimit, max: max * forgiven } },
      preHandler: formLimiter(app, rateLimit),
    }
  if (group === undefined) return { config: { limit: declared, rateLimit } }
  const handler = app.hasDecorator('rateLimit') ? groupHandler(app, group, rateLimit) : undefined
  return { config: { limit: declared }, ...(handler && { onRequest: handler }) }
}

/**
 * Many people may share one address: so many times as many calls may be invalid forms, or come with
 * a proof of work.
 */
const forgiven = 25

/**
 * Counts valid forms. Beyond the limit each needs a proof of work, and costs more with every limit
 * that is reached.
 */
function formLimiter(
  app: FastifyInstance,
  { max, timeWindow }: { max: number; timeWindow: number },
): Handler {
  const callOf = ({ ip, routeOptions }: FastifyRequest) =>
    `${String(routeOptions.method)} ${routeOptions.url} ${networksOf(ip).at(-1)}`
  const count = app.createRateLimit({ max: max * forgiven, timeWindow, keyGenerator: callOf })
  return async (request, reply) => {
    const counted = await count(request)
    if (counted.isAllowed) return
    reply
      .header('x-ratelimit-remaining', Math.max(0, -overOf(max, counted)))
      .header('x-ratelimit-reset', counted.ttlInSeconds)
    const words = tooMany(counted.ttlInSeconds)
    await requireProof(request, reply, { max, counted, use: callOf(request), words })
  }
}

type Counted = { remaining: number; ttlInSeconds: number; isExceeded: boolean }

/** How many calls there were beyond the limit. */
const overOf = (max: number, { remaining }: Counted) => max * forgiven - remaining - max

type Required = {
  max: number
  counted: Counted
  use: string
  words: string
  /** However many there were, the next one may come with a proof. */
  isEndless?: boolean
}

/** A browser makes one proof for a call: it is good for each limit that the call meets. */
const proved = new WeakSet<FastifyRequest>()

async function requireProof(
  request: FastifyRequest,
  reply: FastifyReply,
  { max, counted, use, words, isEndless = false }: Required,
): Promise<void> {
  const over = overOf(max, counted)
  if (over <= 0) return
  const isAccepted = isEndless || !counted.isExceeded
  const { proofs } = request.server
  const proof = request.headers[proofHeader]
  if (
    proved.has(request) ||
    (isAccepted && typeof proof === 'string' && (await proofs?.accept(proof, use)))
  )
    return void proved.add(request)
  reply.header('retry-after', counted.ttlInSeconds)
  const current =
    isAccepted && proofs
      ? { challenge: await proofs.challenge(use, Math.ceil(over / max)) }
      : undefined
  throw new StateError('RATE_LIMITED', current, words)
}

/** Asked by a handler once it has read what the call is about. */
export type LimitStrangers = (
  request: FastifyRequest,
  reply: FastifyReply,
  subject: string,
) => Promise<void>

/**
 * Counts what people who are not signed in send about one thing, for all routes that share the
 * `name`.
 */
export function strangerLimiter(
  app: FastifyInstance,
  name: string,
  { each, all }: Strangers,
): LimitStrangers {
  if (!app.hasDecorator('createRateLimit')) return async () => {}
  const subjects = new WeakMap<FastifyRequest, string>()
  const networkOf = ({ ip }: FastifyRequest) => networksOf(ip).at(-1) ?? ip
  const counterOf = (max: number, keyOf: (request: FastifyRequest) => string) => {
    const keyGenerator = (request: FastifyRequest) =>
      `${name} ${subjects.get(request)} ${keyOf(request)}`
    return {
      max,
      count: app.createRateLimit({ max: max * forgiven, timeWindow: 60 * 60_000, keyGenerator }),
    }
  }
  const counters = [counterOf(each, networkOf), counterOf(all, () => 'all')]
  return async (request, reply, subject) => {
    if (request.viewer) return
    subjects.set(request, subject)
    for (const { max, count } of counters) {
      const counted = await count(request)
      if (counted.isAllowed) continue
      const words =
        'Several people who are not signed in have just written about this. Please ' +
        `sign in, turn on JavaScript, or try again in ${Math.ceil(counted.ttlInSeconds / 60)} ` +
        'minutes.'
      const use = `${name} ${subject} ${networkOf(request)}`
      await requireProof(request, reply, { max, counted, use, words, isEndless: max === all })
    }
  }
}

type Strangers = NonNullable<RateLimit['strangers']>

const tooMany = (seconds: number) => `Too many requests. Please try again in ${seconds} seconds.`

type Handler = ReturnType<FastifyInstance['rateLimit']>

function groupHandler(
  app: FastifyInstance,
  group: string,
  limit: { max: number; timeWindow: number },
) {
  const handler =
    app.groupLimits.get(group) ??
    app.rateLimit({
      ...limit,
      keyGenerator: ({ ip, key }) => `${group} ${key?.id ?? networksOf(ip)[0]}`,
    })
  app.groupLimits.set(group, handler)
  return handler
}

/**
 * Names the limit as https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ does,
 * in place of the library's own headers.
 */
function nameLimits(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply) => {
    const { limit } = request.routeOptions.config
    const left = reply.getHeader('x-ratelimit-remaining')
    if (!limit || left === undefined) return
    const policy = JSON.stringify(limit.group ?? 'default')
    reply
      .header('ratelimit-policy', `${policy};q=${limit.max};w=${limit.seconds}`)
      .header(
        'ratelimit',
        `${policy};r=${Math.min(Number(left), limit.max)};t=${Number(reply.getHeader('x-ratelimit-reset'))}`,
      )
    for (const name of ['limit', 'remaining', 'reset']) reply.removeHeader(`x-ratelimit-${name}`)
  })
}

/** The header that carries a proof: base64 of JSON. */
const proofHeader = 'proof-of-work'

export type Proofs = ReturnType<typeof proofsOfWork>

const validMs = 5 * 60_000
/**
 * A browser tries this many keys for half a second to two seconds, and a phone for some seconds.
 */
const fewestKeys = 400
const mostKeys = 2_000

/** Challenges whose solution costs the caller's processor some seconds, and is accepted once. */
export function proofsOfWork(db: Db, secrets: Secrets) {
  const signing = secrets.map((secret) => {
    const key = keyRing([secret], 'proof-of-work').current.bytes.toString('hex')
    return { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `key ${key}` }
  })
  return {
    /** `effort` is 1 or more; the proof is good for one `use` only. */
    challenge: (use: string, effort: number) => {
      const keys = Math.min(mostKeys, fewestKeys * effort)
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: 2_000,
        counter: randomInt(keys / 2, keys),
        data: { use },
        deriveKey,
        expiresAt: new Date(Date.now() + validMs),
        ...signing[0],
      })
    },

    async accept(proof: string, use: string) {
      const { challenge, solution } = parse(proof)
      if (challenge?.parameters?.data?.['use'] !== use || solution === undefined) return false
      const results = await Promise.all(
        signing.map((keys) => verifySolution({ challenge, solution, deriveKey, ...keys })),
      )
      return (
        results.some((result) => result.verified) && spend(db, String(challenge.signature), validMs)
      )
    },
  }
}

function parse(proof: string) {
  try {
    return (JSON.parse(Buffer.from(proof, 'base64').toString()) ?? {}) as Partial<Payload>
  } catch {
    return {}
  }
}

/** Remembers what is accepted once. False if it was spent before, on any node. */
export async function spend(db: Db, signature: string, rememberedMs: number): Promise<boolean> {
  const { rows } = await sql`
    with expired as (delete from spent_proofs where expires_at < now())
    insert into spent_proofs (signature, expires_at)
      values (${signature}, now() + ${rememberedMs} * interval '1 millisecond')
    on conflict do nothing returning signature
  `.execute(db)
  return rows.length > 0
}
