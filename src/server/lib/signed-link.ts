import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What a link in a mail carries instead of a password: whom or what it is about, and our signature. Whoever holds it may do
 * the one thing that its `purpose` names. Nothing is stored, so it works for as long as its subject exists.
 */
export function signedToken(secret: string, purpose: string, subject: string): string {
  return `${Buffer.from(subject).toString('base64url')}.${signatureOf(secret, purpose, subject).toString('base64url')}`
}

/** The subject of a token; undefined if we have not signed it, or not for this purpose. */
export function readSignedToken(secret: string, purpose: string, token: string): string | undefined {
  const [encoded = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0) return undefined
  const subject = Buffer.from(encoded, 'base64url').toString()
  const expected = signatureOf(secret, purpose, subject)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) ? subject : undefined
}

/** Purposes contain no line break, so no other pair of purpose and subject is signed alike. */
const signatureOf = (secret: string, purpose: string, subject: string): Buffer =>
  createHmac('sha256', secret).update(`signed-link\n${purpose}\n${subject}`).digest()
