import type { FastifyReply, FastifyRequest } from 'fastify'
import { sealer } from '#server/lib/seal.ts'
import type { Proofs } from './code-flow.ts'

/** A sign-in that is under way: between leaving for the provider and coming back. */
export type Attempt = Proofs & {
  provider: string
  returnTo: string
  /** Whose account gets another way in; null for signing in. */
  linkTo: string | null
}

export const attemptMinutes = 10

/** Keeps the attempt in the visitor's own browser, unreadable there, so that nodes share nothing and nobody fills a table. */
export function attemptCookie(publicUrl: string, secret: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-sign-in' : 'sign-in'
  // Lax, not strict: the provider's answer is a link from another site.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const { seal, unseal } = sealer(secret, 'oidc-sign-in-attempt')

  return {
    set(reply: FastifyReply, attempt: Attempt): void {
      const expiresAt = Date.now() + attemptMinutes * 60_000
      reply.setCookie(name, seal(JSON.stringify({ ...attempt, expiresAt })), { ...options, maxAge: attemptMinutes * 60 })
    },

    /** Undefined if there is none, or it is too old, or not as we made it. */
    read(request: FastifyRequest): Attempt | undefined {
      const text = unseal(request.cookies[name] ?? '')
      if (text === undefined) return undefined
      const { expiresAt, ...attempt } = JSON.parse(text) as Attempt & { expiresAt: number }
      return expiresAt > Date.now() ? attempt : undefined
    },

    clear: (reply: FastifyReply): void => void reply.clearCookie(name, options),
  }
}
