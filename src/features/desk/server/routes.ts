import type { FastifyInstance } from 'fastify'
import type { Inquiries } from '#features/inquiries/server/public.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { noteVisit } from './queries.ts'
import * as service from './service.ts'

export function registerDesk(app: FastifyInstance, inquiries: Inquiries): void {
  const serve = endpointsOf(app, import.meta.url)
  const { db } = inquiries

  serve(contract.getDesk, ({ viewer }) => service.getDesk(db, viewer.id))

  serve(contract.noteVisit, ({ viewer }) => noteVisit(db, viewer.id))

  serve(contract.writeIntroduction, ({ body, viewer }) => service.writeIntroduction(db, viewer.id, body))

  serve(contract.sendQuickInquiry, ({ body, viewer }) => service.sendQuickInquiry(inquiries, viewer, body.jobId))
}
