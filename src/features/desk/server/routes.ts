import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { getDesk, noteVisit, writeIntroduction } from './service.ts'

export function registerDesk(app: FastifyInstance, db: Db): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getDesk, ({ viewer }) => getDesk(db, viewer.id))

  serve(contract.noteVisit, ({ viewer }) => noteVisit(db, viewer.id))

  serve(contract.writeIntroduction, ({ body, viewer }) =>
    writeIntroduction(db, viewer.id, body.text),
  )
}
