import { isModerator } from '#shared/contract.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { signedInHint } from '#shared/current-user.ts'
import * as queries from './queries-sessions.ts'
import { hashSecret, newSecret } from './secrets.ts'

type Options = {
  db: Db
  cookies: AccountCookies
  /** Why postings of this account wait, if they do. */
  demo: boolean
  adminsNeedTwoFactor: boolean
}

const maxUserAgent = 300
/** In seconds. */
const day = 24 * 60 * 60

/** Finds out who is asking, once for each request that carries a session. */
export function recognizeViewers(app: FastifyInstance, { cookies, ...options }: Options): void {
  app.addHook('onRequest', async (request) => {
    const token = cookies.session(request)
    if (token !== undefined) request.viewer = await findViewer(options, token)
  })
  // What somebody gets because of who they are is nobody else's; answers for everybody say so
  // themselves.
  app.addHook('onSend', async (request, reply) => {
    if (request.viewer && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'private, no-store')
  })
}

async function findViewer(
  { db, demo, adminsNeedTwoFactor }: Omit<Options, 'cookies'>,
  token: string,
): Promise<Viewer | null> {
  const row = await queries.findSessionViewer(db, hashSecret(token))
  if (!row || (row.is_demo && !demo)) return null
  if (row.is_stale) await queries.touchSession(db, row.session_id)
  const lacksTwoFactor = adminsNeedTwoFactor && isModerator(row.role) && !row.is_secured
  return {
    id: row.id,
    sessionId: row.session_id,
    // Without the second factor they have no more rights than somebody without a role.
    role: lacksTwoFactor ? null : row.role,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    firstName: row.first_name,
    lastName: row.last_name,
    isRecentlyAuthenticated: row.is_recently_authenticated,
    lacksTwoFactor,
  }
}

/**
 * A new session in place of the one that the browser had, and the token that opens it. Send the
 * token as a cookie once the transaction has been committed.
 */
export async function createSession(
  db: Db,
  userId: string,
  request: FastifyRequest,
): Promise<string> {
  const token = newSecret()
  if (request.viewer) await queries.deleteSession(db, request.viewer.id, request.viewer.sessionId)
  await queries.insertSession(db, {
    token_hash: hashSecret(token),
    id: randomUUIDv7(),
    user_id: userId,
    expires_at: new Date(Date.now() + queries.sessionDays * day * 1000),
    ip: request.ip,
    user_agent: request.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
  })
  return token
}

/** After a change of rights the old token opens nothing any more. */
export async function rotateSession(
  db: Db,
  sessionId: string,
  cookies: AccountCookies,
  reply: FastifyReply,
): Promise<void> {
  const token = newSecret()
  if (await queries.replaceSessionToken(db, sessionId, hashSecret(token)))
    cookies.setSession(reply, token)
}

const deviceDays = 365

const prefixOf = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-' : '')

export const sessionCookieName = (publicUrl: string) => `${prefixOf(publicUrl)}session`

/**
 * The cookies of signed-in people. On HTTPS their names bind them to this host and to secure
 * connections.
 */
export function accountCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const sessionName = sessionCookieName(publicUrl)
  const deviceName = `${prefixOf(publicUrl)}device`
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }

  return {
    session: (request: FastifyRequest) => request.cookies[sessionName],

    /** From a browser in which this account was signed in to before. */
    device: (request: FastifyRequest) => request.cookies[deviceName],

    setSession(reply: FastifyReply, token: string) {
      reply.setCookie(sessionName, token, { ...options, maxAge: queries.sessionDays * day })
      reply.setCookie(signedInHint.name, signedInHint.value, {
        ...options,
        httpOnly: false,
        maxAge: queries.sessionDays * day,
      })
    },

    /** Remembers that the account's owner uses this browser. */
    setDevice(reply: FastifyReply, device: string | undefined) {
      if (device !== undefined)
        reply.setCookie(deviceName, device, { ...options, maxAge: deviceDays * day })
    },

    clearSession(reply: FastifyReply) {
      reply.clearCookie(sessionName, options)
      reply.clearCookie(signedInHint.name, { ...options, httpOnly: false })
    },
  }
}

export type AccountCookies = ReturnType<typeof accountCookies>
