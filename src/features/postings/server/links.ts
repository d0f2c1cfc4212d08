import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { retryDeadlocks, type Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'
import { claimKey, findKey, hasLink, insertLink, storeAnswer } from './queries-forms.ts'

/** The secrets by which people without an account come back to what they posted. */

/** For one mail; every mail about a posting has its own, and all of them work. */
export async function newManageToken(trx: Db, jobId: string): Promise<string> {
  const token = newSecret()
  await insertLink(trx, hashSecret(token), jobId, 'manage')
  return token
}

const days = 30
const seconds = days * 24 * 60 * 60

/** The cookie that shows a browser the confirmation of what was posted in it, and opens nothing else. */
export function postedCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-posted' : 'posted'

  return {
    /** One secret for all that a browser posts; one that we did not give out is replaced. */
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

/** Who asks for what, under which key. */
export type Once = {
  /** Keys of different accounts and forms do not meet. */
  scope: string
  /** Without one, every call counts. */
  key: string | undefined
  asked: unknown
}

/**
 * Does the work at most once for each key, in one transaction with remembering its answer: a double click or a retried request
 * gets the first one's answer. Of two at once, the second waits for the first.
 * @throws {AppError} CONFLICT when the key was used for something else.
 */
export async function once<T>(db: Db, { scope, key, asked }: Once, work: (trx: Db) => Promise<T>): Promise<T> {
  const transaction = async (trx: Db) => {
    if (key === undefined) return work(trx)
    const hash = createHash('sha256').update(JSON.stringify(asked)).digest()
    if (!(await claimKey(trx, { scope, key, asked: hash }))) {
      const stored = await findKey(trx, scope, key)
      if (stored?.asked.equals(hash)) return stored.answer as T
      throw new AppError('CONFLICT', 'This form was sent already, with other entries. Please reload the page and try again.')
    }
    const answer = await work(trx)
    await storeAnswer(trx, scope, key, answer)
    return answer
  }
  return retryDeadlocks(() => db.transaction().execute(transaction))
}

/** From the header that the field has agreed on, else from the form. */
export function keyOf(request: FastifyRequest, fromForm: string | undefined): string | undefined {
  const header = request.headers['idempotency-key']
  return typeof header === 'string' && header.length >= 8 && header.length <= 100 ? header : fromForm
}
