import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Proofs } from './code-flow.ts'

/** A sign-in that is under way: between leaving for the provider and coming back. */
export type Attempt = Proofs & {
  provider: string
  returnTo: string
  /** Whose account gets another way in; null for signing in. */
  linkTo: string | null
}

export const attemptMinutes = 10

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** Keeps the attempt in the visitor's own browser, unreadable there, so that nodes share nothing and nobody fills a table. */
export function attemptCookie(publicUrl: string, secret: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-sign-in' : 'sign-in'
  // Lax, not strict: the provider's answer is a link from another site.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'oidc-sign-in-attempt', 32))

  return {
    set(reply: FastifyReply, attempt: Attempt): void {
      const expiresAt = Date.now() + attemptMinutes * 60_000
      reply.setCookie(name, seal(key, JSON.stringify({ ...attempt, expiresAt })), { ...options, maxAge: attemptMinutes * 60 })
    },

    /** Undefined if there is none, or it is too old, or not as we made it. */
    read(request: FastifyRequest): Attempt | undefined {
      const text = unseal(key, request.cookies[name] ?? '')
      if (text === undefined) return undefined
      const { expiresAt, ...attempt } = JSON.parse(text) as Attempt & { expiresAt: number }
      return expiresAt > Date.now() ? attempt : undefined
    },

    clear: (reply: FastifyReply): void => void reply.clearCookie(name, options),
  }
}

function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function unseal(key: Buffer, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= nonceLength + tagLength) return undefined
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
