import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import { claimKey, endManageLinks, findKey, hasLink, insertLink, storeAnswer } from './queries-forms.ts'

/** Secrets with which people without an account return to their posting. */

/** Long enough for the newer mail to arrive, or to be found undeliverable. */
const overlapMs = 24 * 60 * 60_000

/** Each mail about a posting has its own token. Those of earlier mails end a day later, so that a forwarded mail does not open it for good. */
export async function newManageToken(trx: Db, jobId: string, olderEndAt = new Date(Date.now() + overlapMs)): Promise<string> {
  await endManageLinks(trx, jobId, olderEndAt)
  const token = newSecret()
  await insertLink(trx, hashSecret(token), jobId, 'manage')
  return token
}

const days = 30
const seconds = days * 24 * 60 * 60

/** A cookie that opens the confirmation page of postings made in this browser. */
export function postedCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-posted' : 'posted'

  return {
    /** One secret per browser; an unknown one is replaced. */
    async remember(db: Db, request: FastifyRequest, reply: FastifyReply, jobId: string): Promise<void> {
      const held = request.cookies[name]
      const token = held !== undefined && (await hasLink(db, hashSecret(held), 'posted')) ? held : newSecret()
      await insertLink(db, hashSecret(token), jobId, 'posted')
      reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
    },

    async opens(db: Db, request: FastifyRequest, jobId: string): Promise<boolean> {
      const held = request.cookies[name]
      return held !== undefined && hasLink(db, hashSecret(held), 'posted', jobId)
    },
  }
}

/** The caller, the call and the idempotency key. */
export type Once = {
  /** Separates the keys of accounts and forms. */
  scope: string
  /** Without a key, every call counts. */
  key: string | undefined
  asked: unknown
}

/**
 * Runs the work at most once per key, in one transaction with storing its answer; a retry gets the first answer, and a concurrent
 * call waits.
 * @throws {AppError} CONFLICT when the key was used for another form.
 */
export async function once<T>(db: Db, { scope, key, asked }: Once, work: (trx: Db) => Promise<T>): Promise<T> {
  const transaction = async (trx: Db) => {
    if (key === undefined) return work(trx)
    const hash = createHash('sha256').update(JSON.stringify(asked)).digest()
    if (!(await claimKey(trx, { scope, key, asked: hash }))) {
      const stored = await findKey(trx, scope, key)
      if (stored?.asked.equals(hash)) return stored.answer as T
      throw new AppError('CONFLICT', 'This form was already sent with other entries. Please reload the page and try again.')
    }
    const answer = await work(trx)
    await storeAnswer(trx, scope, key, answer)
    return answer
  }
  return inTransaction(db, transaction)
}
