import { createChallenge, randomInt, verifySolution, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { keyRing, type Secrets } from '../secret.ts'

/** The header that carries a proof: base64 of JSON. */
export const proofHeader = 'proof-of-work'

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

    async accept(proof: string, use: string): Promise<boolean> {
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

function parse(proof: string): Partial<Payload> {
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
