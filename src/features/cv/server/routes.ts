import type { FastifyInstance } from 'fastify'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { deleteCv, downloadCv, listCvOpenings, uploadCv } from '../contract.ts'
import { acceptCv, readUpload } from './read-upload.ts'
import * as service from './service.ts'
import { sendCv, type Cvs } from './service.ts'

export async function registerCv(app: FastifyInstance, cvs: Cvs): Promise<void> {
  const serve = endpointsOf(app, import.meta.url)

  await app.register(async (scope) => {
    await acceptCv(scope)
    endpointsOf(scope, import.meta.url)(uploadCv, async ({ viewer, request }) =>
      service.uploadCv(cvs, viewer.id, await readUpload(request)),
    )
  })

  serve(deleteCv, ({ viewer }) => service.deleteCv(cvs.db, viewer.id))

  serve(downloadCv, async ({ viewer, reply }) => sendCv(reply, await service.downloadCv(cvs, viewer.id)))

  serve(listCvOpenings, ({ viewer }) => service.listCvOpenings(cvs.db, viewer.id))
}
