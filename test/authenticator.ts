import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import type { Browser } from './browser.ts'

/**
 * The code of an authenticator app: of now, or of some time steps later. After `addAuthenticator`
 * take the next one: the present one was used, and the next is valid even if a time step ends
 * before it is sent.
 */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

/** Adds an authenticator app to the account that is signed in. */
export async function addAuthenticator({ browser }: { browser: Browser }) {
  const begun = await browser.post('/api/account/authenticator')
  const { secret, uri, qr } = begun.json<ResponseOf<'POST /api/account/authenticator'>>()
  const answer = await browser.put('/api/account/authenticator', { code: codeOf(secret) })
  expect(answer.statusCode, answer.body).toBe(200)
  return {
    secret,
    uri,
    qr,
    recoveryCodes: answer.json<{ recoveryCodes: string[] }>().recoveryCodes,
  }
}
