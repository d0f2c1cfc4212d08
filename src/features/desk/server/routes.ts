import type { FastifyInstance } from 'fastify'
import type { Inquiries } from '#features/inquiries/server/public.ts'
import { viewerOf } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { noteVisit } from './queries.ts'
import * as service from './service.ts'

export function registerDesk(app: FastifyInstance, inquiries: Inquiries): void {
  const serve = endpointsOf(app, import.meta.url)
  const { db } = inquiries

  serve(contract.getDesk, async ({ request }) => service.getDesk(db, viewerOf(request).id))

  serve(contract.noteVisit, async ({ request }) => {
    await noteVisit(db, viewerOf(request).id)
    return { success: true as const }
  })

  serve(contract.writeIntroduction, async ({ body, request }) => service.writeIntroduction(db, viewerOf(request).id, body))

  serve(contract.sendQuickInquiry, async ({ body: { jobId }, request }) =>
    service.sendQuickInquiry(inquiries, viewerOf(request), jobId),
  )
}
