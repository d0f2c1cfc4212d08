import type { FastifyInstance, FastifyRequest } from 'fastify'
import { viewerOf } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import { listVouchedEmployers, vouchForEmployer, withdrawVouch } from '#features/postings/server/public.ts'
import { suggestPlaces } from '#features/places/server/public.ts'
import { answerFact } from './facts.ts'
import { listQueue, listQueueSources } from './service-queue.ts'
import { listSourceDecisions, startSourceDecision, stopSourceDecision } from './service-sources.ts'
import type { Moderation, Moderator } from './queries.ts'
import * as service from './service.ts'

const done = { success: true } as const
const moderatorOf = (request: FastifyRequest): Moderator => ({ actorId: viewerOf(request).id, ip: request.ip })
const decided = (decisionId: string) => ({ ...done, decisionId })

export function registerModeration(app: FastifyInstance, moderation: Moderation): void {
  const { db } = moderation
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listQueue, ({ query }) => listQueue(db, query))

  const decide = (request: FastifyRequest, id: string, decision: service.PostingDecision) =>
    service.decidePosting(moderation, moderatorOf(request), id, decision)
  serve(contract.approvePosting, async ({ params, body, request }) =>
    decided(await decide(request, params.id, { action: 'approve', version: body?.version })),
  )
  serve(contract.approveEdit, async ({ params, body, request }) =>
    decided(await service.decideEdit(moderation, moderatorOf(request), params.id, body)),
  )
  serve(contract.rejectEdit, async ({ params, body, request }) =>
    decided(await service.decideEdit(moderation, moderatorOf(request), params.id, body)),
  )
  serve(contract.readPosting, async ({ params, request }) => decided(await decide(request, params.id, { action: 'read' })))
  serve(contract.rejectPosting, async ({ params, body, request }) =>
    decided(await decide(request, params.id, { action: 'reject', ...body })),
  )
  serve(contract.removePosting, async ({ params, body, request }) =>
    decided(await decide(request, params.id, { action: 'remove', ...body })),
  )
  serve(contract.decideReports, async ({ params, body, request }) =>
    decided(await service.decideReports(moderation, moderatorOf(request), params.id, body)),
  )
  serve(contract.correctPosting, async ({ params, body, request }) => ({
    ...done,
    ...(await service.correctPosting(moderation, moderatorOf(request), params.id, body)),
  }))

  serve(contract.answerFact, async ({ params, body, request }) => ({
    ...done,
    ...(await answerFact(moderation, moderatorOf(request), params.id, body)),
  }))
  serve(contract.suggestPlaces, async ({ query }) => ({ places: await suggestPlaces(db, query.q) }))

  serve(contract.approvePostings, ({ body, request }) =>
    service.decideSeveral(body.ids, (id) => decide(request, id, { action: 'approve', version: body.versions?.[id] })),
  )
  serve(contract.rejectPostings, ({ body, request }) =>
    service.decideSeveral(body.ids, (id) => decide(request, id, { action: 'reject', reason: body.reason })),
  )

  serve(contract.listVouchedEmployers, async () => ({ employers: await listVouchedEmployers(db) }))
  serve(contract.vouchForEmployer, async ({ body, request }) => {
    await vouchForEmployer(db, moderatorOf(request), body)
    return done
  })
  serve(contract.withdrawVouch, async ({ params, request }) => {
    await withdrawVouch(db, moderatorOf(request), params.id)
    return done
  })

  serve(contract.listDecisions, ({ query }) => service.listDecisions(db, query))
  serve(contract.undoDecision, async ({ params, request }) => ({
    ...done,
    subject: await service.undoDecision(moderation, moderatorOf(request), params.id),
  }))

  serve(contract.listQueueSources, () => listQueueSources(db))
  serve(contract.startSourceDecision, ({ body, request }) => startSourceDecision(moderation, moderatorOf(request), body))
  serve(contract.listSourceDecisions, async () => ({ decisions: await listSourceDecisions(db) }))
  serve(contract.stopSourceDecision, async ({ params, request }) => {
    await stopSourceDecision(moderation, moderatorOf(request), params.id)
    return done
  })
}
