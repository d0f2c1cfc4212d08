import type { FastifyInstance } from 'fastify'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { AppError } from '#shared/errors.ts'
import * as contract from '../contract.ts'
import * as pages from '../contract-pages.ts'
import * as ofSources from '../contract-sources.ts'
import * as careers from './careers/service-pages.ts'
import { addressCipher } from './sources/stored-address.ts'
import * as sources from './sources/service-sources.ts'
import { uploadImportFile } from './sources/uploads.ts'
import * as service from './runs/service-runs.ts'
import type { Secrets } from '#platform/server/secret.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { Readable } from 'node:stream'

/**
 * How long the caller who starts an import waits for its end; no proxy cuts an answer off so soon.
 */
const maxWaitMs = 50_000

type Options = Omit<sources.Imports, 'cipher'> & {
  pageHosts: readonly string[]
  secrets: Secrets
  storage: FileStorage
}

export function registerImports(app: FastifyInstance, { secrets, ...given }: Options): void {
  const serve = endpointsOf(app, import.meta.url)
  const options = { ...given, cipher: addressCipher(secrets) }
  const { db } = options

  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  serve(contract.importApify, async ({ body: { url, background }, actor, reply }) => {
    const id = await service.startAddressImport(options, actor, url)
    const enough = background
      ? AbortSignal.abort()
      : AbortSignal.any([closing.signal, AbortSignal.timeout(maxWaitMs)])
    const run = await service.waitForImport(db, id, enough)
    if (run.status === 'failed') throw new AppError('BAD_REQUEST', run.message ?? undefined)
    if (run.status === 'running') reply.code(202)
    return service.reportOf(run)
  })

  serve(contract.listImports, ({ query }) => service.listImports(db, query))
  serve(contract.getImport, ({ params }) => service.getImport(db, params.id))
  serve(contract.cancelImport, ({ params, actor }) => service.cancelImport(db, actor, params.id))
  serve(contract.exportImportRows, ({ params, reply }) =>
    service.exportImportRows(reply, db, params.id),
  )

  serve(ofSources.listImportSources, () => sources.listImportSources(db))
  serve(ofSources.createImportSource, ({ body, actor }) =>
    sources.createImportSource(options, actor, body),
  )
  serve(ofSources.getImportSource, ({ params }) => sources.getImportSource(db, params.id))
  serve(ofSources.updateImportSource, ({ params, body, actor }) =>
    sources.updateImportSource(options, actor, params.id, body),
  )
  serve(ofSources.deleteImportSource, ({ params, actor }) =>
    sources.deleteImportSource(db, actor, params.id),
  )
  serve(ofSources.checkImportSource, ({ params, actor }) =>
    sources.checkImportSource(db, actor, params.id),
  )
  serve(ofSources.runImportSource, ({ params, actor }) =>
    sources.runImportSource(db, actor, params.id),
  )
  serve(ofSources.getSourceAnswers, ({ params }) => sources.getSourceAnswers(db, params.id))
  serve(ofSources.answerForSource, ({ params, body, actor }) =>
    sources.answerForSource(db, actor, params.id, body),
  )

  serve(pages.listCareersPages, ({ viewer }) => careers.listCareersPages(db, viewer))
  serve(pages.connectCareersPage, ({ viewer, actor, body }) =>
    careers.connectCareersPage(options, viewer, actor, body),
  )
  serve(pages.answerCareersPage, ({ viewer, actor, params, body }) =>
    careers.answerCareersPage(db, viewer, actor, params.id, body),
  )
  serve(pages.runCareersPage, ({ viewer, actor, params, body }) =>
    careers.runCareersPage(db, viewer, actor, params.id, body),
  )
  serve(pages.disconnectCareersPage, ({ viewer, actor, params }) =>
    careers.disconnectCareersPage(db, viewer, actor, params.id),
  )

  void app.register(async (uploads) => {
    // The body is the file: it goes to the storage as it comes.
    uploads.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
      done(null, payload),
    )
    endpointsOf(uploads, import.meta.url)(
      contract.uploadImportFile,
      ({ query: { name }, request, actor }) =>
        uploadImportFile(options, actor, { name, content: uploadOf(request.body) }),
    )
  })
}

function uploadOf(body: unknown) {
  if (body instanceof Readable) return body
  throw new AppError('BAD_REQUEST', 'The body must be the file, as application/octet-stream.')
}
