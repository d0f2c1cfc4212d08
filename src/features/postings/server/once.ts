import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { retryDeadlocks } from '#server/lib/retry-deadlocks.ts'
import { AppError } from '#shared/errors.ts'
import { claimKey, findKey, keepAnswer } from './queries-keys.ts'

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
      const kept = await findKey(trx, scope, key)
      if (kept?.asked.equals(hash)) return kept.answer as T
      throw new AppError('CONFLICT', 'This form was sent already, with other entries. Please reload the page and try again.')
    }
    const answer = await work(trx)
    await keepAnswer(trx, scope, key, answer)
    return answer
  }
  return retryDeadlocks(() => db.transaction().execute(transaction))
}

/** From the header that the field has agreed on, else from the form. */
export function keyOf(request: FastifyRequest, fromForm: string | undefined): string | undefined {
  const header = request.headers['idempotency-key']
  return typeof header === 'string' && header.length >= 8 && header.length <= 100 ? header : fromForm
}
