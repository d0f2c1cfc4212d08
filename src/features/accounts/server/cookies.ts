import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signedInHint } from '#shared/current-user.ts'
import { sessionDays } from './session-limits.ts'

const day = 24 * 60 * 60
const deviceDays = 365

/** The cookies of signed-in people. On HTTPS their names bind them to this host and to secure connections. */
export function accountCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const prefix = secure ? '__Host-' : ''
  const sessionName = `${prefix}session`
  const deviceName = `${prefix}device`
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }

  return {
    session: (request: FastifyRequest): string | undefined => request.cookies[sessionName],

    /** From a browser in which this account was signed in to before. */
    device: (request: FastifyRequest): string | undefined => request.cookies[deviceName],

    setSession(reply: FastifyReply, token: string): void {
      reply.setCookie(sessionName, token, { ...options, maxAge: sessionDays * day })
      reply.setCookie(signedInHint.name, signedInHint.value, { ...options, httpOnly: false, maxAge: sessionDays * day })
    },

    setDevice(reply: FastifyReply, device: string): void {
      reply.setCookie(deviceName, device, { ...options, maxAge: deviceDays * day })
    },

    clearSession(reply: FastifyReply): void {
      reply.clearCookie(sessionName, options)
      reply.clearCookie(signedInHint.name, { ...options, httpOnly: false })
    },
  }
}

export type AccountCookies = ReturnType<typeof accountCookies>
