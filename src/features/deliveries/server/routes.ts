import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { viewerOf } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export function registerDeliveries(app: FastifyInstance, { db }: { db: Db }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listDeliveries, async ({ query: { state, q, before }, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return service.listDeliveries(db, { state, ...(q && { q }), ...(before && { before }) })
  })

  serve(contract.resendMails, async ({ body, request }) => service.resendMails(db, body.ids, byWhom(request)))

  serve(contract.resendAlike, async ({ body, request }) => service.resendAlike(db, body, byWhom(request)))

  serve(contract.listTasks, async ({ query: { state, q, page }, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return service.listTasks(db, { state, ...(q && { q }), page })
  })

  serve(contract.retryTasks, async ({ body, request }) => service.retryTasks(db, body.ids, byWhom(request)))

  serve(contract.discardTasks, async ({ body, request }) => service.discardTasks(db, body.ids, body.reason, byWhom(request)))
}

const byWhom = (request: FastifyRequest) => ({ actorId: viewerOf(request).id, ip: request.ip })
