import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract-manage.ts'
import * as manage from './service-manage.ts'

/** The calls of people who have a manage link. A GET changes nothing: mail scanners follow links. */
export function registerManageLink(app: FastifyInstance, db: Db): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getManagedPosting, async ({ query, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return manage.getManagedPosting(db, query.token)
  })
  serve(contract.updateManagedPosting, ({ query, body }) => manage.updateManagedPosting(db, query.token, body))
  serve(contract.renewManagedPosting, ({ query }) => manage.renewManagedPosting(db, query.token))
  serve(contract.deleteManagedPosting, async ({ query }) => {
    await manage.deleteManagedPosting(db, query.token)
    return { success: true } as const
  })
  serve(contract.claimPosting, ({ query, request }) => manage.claimPosting(db, viewerOf(request), query.token))
}
