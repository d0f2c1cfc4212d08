import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { mergeDuplicates, undoMerge } from './merge.ts'
import * as service from './service.ts'

export function registerDuplicates(
  app: FastifyInstance,
  { db, publicUrl }: { db: Db; publicUrl: string },
): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listDuplicates, ({ query }) => service.listDuplicates(db, query))

  serve(contract.dismissDuplicate, ({ params, actor }) =>
    service.dismissDuplicate(db, params.id, actor),
  )

  serve(contract.undoDismissal, ({ params, actor }) => service.undoDismissal(db, params.id, actor))

  serve(contract.mergeDuplicates, ({ params, body, actor }) =>
    mergeDuplicates(db, { publicUrl }, { pairId: params.id, ...body, ...actor }),
  )

  serve(contract.undoMerge, ({ params, actor }) =>
    undoMerge(db, { publicUrl }, { pairId: params.id, ...actor }),
  )
}
