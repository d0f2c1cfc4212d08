import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { viewerOf } from '#server/lib/http/access.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { importApify } from '../contract.ts'
import type { ImportApify } from '../contract.ts'
import { skipReasons } from '../model.ts'
import type { ImportReport, SkipReason } from '../model.ts'
import { describeSource } from './reading/read-dataset.ts'
import { importDataset } from './service.ts'

type Options = { db: Db; allowedHosts: readonly string[]; token: string | undefined }

export function registerImports(app: FastifyInstance, { db, allowedHosts, token }: Options): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(importApify, async ({ body: { url }, request }) => {
    const report = await importDataset(db, { url }, { allowedHosts: [...allowedHosts], token })
    await recordAudit(db, {
      action: 'imports.imported',
      actorId: viewerOf(request).id,
      ip: request.ip,
      detail: { source: describeSource({ url }), imported: report.imported, skipped: report.skipped },
    })
    return reportView(report)
  })
}

function reportView(report: ImportReport): ResponseOf<ImportApify> {
  const { message, imported, skipped, totalProcessed, duplicates } = report
  return {
    message,
    imported,
    skipped,
    totalProcessed,
    duplicates,
    reasons: Object.entries(report.skippedByReason).map(([reason, count]) => ({ reason: wordsOf(reason as SkipReason), count })),
    skippedRows: report.skippedRows.map(({ reason, ...row }) => ({ ...row, reason: wordsOf(reason) })),
  }
}

const wordsOf = (reason: SkipReason): string => skipReasons[reason]
