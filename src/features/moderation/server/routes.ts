import type { FastifyInstance } from 'fastify'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { answerFact } from './facts.ts'
import { getModeratedPosting, listQueue } from './service-queue.ts'
import { listQueueSources, startSourceDecision } from './service-sources.ts'
import { searchPostings, type Moderation } from './queries.ts'
import * as service from './service.ts'

const done = { success: true } as const

export function registerModeration(app: FastifyInstance, moderation: Moderation): void {
  const { db } = moderation
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listQueue, ({ query }) => listQueue(db, query))

  serve(contract.searchPostings, async ({ query }) => ({
    postings: await searchPostings(db, query.q),
  }))
  serve(contract.getModeratedPosting, ({ params }) => getModeratedPosting(db, params.id))

  serve(contract.decidePosting, async ({ params, body, actor }) => ({
    ...done,
    decisionId: await service.decidePosting(moderation, actor, params.id, body),
  }))
  serve(contract.correctPosting, async ({ params, body, actor }) => ({
    ...done,
    posting: await service.correctPosting(moderation, actor, params.id, body.changes),
  }))

  serve(contract.answerFact, async ({ params, body, actor }) => ({
    ...done,
    ...(await answerFact(moderation, actor, params.id, body)),
  }))

  serve(contract.decidePostings, ({ body, actor }) =>
    service.decidePostings(moderation, actor, body),
  )

  serve(contract.listDecisions, ({ query }) => service.listDecisions(db, query))
  serve(contract.undoDecision, async ({ params, actor }) => ({
    ...done,
    ...(await service.undoDecision(moderation, actor, params.id)),
  }))

  serve(contract.listQueueSources, () => listQueueSources(db))
  serve(contract.startSourceDecision, ({ body, actor }) =>
    startSourceDecision(moderation, actor, body),
  )
}
