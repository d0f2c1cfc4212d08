import type { FastifyInstance } from 'fastify'
import { auditChunk, checkAuditEntries, recordAudit } from '#server/lib/audit.ts'
import { findNewestAuditEntry } from '#server/lib/audit-reading.ts'
import { csvStream } from '#server/lib/csv.ts'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { attachmentNamed } from '#server/lib/http/attachment.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import * as contract from '../contract-audit.ts'
import { auditFilterOf, csvColumns, csvRows, listAuditLog } from './audit-log.ts'

/** The audit log: read, filtered, taken away as a file, and checked. Nobody changes it. */
export function registerAuditLog(app: FastifyInstance, { db }: { db: Db }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listAuditLog, async ({ query }) => listAuditLog(db, query))

  serve(contract.exportAuditLog, async ({ query, request, reply }) => {
    const filter = await auditFilterOf(db, query)
    await recordAudit(db, { action: 'admin.audit-exported', actorId: viewerOf(request).id, ip: request.ip, detail: { filter } })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentNamed('audit-log.csv'))
      .header('cache-control', 'private, no-store')
      .send(csvStream(csvColumns, csvRows(db, filter)))
  })

  serve(contract.verifyAuditEntries, async ({ body }) => {
    const [check, newest] = await Promise.all([checkAuditEntries(db, body.after), findNewestAuditEntry(db)])
    return { ...check, newest, done: check.broken !== null || check.checked < auditChunk }
  })
}
