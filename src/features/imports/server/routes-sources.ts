import type { FastifyInstance, FastifyRequest } from 'fastify'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract-sources.ts'
import { previewImport } from './preview.ts'
import { sealSourcesAtStart } from './seal-sources.ts'
import { addressSealer } from './sealed-address.ts'
import * as service from './service-sources.ts'

type Options = Omit<service.Sources, 'sealer'> & {
  secret: string
  /** For Apify's API. */
  token: string | undefined
}

export function registerImportSources(app: FastifyInstance, { secret, ...given }: Options): void {
  const serve = endpointsOf(app, import.meta.url)
  const options = { ...given, sealer: addressSealer(secret) }

  sealSourcesAtStart(app, options)

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

  serve(contract.previewImport, async ({ body }) =>
    previewImport(options, { url: await service.addressToPreview(options, body), mapping: body.mapping }),
  )
}

const actorOf = (request: FastifyRequest): service.Actor => ({ id: viewerOf(request).id, ip: request.ip })
