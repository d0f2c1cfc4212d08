import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { attachmentNamed } from '#platform/server/http/attachment.ts'
import { viewerOf } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export function registerFavorites(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listFavorites, async ({ request }) => service.listFavorites(db, viewerOf(request).id))

  serve(contract.listFavoriteIds, async ({ request }) => service.listFavoriteIds(db, viewerOf(request).id))

  serve(contract.saveFavorite, async ({ body: { jobId }, request }) => {
    await service.saveFavorite(db, viewerOf(request).id, jobId)
    return { jobId }
  })

  serve(contract.removeFavorite, async ({ params: { jobId }, request }) => {
    await service.removeFavorite(db, viewerOf(request).id, jobId)
    return { jobId }
  })

  serve(contract.checkFavorite, async ({ params: { jobId }, request }) => ({
    isFavorite: await service.isFavorite(db, viewerOf(request).id, jobId),
  }))

  serve(contract.changeFavorite, async ({ params: { jobId }, body, request }) =>
    service.changeFavorite(db, viewerOf(request).id, jobId, body),
  )

  const sendCalendar = (reply: FastifyReply, calendar: string) =>
    reply.header('content-disposition', attachmentNamed('next-steps.ics')).type('text/calendar; charset=utf-8').send(calendar)

  serve(contract.getCalendar, async ({ request, reply }) =>
    sendCalendar(reply, await service.nextStepsCalendar(db, { physicianId: viewerOf(request).id, publicUrl })),
  )

  serve(contract.getNextStep, async ({ params: { jobId }, request, reply }) =>
    sendCalendar(reply, await service.nextStepsCalendar(db, { physicianId: viewerOf(request).id, publicUrl, jobId })),
  )
}
