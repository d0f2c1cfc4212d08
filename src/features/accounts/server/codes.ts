import { randomBytes } from 'node:crypto'
import { site } from '#features/site/config.ts'

/** Codes of authenticator apps (RFC 6238), and recovery codes. */

const algorithm = 'SHA1'
const digits = 6
const period = 30
/** Time steps before and after the present one that count, for clocks that are off. */
const window = 1

/** A new secret in base32, and what an app needs of it. */
export async function newAuthenticator(account: string) {
  const [{ Secret, TOTP }, { encode }] = await Promise.all([import('otpauth'), import('uqr')])
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ issuer: site.name, label: account, secret, algorithm, digits, period }).toString()
  const { data, size } = encode(uri, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { secret: secret.base32, uri, qr: { size, path } }
}

/** The time step that the code is of; undefined if it is wrong, or the secret cannot be read. */
export async function stepOf(secret: string | undefined, code: string): Promise<number | undefined> {
  // Of an empty secret everybody knows the codes.
  if (!secret) return undefined
  const { Secret, TOTP } = await import('otpauth')
  const timestamp = Date.now()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), algorithm, digits, period, window, timestamp })
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const recoveryCodes = 10
const recoveryLength = 16

/** 80 random bits each, as 'ABCD-EFGH-JKLM-NPQR'. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => {
    const letters = [...randomBytes(recoveryLength)].map((byte) => alphabet[byte % alphabet.length])
    return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })

/** A typed code without what people add to it: spaces, hyphens, lower case. */
export const plainCode = (typed: string): string => typed.replaceAll(/[^\da-z]/gi, '').toUpperCase()

export const isAuthenticatorCode = (plain: string): boolean => /^\d{6}$/.test(plain)
