import type { FastifyInstance, FastifyRequest } from 'fastify'
import { viewerOf, type Actor } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { AppError } from '#shared/errors.ts'
import * as contract from '../contract.ts'
import { addressCipher } from './sources/stored-address.ts'
import * as sources from './sources/service-sources.ts'
import * as checks from './runs/service-checks.ts'
import { uploadImportFile, uploadOpener } from './sources/uploads.ts'
import * as service from './runs/service-runs.ts'
import type { Secrets } from '#platform/server/secret.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { Readable } from 'node:stream'
import type { ApifyOptions } from './reading/pages.ts'

/** How long the caller who starts an import waits for its end; no proxy cuts an answer off so soon. */
const maxWaitMs = 50_000

type Options = Omit<sources.Imports, 'cipher'> & {
  secrets: Secrets
  usaJobs: ApifyOptions['usaJobs']
  storage: FileStorage
  /** For Apify's API. */
  token: string | undefined
}

export function registerImports(app: FastifyInstance, { secrets, ...given }: Options): void {
  const serve = endpointsOf(app, import.meta.url)
  const options = { ...given, cipher: addressCipher(secrets), openUpload: uploadOpener(given.storage) }
  const { db } = options

  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  serve(contract.importApify, async ({ body: { url, background }, request, reply }) => {
    const id = await service.startAddressImport(options, actorOf(request), url)
    const enough = background ? AbortSignal.abort() : AbortSignal.any([closing.signal, AbortSignal.timeout(maxWaitMs)])
    const run = await service.waitForImport(db, id, enough)
    if (run.status === 'failed') throw new AppError('BAD_REQUEST', run.message ?? undefined)
    if (run.status === 'running') reply.code(202)
    return service.reportOf(run)
  })

  serve(contract.listImports, async ({ query }) => service.listImports(db, query))
  serve(contract.getImport, async ({ params }) => service.getImport(db, params.id))
  serve(contract.cancelImport, async ({ params, request }) => service.cancelImport(db, actorOf(request), params.id))

  serve(contract.listImportSources, async () => sources.listImportSources(options))

  serve(contract.createImportSource, async ({ body, request }) => sources.createImportSource(options, actorOf(request), body))

  serve(contract.getImportSource, async ({ params }) => sources.getImportSource(options, params.id))

  serve(contract.updateImportSource, async ({ params, body, request }) =>
    sources.updateImportSource(options, actorOf(request), params.id, body),
  )

  serve(contract.getSourceAnswers, ({ params }) => sources.getSourceAnswers(db, params.id))
  serve(contract.exportOutdatedJobs, ({ params, reply }) => sources.sendOutdated(reply, db, params.id))
  serve(contract.answerForSource, async ({ params, body, request }) => ({
    success: true as const,
    changed: await sources.answerForSource(db, actorOf(request), params.id, body),
  }))
  serve(contract.deleteImportSource, async ({ params, request }) => {
    await sources.deleteImportSource(options, actorOf(request), params.id)
    return { success: true } as const
  })

  serve(contract.runImportSource, async ({ params, request }) => ({
    runId: await sources.runImportSource(options, actorOf(request), params.id),
  }))

  serve(contract.exportImportRows, async ({ params, reply }) =>
    service.sendRows(reply, (await service.getImport(db, params.id)).report),
  )
  serve(contract.startImportCheck, async ({ body, request }) => ({
    id: await checks.startImportCheck(options, actorOf(request), body),
  }))

  void app.register(async (uploads) => {
    // The body is the file: it goes to the storage as it comes.
    uploads.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    endpointsOf(uploads, import.meta.url)(contract.uploadImportFile, async ({ query, request }) =>
      uploadImportFile(options, actorOf(request), { name: query.name, content: uploadOf(request.body) }),
    )
  })

  serve(contract.previewImport, async ({ body }) =>
    checks.previewImport(options, { ...body, ...(await sources.datasetOf(options, body)) }),
  )
}

function uploadOf(body: unknown): Readable {
  if (body instanceof Readable) return body
  throw new AppError('BAD_REQUEST', 'The body must be the file, as application/octet-stream.')
}

const actorOf = (request: FastifyRequest): Actor => ({ actorId: viewerOf(request).id, ip: request.ip })
