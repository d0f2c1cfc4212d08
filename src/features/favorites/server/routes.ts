import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { attachmentNamed } from '#platform/server/http/attachment.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function registerFavorites(
  app: FastifyInstance,
  { db, publicUrl }: { db: Db; publicUrl: string },
): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listFavorites, async ({ viewer }) => service.listFavorites(db, viewer.id))

  serve(contract.listFavoriteIds, async ({ viewer }) => queries.findFavoriteIds(db, viewer.id))

  serve(contract.saveFavorite, async ({ body: { jobId }, viewer }) => {
    await service.saveFavorite(db, viewer.id, jobId)
    return { jobId }
  })

  serve(contract.removeFavorite, async ({ params: { jobId }, viewer }) => {
    await queries.setFavoriteRemoved(db, viewer.id, jobId, true)
    return { jobId }
  })

  serve(contract.checkFavorite, async ({ params: { jobId }, viewer }) => ({
    isFavorite: await service.isFavorite(db, viewer.id, jobId),
  }))

  serve(contract.changeFavorite, async ({ params: { jobId }, body, viewer }) =>
    service.changeFavorite(db, viewer.id, jobId, body),
  )

  serve(contract.listHiddenJobs, async ({ viewer }) => queries.findHiddenIds(db, viewer.id))

  serve(contract.hideJob, async ({ params: { jobId }, body: { isHidden }, viewer }) => {
    await service.hideJob(db, viewer.id, jobId, isHidden)
    return { jobId }
  })

  serve(contract.getCalendar, async ({ reply, viewer }) =>
    reply
      .header('content-disposition', attachmentNamed('next-steps.ics'))
      .type('text/calendar; charset=utf-8')
      .send(await service.nextStepsCalendar(db, viewer.id, publicUrl)),
  )
}
