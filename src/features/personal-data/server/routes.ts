import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { attachmentNamed } from '#server/lib/http/attachment.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export function registerPersonalData(app: FastifyInstance, { db, demo }: { db: Db; demo: boolean }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.exportMyData, async ({ request, reply }) => {
    reply.header('content-disposition', attachmentNamed('my-data.json')).header('cache-control', 'private, no-store')
    return service.exportMyData(db, viewerOf(request))
  })

  serve(contract.deleteMyAccount, async ({ body, request }) => {
    await service.deleteMyAccount(db, viewerOf(request), body.password, { ip: request.ip, demo })
    return { success: true } as const
  })

  serve(contract.eraseUser, async ({ params, body, request }) => {
    const deed = { administrator: viewerOf(request), ip: request.ip, userId: params.id, revision: body.revision }
    await service.eraseUser(db, deed, body.requestedBy, { demo })
    return { success: true } as const
  })
}
