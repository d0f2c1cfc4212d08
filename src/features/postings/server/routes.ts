import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import type { ResponseCache } from '#server/lib/http/response-cache.ts'
import { sendAnswer } from '#server/lib/http/response-cache.ts'
import * as contract from '../contract.ts'
import { postedCookie } from './links.ts'
import { keyOf } from './once.ts'
import { findPeriods } from './periods.ts'
import { findPolicies } from './policies.ts'
import { registerDashboard } from './routes-dashboard.ts'
import { registerManageLink } from './routes-manage.ts'
import { getPostedJob } from './service-posted.ts'
import * as service from './service.ts'

/** The database tells when a policy changes; this bounds nothing but the memory that an answer takes. */
const longest = 60 * 60_000

export type Postings = { db: Db; answers: ResponseCache; publicUrl: string }

export function registerPostings(app: FastifyInstance, { db, answers, publicUrl }: Postings): void {
  const serve = endpointsOf(app, import.meta.url)
  const links = { publicUrl }
  const cookie = postedCookie(publicUrl)

  serve(contract.postPublicJob, async ({ body, request, reply }) => {
    const form = { ...body, idempotencyKey: keyOf(request, body.idempotencyKey) }
    const answer = await service.postPublicJob(db, links, request.viewer, form)
    await cookie.remember(db, request, reply, answer.job.id)
    return answer
  })

  serve(contract.createJob, ({ body, request }) =>
    service.createJob(db, links, viewerOf(request), { ...body, idempotencyKey: keyOf(request, body.idempotencyKey) }),
  )

  serve(contract.getPostedJob, async ({ params, request, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return getPostedJob(db, cookie, request, params.id)
  })

  serve(contract.getPostingPolicy, async ({ request, reply }) =>
    sendAnswer(request, reply, await answers.answer(contract.getPostingPolicy.path, longest, () => findPolicies(db))),
  )

  serve(contract.getPostingPeriods, async ({ request, reply }) =>
    sendAnswer(request, reply, await answers.answer(contract.getPostingPeriods.path, longest, () => findPeriods(db))),
  )

  registerDashboard(app, { db, links })
  registerManageLink(app, db)
}
