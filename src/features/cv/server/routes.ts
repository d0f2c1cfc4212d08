import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { viewerOf } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { deleteCv, downloadCv, listCvOpenings, uploadCv } from '../contract.ts'
import { maxCvBytes } from '../model.ts'
import * as attachments from './attachments.ts'
import { readUpload } from './read-upload.ts'
import * as service from './service.ts'
import { sendCv, type Cvs } from './service.ts'

export async function registerCv(app: FastifyInstance, cvs: Cvs): Promise<void> {
  const serve = endpointsOf(app, import.meta.url)

  await app.register(async (scope) => {
    await acceptOneFile(scope)
    endpointsOf(scope, import.meta.url)(uploadCv, async ({ request }) =>
      service.uploadCv(cvs, viewerOf(request).id, await readUpload(request)),
    )
  })

  serve(deleteCv, async ({ request }) => {
    await service.deleteCv(cvs.db, viewerOf(request).id)
    return { success: true } as const
  })

  serve(downloadCv, async ({ request, reply }) => sendCv(reply, await service.downloadCv(cvs, viewerOf(request).id)))

  serve(listCvOpenings, async ({ request, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return attachments.listCvOpenings(cvs.db, viewerOf(request).id)
  })
}

/** Accepts a form with one file; a second part is read only to refuse it with a message. */
async function acceptOneFile(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    // One byte over the limit, so that the reader notices longer files.
    limits: { fileSize: maxCvBytes + 1, files: 2, fields: 2, parts: 3, fieldSize: 1024, headerPairs: 20 },
  })
}
