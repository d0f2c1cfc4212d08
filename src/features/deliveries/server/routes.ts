import type { FastifyInstance } from 'fastify'
import { recordAnonymousAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import { endpointsOf, sourceFile } from '#platform/server/http/endpoint.ts'
import { limitOf } from '#platform/server/http/rate-limit.ts'
import type { Secrets } from '#platform/server/secret.ts'
import type { BounceWebhook } from '#platform/server/setting-values.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'
import { readReport } from './webhook.ts'

type Options = { db: Db; secrets: Secrets; bounceWebhookKey: BounceWebhook | undefined }

export async function registerDeliveries(
  app: FastifyInstance,
  { db, secrets, bounceWebhookKey }: Options,
): Promise<void> {
  const serve = endpointsOf(app, import.meta.url)
  serve(contract.listDeliveries, ({ query }) => service.listDeliveries(db, query))
  serve(contract.resendMails, ({ body, actor }) => service.resendMails(db, body.ids, actor))
  serve(contract.listSuppressions, ({ query }) => service.listSuppressions(db, query))
  serve(contract.liftSuppression, ({ params, actor }) =>
    service.liftSuppression(db, params.id, actor),
  )
  serve(contract.listTasks, ({ query }) => service.listTasks(db, query))
  serve(contract.retryTasks, ({ body, actor }) => service.retryTasks(db, body.ids, actor))
  serve(contract.discardTask, ({ params, actor }) => service.discardTask(db, params.id, actor))
  await app.register(async (scope) => {
    // Signatures are of the bytes, and SNS calls its JSON plain text.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    const { config, ...limiter } = limitOf(scope, 'POST', { max: 3000, seconds: 60 })
    const named = {
      access: 'public',
      name: 'reportBounces',
      file: sourceFile(import.meta.url),
    } as const
    const options = {
      config: { ...config, ...named, cost: 'write', openToOtherSites: true },
      ...limiter,
    } as const
    scope.post('/api/bounces', options, async ({ body, headers, ip }) => {
      if (!bounceWebhookKey) throw new AppError('NOT_FOUND')
      try {
        await service.recordReport(
          db,
          await readReport(bounceWebhookKey, secrets, { body: String(body), headers }),
        )
      } catch (error) {
        const { provider } = bounceWebhookKey
        if (error instanceof AppError && error.code === 'FORBIDDEN')
          await recordAnonymousAudit(db, {
            action: 'deliveries.report-refused',
            ip,
            detail: { provider },
          })
        throw error
      }
      return { success: true }
    })
  })
}
