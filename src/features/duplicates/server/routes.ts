import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { viewerOf } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { mergeDuplicates } from './merge.ts'
import * as service from './service.ts'

export function registerDuplicates(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listDuplicates, async ({ query }) => service.listDuplicates(db, query))

  serve(contract.dismissDuplicates, async ({ body, request }) =>
    service.dismissDuplicates(db, body.ids, { actorId: viewerOf(request).id, ip: request.ip }),
  )

  serve(contract.mergeDuplicates, async ({ params, body, request }) =>
    mergeDuplicates(db, { publicUrl }, { pairId: params.id, ...body, actorId: viewerOf(request).id, ip: request.ip }),
  )
}
