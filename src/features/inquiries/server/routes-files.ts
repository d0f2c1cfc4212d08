import type { FastifyInstance } from 'fastify'
import { openAttachedCv, sendCv } from '#features/cv/server/public.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { attachmentNamed } from '#server/lib/http/attachment.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import { csvStream } from '#server/lib/csv.ts'
import { AppError } from '#shared/errors.ts'
import * as contract from '../contract.ts'
import { inquiryOfLink } from './attached-cv-link.ts'
import { selectContactedCompany, streamInbox, selectInquiryOf } from './queries-inbox.ts'
import type { Inquiries } from './service.ts'

/** What is saved rather than read: the CV that went along, and the whole inbox. */
export function registerInquiryFiles(app: FastifyInstance, inquiries: Inquiries): void {
  const { db, secret } = inquiries
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.downloadAttachedCv, async ({ params, request, reply }) => {
    const viewer = viewerOf(request)
    if (!(await selectInquiryOf(db, params.id, viewer.id))) throw new AppError('NOT_FOUND')
    return sendCv(reply, await openAttachedCv(inquiries, { inquiryId: params.id, by: viewer, ip: request.ip }))
  })

  serve(contract.openLinkedCv, async ({ query, request, reply }) => {
    const inquiryId = inquiryOfLink(secret, query.token)
    const company = inquiryId && (await selectContactedCompany(db, inquiryId))
    if (!inquiryId || !company) throw new AppError('NOT_FOUND', 'This link has expired, or the inquiry was withdrawn.')
    return sendCv(reply, await openAttachedCv(inquiries, { inquiryId, by: { name: company }, ip: request.ip }))
  })

  serve(contract.exportInbox, async ({ request, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentNamed('inquiries.csv'))
      .header('cache-control', 'private, no-store')
      .send(
        csvStream(
          { created_at: 'Received', job_title: 'Posting', name: 'Name', email: 'Email', message: 'Message', status: 'Status' },
          streamInbox(db, viewerOf(request).id),
        ),
      ),
  )
}
