import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract-sources.ts'
import { previewImport } from './preview.ts'
import * as service from './service-sources.ts'

type Options = { db: Db; allowedHosts: readonly string[]; token: string | undefined }

export function registerImportSources(app: FastifyInstance, options: Options): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listImportSources, async ({ reply }) => {
    reply.header('cache-control', 'private, no-store')
    return service.listImportSources(options)
  })

  serve(contract.createImportSource, async ({ body, request }) => service.createImportSource(options, actorOf(request), body))

  serve(contract.getImportSource, async ({ params, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return service.getImportSource(options, params.id)
  })

  serve(contract.updateImportSource, async ({ params, body, request }) =>
    service.updateImportSource(options, actorOf(request), params.id, body),
  )

  serve(contract.deleteImportSource, async ({ params, request }) => {
    await service.deleteImportSource(options, actorOf(request), params.id)
    return { success: true } as const
  })

  serve(contract.runImportSource, async ({ params, request }) => ({
    runId: await service.runImportSource(options, actorOf(request), params.id),
  }))

  serve(contract.previewImport, async ({ body }) => previewImport(options, body))
}

const actorOf = (request: FastifyRequest): service.Actor => ({ id: viewerOf(request).id, ip: request.ip })
