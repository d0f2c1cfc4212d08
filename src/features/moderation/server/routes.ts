import type { FastifyInstance, FastifyRequest } from 'fastify'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract.ts'
import * as history from '../contract-history.ts'
import * as sources from '../contract-sources.ts'
import { listDecisions, undoDecision } from './service-history.ts'
import { listQueue, listQueueSources } from './service-queue.ts'
import { listSourceDecisions, startSourceDecision, stopSourceDecision } from './service-sources.ts'
import * as service from './service.ts'

const done = { success: true } as const
const moderatorOf = (request: FastifyRequest): service.Moderator => ({ id: viewerOf(request).id, ip: request.ip })
const decided = (decisionId: string) => ({ ...done, decisionId })

export function registerModeration(app: FastifyInstance, moderation: service.Moderation): void {
  const { db } = moderation
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listQueue, ({ query }) => listQueue(db, query))

  serve(contract.approvePosting, async ({ params, request }) =>
    decided(await service.approvePosting(moderation, moderatorOf(request), params.id)),
  )
  serve(contract.readPosting, async ({ params, request }) =>
    decided(await service.readPosting(moderation, moderatorOf(request), params.id)),
  )
  serve(contract.rejectPosting, async ({ params, body, request }) =>
    decided(await service.rejectPosting(moderation, moderatorOf(request), params.id, body.reason)),
  )
  serve(contract.removePosting, async ({ params, body, request }) =>
    decided(await service.removePosting(moderation, moderatorOf(request), params.id, body.reason)),
  )
  serve(contract.decideReports, async ({ params, body, request }) =>
    decided(await service.decideReports(moderation, moderatorOf(request), params.id, body)),
  )
  serve(contract.correctPosting, async ({ params, body, request }) => ({
    ...done,
    ...(await service.correctPosting(moderation, moderatorOf(request), params.id, body)),
  }))

  serve(contract.approvePostings, ({ body, request }) =>
    service.decideSeveral(body.ids, (id) => service.approvePosting(moderation, moderatorOf(request), id)),
  )
  serve(contract.rejectPostings, ({ body, request }) =>
    service.decideSeveral(body.ids, (id) => service.rejectPosting(moderation, moderatorOf(request), id, body.reason)),
  )

  serve(history.listDecisions, ({ query }) => listDecisions(db, query))
  serve(history.undoDecision, async ({ params, request }) => ({
    ...done,
    subject: await undoDecision(moderation, moderatorOf(request), params.id),
  }))

  serve(sources.listQueueSources, () => listQueueSources(db))
  serve(sources.startSourceDecision, ({ body, request }) => startSourceDecision(moderation, moderatorOf(request), body))
  serve(sources.listSourceDecisions, async () => ({ decisions: await listSourceDecisions(db) }))
  serve(sources.stopSourceDecision, async ({ params, request }) => {
    await stopSourceDecision(moderation, moderatorOf(request), params.id)
    return done
  })
}
