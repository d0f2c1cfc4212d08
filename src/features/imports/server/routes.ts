import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import { AppError } from '#shared/errors.ts'
import { cancelImport, getImport, importApify, listImports } from '../contract.ts'
import * as service from './service.ts'
import { reportOf } from './views.ts'

/** How long who starts an import is kept waiting for its end; no proxy cuts an answer off so soon. */
const maxWaitMs = 50_000

export function registerImports(app: FastifyInstance, imports: service.Imports): void {
  const serve = endpointsOf(app, import.meta.url)
  const { db } = imports

  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  serve(importApify, async ({ body: { url }, request, reply }) => {
    const id = await service.startAddressImport(imports, actorOf(request), url)
    const run = await service.waitForImport(db, id, AbortSignal.any([closing.signal, AbortSignal.timeout(maxWaitMs)]))
    if (run.status === 'failed') throw new AppError('BAD_REQUEST', run.message ?? undefined)
    if (run.status === 'running') reply.code(202)
    return reportOf(run)
  })

  serve(listImports, async ({ query, reply }) => {
    keepFresh(reply)
    return service.listImports(db, query)
  })

  serve(getImport, async ({ params, reply }) => {
    keepFresh(reply)
    return service.getImport(db, params.id)
  })

  serve(cancelImport, async ({ params, request }) => service.cancelImport(db, actorOf(request), params.id))
}

const actorOf = (request: FastifyRequest) => ({ id: viewerOf(request).id, ip: request.ip })

const keepFresh = (reply: FastifyReply): void => void reply.header('cache-control', 'private, no-store')
