import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { sourceFile } from '#server/lib/http/endpoint.ts'
import { homePath } from '#shared/paths.ts'
import type { AccountCookies } from './cookies.ts'
import { deleteSessionByToken } from './queries-sessions.ts'
import { hashSecret } from './secrets.ts'

type Options = { db: Db; cookies: AccountCookies }

/** `/api/logout`: a page load of its own, ending at home. */
export function registerLogout(app: FastifyInstance, { db, cookies }: Options): void {
  app.get(
    '/api/logout',
    {
      config: { access: 'public', name: 'logout', file: sourceFile(import.meta.url) },
      schema: { summary: 'End the session, and go home', tags: ['auth'], operationId: 'logout' },
    },
    async (request, reply) => {
      const token = cookies.session(request)
      // A link on another site shall not sign anybody out.
      if (token !== undefined && request.headers['sec-fetch-site'] !== 'cross-site') {
        const userId = await deleteSessionByToken(db, hashSecret(token))
        cookies.clearSession(reply)
        if (userId !== undefined) {
          await recordAudit(db, { action: 'accounts.signed-out', actorId: userId, subject: `user:${userId}`, ip: request.ip })
        }
      }
      return reply.header('cache-control', 'no-store').redirect(homePath)
    },
  )
}
