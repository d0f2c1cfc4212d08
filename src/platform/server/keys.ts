import { createHash, hkdfSync } from 'node:crypto'
import type { Secrets } from './secret.ts'

/** A key derived from a secret for one purpose. Its id says nothing about it. */
export type Key = { id: string; bytes: Buffer }

/** The current key makes new codes and ciphertexts; the previous ones only read old ones. */
export type KeyRing = { current: Key; find(id: string): Key | undefined }

export function keyRing(secrets: Secrets, purpose: string): KeyRing {
  const current = keyOf(secrets[0], purpose)
  const keys = new Map(secrets.map((it) => keyOf(it, purpose)).map((it) => [it.id, it]))
  return { current, find: (id) => keys.get(id) }
}

function keyOf(secret: string, purpose: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return { id: createHash('sha256').update(`key id\n`).update(bytes).digest('hex').slice(0, 16), bytes }
}
