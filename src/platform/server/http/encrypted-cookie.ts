import type { FastifyReply, FastifyRequest } from 'fastify'
import { textCipher, type Secrets } from '../secret.ts'

/** A short-lived value in the visitor's own browser, unreadable there, so that nodes share nothing and nobody fills a table. */
export function encryptedCookie<T extends object>(
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
  { name: plainName, minutes }: { name: string; minutes: number },
) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? `__Host-${plainName}` : plainName
  // Lax, not strict: an identity provider's answer is a link from another site.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const { encrypt, decrypt } = textCipher(secrets, `cookie ${plainName}`)

  return {
    set(reply: FastifyReply, value: T): void {
      const expiresAt = Date.now() + minutes * 60_000
      reply.setCookie(name, encrypt(JSON.stringify({ ...value, expiresAt })), { ...options, maxAge: minutes * 60 })
    },

    /** Undefined if there is none, or it is too old, or not as we made it. */
    read(request: FastifyRequest): T | undefined {
      const text = decrypt(request.cookies[name] ?? '')
      if (text === undefined) return undefined
      const { expiresAt, ...value } = JSON.parse(text) as { expiresAt: number }
      return expiresAt > Date.now() ? (value as T) : undefined
    },

    clear: (reply: FastifyReply): void => void reply.clearCookie(name, options),
  }
}
