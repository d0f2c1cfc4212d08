import type { FastifyInstance } from 'fastify'
import { countOpenReports } from '#features/inquiries/server/public.ts'
import { rebuildDerivedData } from '#features/jobs/server/public.ts'
import { streamSubscribers } from '#features/newsletter/server/public.ts'
import { countToModerate } from '#features/postings/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import { csvStream } from '#server/lib/csv.ts'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { attachmentNamed } from '#server/lib/http/attachment.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import { listDeadTasks } from '#server/lib/tasks/queries.ts'
import * as contract from '../contract.ts'
import { countEverything } from './queries.ts'

export function registerAdmin(app: FastifyInstance, { db }: { db: Db }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getAdminSummary, async ({ reply }) => {
    const [counts, moderation, openReports, deadTasks] = await Promise.all([
      countEverything(db),
      countToModerate(db),
      countOpenReports(db),
      listDeadTasks(db),
    ])
    reply.header('cache-control', 'private, no-store')
    return { ...counts, pendingJobs: moderation.pending, unreadJobs: moderation.unread, openReports, deadTasks: deadTasks.length }
  })

  serve(contract.reloadDerivedData, async ({ request }) => {
    await rebuildDerivedData(db)
    await recordAudit(db, { action: 'admin.reloaded', actorId: viewerOf(request).id, ip: request.ip })
    return { success: true } as const
  })

  serve(contract.exportSubscribers, async ({ request, reply }) => {
    await recordAudit(db, { action: 'admin.subscribers-exported', actorId: viewerOf(request).id, ip: request.ip })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentNamed('subscribers.csv'))
      .header('cache-control', 'private, no-store')
      .send(csvStream({ email: 'Email', subscribedAt: 'Subscribed' }, streamSubscribers(db)))
  })
}
