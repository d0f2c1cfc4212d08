import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'

/** Enough to see that somebody tries doors; nobody shall fill the log with it. */
const oncePerMs = 60_000

/** Writes down when somebody who is signed in asks for what is not theirs. */
export function auditRefusals(app: FastifyInstance, db: Db): void {
  const lately = new LRUCache<string, true>({ max: 10_000, ttl: oncePerMs })
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN' || request.viewer === null) return
    const call = `${request.method} ${request.routeOptions.url ?? ''}`
    const key = `${request.viewer.id} ${call}`
    if (lately.has(key)) return
    lately.set(key, true)
    await recordAudit(db, { action: 'access.refused', actorId: request.viewer.id, ip: request.ip, detail: { call } })
  })
}
