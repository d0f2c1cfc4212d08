import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export function registerDeliveries(app: FastifyInstance, { db }: { db: Db }): void {
  const serve = endpointsOf(app, import.meta.url)
  serve(contract.listDeliveries, ({ query }) => service.listDeliveries(db, query))
  serve(contract.resendMails, ({ body, actor }) => service.resendMails(db, body.ids, actor))
  serve(contract.resendAlike, ({ body, actor }) => service.resendAlike(db, body, actor))
  serve(contract.listTasks, ({ query }) => service.listTasks(db, query))
  serve(contract.retryTasks, ({ body, actor }) => service.retryTasks(db, body.ids, actor))
  serve(contract.discardTasks, ({ body, actor }) => service.discardTasks(db, body.ids, body.reason, actor))
}
