import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { viewerOf } from '#platform/server/http/access.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as dashboard from '../contract-dashboard.ts'
import * as contract from '../contract.ts'
import * as csv from './csv.ts'
import { keyOf, postedCookie } from './links.ts'
import type { Links } from './mails.ts'
import { postingsOf } from './scope.ts'
import * as changes from './service-changes.ts'
import * as drafts from './service-drafts.ts'
import * as service from './service.ts'
import { getPostedJob } from './service.ts'
import { findPeriods, findPolicies } from './settings.ts'

/** A settings change invalidates the tag. */
const cached = { ttl: 60 * 60_000, tags: () => ['settings'] }

export type Postings = { db: Db; answers: AnswerCache; publicUrl: string }

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
    answers.send({ request, reply, key: contract.getPostingPolicy.path }, () => findPolicies(db), cached),
  )

  serve(contract.getOwnPostingPolicy, async ({ request, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return service.getOwnPolicy(db, viewerOf(request))
  })

  serve(contract.getPostingPeriods, async ({ request, reply }) =>
    answers.send({ request, reply, key: contract.getPostingPeriods.path }, () => findPeriods(db), cached),
  )

  registerDashboard(app, { db, links })
  registerManageLink(app, db, links)
}

const done = { success: true } as const

function registerDashboard(app: FastifyInstance, { db, links }: { db: Db; links: Links }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(dashboard.listPostings, ({ query: { q, status, sort, order, page, limit }, request }) =>
    changes.listPostings(
      db,
      viewerOf(request),
      { q, status },
      { sort, order: order ?? (sort === 'title' || sort === 'status' ? 'asc' : 'desc'), limit, offset: (page - 1) * limit },
    ),
  )
  serve(dashboard.countPostings, ({ query, request }) => changes.countPostings(db, viewerOf(request), query))
  serve(dashboard.createPosting, ({ body, request }) =>
    service.createPosting(db, links, viewerOf(request), { ...body, idempotencyKey: keyOf(request, body.idempotencyKey) }),
  )
  serve(dashboard.getPosting, ({ params, request }) => changes.getPosting(db, postingsOf(viewerOf(request)), params.id))
  serve(dashboard.updatePosting, ({ params, body, request }) =>
    changes.updatePosting(db, postingsOf(viewerOf(request)), params.id, body),
  )
  serve(dashboard.deletePosting, async ({ params, request }) => {
    await changes.deletePosting(db, postingsOf(viewerOf(request)), params.id)
    return done
  })
  serve(dashboard.renewPosting, ({ params, request }) => changes.renewPosting(db, postingsOf(viewerOf(request)), params.id))
  serve(dashboard.getPostingHistory, ({ params, request }) => changes.getPostingHistory(db, viewerOf(request), params.id))
  serve(dashboard.changePostings, ({ body, request }) => changes.changePostings(db, viewerOf(request), body.ids, body.action))

  serve(dashboard.duplicatePosting, ({ params, request }) => drafts.duplicatePosting(db, viewerOf(request), params.id))
  serve(dashboard.listDrafts, ({ request }) => drafts.listDrafts(db, viewerOf(request)))
  serve(dashboard.getDraft, ({ params, request }) => drafts.getDraft(db, viewerOf(request), params.id))
  serve(dashboard.saveNewDraft, ({ body, request }) => drafts.saveNewDraft(db, viewerOf(request), body.kind, body.form))
  serve(dashboard.saveDraft, ({ params, body, request }) =>
    drafts.saveDraft(db, viewerOf(request), params.id, body.form, body.updatedAt),
  )
  serve(dashboard.deleteDraft, async ({ params, request }) => {
    await drafts.deleteDraft(db, viewerOf(request), params.id)
    return done
  })

  serve(dashboard.previewCsv, ({ body, request }) => csv.previewCsv(db, viewerOf(request), body))
  serve(dashboard.postCsv, ({ body, request }) =>
    csv.postCsv(db, links, viewerOf(request), { ...body, key: keyOf(request, body.idempotencyKey) }),
  )
}

/** A GET changes nothing, because mail scanners follow links. */
function registerManageLink(app: FastifyInstance, db: Db, links: Links): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getManagedPosting, async ({ query, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return changes.getManagedPosting(db, query.token)
  })
  serve(contract.updateManagedPosting, ({ query, body }) => changes.updateManagedPosting(db, query.token, body))
  serve(contract.confirmManagedContact, ({ query }) => changes.confirmManagedContact(db, query.token))
  serve(contract.revokeManageLinks, async ({ query }) => {
    await changes.revokeManageLinks(db, links, query.token)
    return done
  })
  serve(contract.renewManagedPosting, ({ query }) => changes.renewManagedPosting(db, query.token))
  serve(contract.deleteManagedPosting, async ({ query }) => {
    await changes.deleteManagedPosting(db, query.token)
    return done
  })
  serve(contract.claimPosting, ({ query, request }) => changes.claimPosting(db, viewerOf(request), query.token))
}
