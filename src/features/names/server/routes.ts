import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export function registerNames(app: FastifyInstance, db: Db): void {
  const serve = endpointsOf(app, import.meta.url)
  serve(contract.listNames, () => service.listNames(db))
  serve(contract.grantName, ({ body, actor }) => service.grantName(db, actor, body))
  serve(contract.confirmName, ({ params, actor }) => service.confirmName(db, actor, params.id))
  serve(contract.withdrawName, ({ params, actor }) => service.withdrawName(db, actor, params.id))
}
