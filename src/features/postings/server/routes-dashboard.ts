import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as files from '../contract-csv.ts'
import * as dashboard from '../contract-dashboard.ts'
import * as forms from '../contract-drafts.ts'
import type { Links } from './mails.ts'
import { keyOf } from './once.ts'
import { postingsOf } from './scope.ts'
import * as changes from './service-changes.ts'
import * as csv from './service-csv.ts'
import * as drafts from './service-drafts.ts'
import * as service from './service.ts'

const done = { success: true } as const

/** The calls of people who have postings in an account. */
export function registerDashboard(app: FastifyInstance, { db, links }: { db: Db; links: Links }): void {
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

  serve(forms.duplicatePosting, ({ params, request }) => drafts.duplicatePosting(db, viewerOf(request), params.id))
  serve(forms.listDrafts, ({ request }) => drafts.listDrafts(db, viewerOf(request)))
  serve(forms.getDraft, ({ params, request }) => drafts.getDraft(db, viewerOf(request), params.id))
  serve(forms.saveNewDraft, ({ body, request }) => drafts.saveNewDraft(db, viewerOf(request), body.kind, body.form))
  serve(forms.saveDraft, ({ params, body, request }) =>
    drafts.saveDraft(db, viewerOf(request), params.id, body.form, body.updatedAt),
  )
  serve(forms.deleteDraft, async ({ params, request }) => {
    await drafts.deleteDraft(db, viewerOf(request), params.id)
    return done
  })

  serve(files.previewCsv, ({ body, request }) => csv.previewCsv(db, viewerOf(request), body))
  serve(files.postCsv, ({ body, request }) =>
    csv.postCsv(db, links, viewerOf(request), { ...body, key: keyOf(request, body.idempotencyKey) }),
  )
}
