import type { FastifyInstance, FastifyReply } from 'fastify'
import { inTransaction } from '#platform/server/database.ts'
import { attachmentNamed } from '#platform/server/http/attachment.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { deleteCv, downloadCv, listCvOpenings, uploadCv } from '../contract.ts'
import { cvTypes } from '../model.ts'
import { acceptCv, readUpload } from './read-upload.ts'
import * as service from './service.ts'
import type { Cvs, StoredCv } from './service.ts'

export async function registerCv(app: FastifyInstance, cvs: Cvs): Promise<void> {
  const serve = endpointsOf(app, import.meta.url)

  await app.register(async (scope) => {
    await acceptCv(scope)
    endpointsOf(scope, import.meta.url)(uploadCv, async ({ viewer, request }) =>
      service.uploadCv(cvs, viewer.id, await readUpload(request)),
    )
  })

  serve(deleteCv, ({ viewer }) =>
    inTransaction(cvs.db, (trx) => service.deleteCvsOf(trx, viewer.id)),
  )

  serve(downloadCv, async ({ viewer, reply }) =>
    sendCv(reply, await service.downloadCv(cvs, viewer.id)),
  )

  serve(listCvOpenings, ({ viewer }) => service.listCvOpenings(cvs.db, viewer.id))
}

/** Sends a CV as a download: never displayed in our origin, never sniffed, never cached. */
export const sendCv = (
  reply: FastifyReply,
  { fileName, format, size, content }: StoredCv,
): FastifyReply =>
  reply
    .type(cvTypes[format])
    .header('content-length', size)
    .header('content-disposition', attachmentNamed(fileName))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(content)
