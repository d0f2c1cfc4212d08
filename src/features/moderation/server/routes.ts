import type { FastifyInstance } from 'fastify'
import * as postings from '#features/postings/server/public.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

const done = { success: true } as const

export function registerModeration(app: FastifyInstance, moderation: service.Moderation): void {
  const { db } = moderation
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listQueue, async ({ query, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return service.listQueue(moderation, query)
  })

  serve(contract.approvePosting, async ({ params, request }) => {
    await postings.approvePosting(db, moderation, params.id, { actorId: viewerOf(request).id })
    return done
  })

  serve(contract.readPosting, async ({ params, request }) => {
    await postings.readPosting(db, params.id, { actorId: viewerOf(request).id })
    return done
  })

  serve(contract.rejectPosting, async ({ params, body, request }) => {
    await postings.rejectPosting(db, moderation, params.id, { actorId: viewerOf(request).id, reason: body.reason })
    return done
  })

  serve(contract.removePosting, async ({ params, body, request }) => {
    await postings.removePosting(db, moderation, params.id, { actorId: viewerOf(request).id, reason: body.reason })
    return done
  })

  serve(contract.approvePostings, async ({ body, request }) => service.approvePostings(moderation, viewerOf(request), body.ids))

  serve(contract.decideReport, async ({ params, body, request }) => {
    await service.decideReport(moderation, viewerOf(request), params.id, body)
    return done
  })
}
