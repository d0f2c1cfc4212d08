import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import { checkFavorite, listFavoriteIds, listFavorites, removeFavorite, saveFavorite, writeNote } from '../contract.ts'
import * as service from './service.ts'

export function registerFavorites(app: FastifyInstance, { db }: { db: Db }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(listFavorites, async ({ request }) => service.listFavorites(db, viewerOf(request).id))

  serve(listFavoriteIds, async ({ request }) => service.listFavoriteIds(db, viewerOf(request).id))

  serve(saveFavorite, async ({ body: { jobId }, request }) => {
    await service.saveFavorite(db, viewerOf(request).id, jobId)
    return { jobId }
  })

  serve(removeFavorite, async ({ params: { jobId }, request }) => {
    await service.removeFavorite(db, viewerOf(request).id, jobId)
    return { jobId }
  })

  serve(checkFavorite, async ({ params: { jobId }, request }) => ({
    isFavorite: await service.isFavorite(db, viewerOf(request).id, jobId),
  }))

  serve(writeNote, async ({ params: { jobId }, body: { note }, request }) => ({
    jobId,
    note: await service.writeNote(db, viewerOf(request).id, jobId, note),
  }))
}
