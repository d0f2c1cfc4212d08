import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as dashboard from '../contract-dashboard.ts'
import * as contract from '../contract.ts'
import * as csv from './csv.ts'
import * as byLink from './manage-links.ts'
import { managedBy, postingsOf } from './scope.ts'
import * as desk from './dashboard.ts'
import * as drafts from './drafts.ts'
import * as changes from './service-changes.ts'
import * as service from './service.ts'
import { findPeriods, findPolicies } from './settings.ts'

export type Postings = { db: Db; answers: AnswerCache; publicUrl: string; opened: desk.Opened }

export function registerPostings(app: FastifyInstance, postings: Postings): void {
  const { db, answers } = postings
  const serve = endpointsOf(app, import.meta.url)
  const cookie = service.postedCookie(postings.publicUrl)

  serve(contract.postPublicJob, async ({ body, request, reply }) => {
    const answer = await service.postPublicJob(db, postings, request.viewer, body)
    await cookie.remember(db, request, reply, answer.job.id)
    return answer
  })

  serve(contract.createJob, ({ body, viewer }) => service.createJob(db, postings, viewer, body))

  serve(contract.getPostedJob, async ({ params, request, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return service.getPostedJob(db, cookie, request, params.id)
  })

  serve(contract.getPostingPolicy, async ({ request, reply }) =>
    answers.send(
      { request, reply, key: contract.getPostingPolicy.path },
      async (from) => ({ ...(await findPolicies(from)), ...(await findPeriods(from)) }),
      // A settings change invalidates the tag.
      { ttl: 60 * 60_000, tags: () => ['settings'] },
    ),
  )

  serve(contract.getOwnPostingPolicy, async ({ reply, viewer }) => {
    reply.header('cache-control', 'private, no-store')
    return service.getOwnPolicy(db, viewer)
  })

  registerDashboard(app, postings)
  registerManageLink(app, postings)
}

function registerDashboard(app: FastifyInstance, postings: Postings) {
  const { db } = postings
  const serve = endpointsOf(app, import.meta.url)

  serve(dashboard.listPostings, ({ query, viewer }) => desk.listPostings(db, viewer, query))
  serve(dashboard.countPostings, ({ query, viewer }) => desk.countPostings(db, viewer, query))
  serve(dashboard.createPosting, ({ body, viewer }) =>
    service.createPosting(db, postings, viewer, body),
  )
  serve(dashboard.getPosting, ({ params, viewer }) =>
    changes.getPosting(db, postingsOf(viewer), params.id),
  )
  serve(dashboard.updatePosting, ({ params, body, viewer }) =>
    desk.opening(postings, viewer, (trx) =>
      changes.updatePosting(trx, postingsOf(viewer, 'manage'), params.id, body),
    ),
  )
  serve(dashboard.deletePosting, ({ params, viewer }) =>
    changes.deletePosting(db, postingsOf(viewer, 'manage'), params.id),
  )
  serve(dashboard.renewPosting, ({ params, viewer }) =>
    desk.opening(postings, viewer, (trx) =>
      changes.renewPosting(trx, postingsOf(viewer, 'manage'), params.id),
    ),
  )
  serve(dashboard.getPostingHistory, ({ params, viewer }) =>
    desk.getPostingHistory(db, viewer, params.id),
  )
  serve(dashboard.changePostings, ({ body, viewer }) => desk.changePostings(postings, viewer, body))

  serve(dashboard.listFoundPostings, ({ viewer }) => byLink.listFoundPostings(db, viewer))
  serve(dashboard.claimFoundPosting, ({ params, viewer }) =>
    byLink.claimFoundPosting(db, viewer, params.id),
  )

  serve(dashboard.duplicatePosting, ({ params, viewer }) =>
    drafts.duplicatePosting(db, viewer, params.id),
  )
  serve(dashboard.listDrafts, ({ viewer }) => drafts.listDrafts(db, viewer))
  serve(dashboard.saveNewDraft, ({ body, viewer }) =>
    drafts.saveNewDraft(db, viewer, body.kind, body.form),
  )
  serve(dashboard.saveDraft, ({ params, body, viewer }) =>
    drafts.saveDraft(db, viewer, params.id, body.form, body.updatedAt),
  )
  serve(dashboard.deleteDraft, ({ params, viewer }) => drafts.deleteDraft(db, viewer, params.id))

  serve(dashboard.previewCsv, ({ body, viewer }) => csv.previewCsv(db, viewer, body))
  serve(dashboard.postCsv, ({ body, viewer }) => csv.postCsv(db, postings, viewer, body))
}

/** A GET changes nothing, because mail scanners follow links. */
function registerManageLink(app: FastifyInstance, postings: Postings) {
  const { db } = postings
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getManagedPosting, async ({ query, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return byLink.managed(db, changes.getPosting(db, managedBy(query.token), null))
  })
  serve(contract.updateManagedPosting, ({ query, body }) =>
    byLink.managed(db, changes.updatePosting(db, managedBy(query.token), null, body)),
  )
  serve(contract.confirmManagedContact, ({ query }) =>
    byLink.managed(db, byLink.confirmManagedContact(db, query.token)),
  )
  serve(contract.revokeManageLinks, ({ query }) =>
    byLink.revokeManageLinks(db, postings, query.token),
  )
  serve(contract.mailManageLinks, ({ body }) => byLink.mailManageLinks(db, postings, body.email))
  serve(contract.renewManagedPosting, ({ query }) =>
    byLink.managed(db, changes.renewPosting(db, managedBy(query.token), null)),
  )
  serve(contract.deleteManagedPosting, ({ query }) =>
    changes.deletePosting(db, managedBy(query.token), null),
  )
  serve(contract.claimPosting, ({ query, viewer }) => byLink.claimPosting(db, viewer, query.token))
}
