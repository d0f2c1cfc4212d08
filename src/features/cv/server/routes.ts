import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
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
    endpointsOf(scope, import.meta.url)(uploadCv, async ({ viewer, request }) =>
      service.uploadCv(cvs, viewer.id, await readUpload(request)),
    )
  })

  serve(deleteCv, ({ viewer }) => service.deleteCv(cvs.db, viewer.id))

  serve(downloadCv, async ({ viewer, reply }) => sendCv(reply, await service.downloadCv(cvs, viewer.id)))

  serve(listCvOpenings, ({ viewer }) => attachments.listCvOpenings(cvs.db, viewer.id))
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
