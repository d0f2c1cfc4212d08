import type { QueryOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { recordAudit, recordAnonymousAudit } from '#platform/server/audit.ts'
import { idsOf, inTransaction, pageOf, type Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import { spend, limitOf } from '#platform/server/http/rate-limit.ts'
import { recordBounce } from '#platform/server/mail/bounces.ts'
import { deliverMailTask } from '#platform/server/mail/outbox.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import * as contract from '../contract.ts'
import type { MailList, SuppressionList, TaskList } from '../contract.ts'
import * as queries from './queries.ts'
import { refused, tokenMs, type Reported, readReport } from './webhook.ts'
import type { FastifyInstance } from 'fastify'
import { endpointsOf, sourceFile } from '#platform/server/http/endpoint.ts'
import type { Secrets } from '#platform/server/secret.ts'
import type { BounceWebhook } from '#platform/server/setting-values.ts'

const pageSize = 50

/** The rows of a page, and one more if there are more. */
const rowsOf = (page: number): queries.Range => ({
  offset: (page - 1) * pageSize,
  limit: pageSize + 1,
})

async function listDeliveries(
  db: Db,
  { state, q, before }: QueryOf<'GET /api/admin/mails'>,
): Promise<MailList> {
  const [found, counts] = await Promise.all([
    queries.findMails(db, { state, q, before, limit: pageSize + 1 }),
    queries.countMails(db),
  ])
  const { rows, next } = pageOf(found, pageSize)
  return {
    mails: rows.map((mail) => ({
      ...mail,
      createdAt: mail.createdAt.toISOString(),
      sentAt: mail.sentAt?.toISOString() ?? null,
    })),
    next,
    counts,
  }
}

/**
 * Gives dead mails another round of attempts, and tries now what is on the way or waits.
 * @throws {AppError} CONFLICT if none can be sent.
 */
async function resendMails(db: Db, ids: readonly string[], by: Actor): Promise<{ resent: number }> {
  return inTransaction(db, async (trx) => {
    const found = await queries.lockMails(trx, ids)
    const sendable = found.filter(
      (row) => row.state !== 'sent' && row.state !== 'gathered' && !row.isBlanked,
    )
    if (sendable.length === 0) throw new AppError('CONFLICT', refusalOf(found))
    await queries.markQueued(trx, idsOf(sendable))
    const forward = new Set(await queries.bringForward(trx, idsOf(sendable)))
    for (const { id } of sendable)
      if (!forward.has(id)) await enqueueTask(trx, deliverMailTask, { id })
    await recordAudit(trx, {
      action: 'deliveries.mails-resent',
      ...by,
      detail: { mails: idsOf(sendable) },
    })
    return { resent: sendable.length }
  })
}

function refusalOf(found: readonly queries.LockedMail[]): string {
  if (found.some((row) => row.isBlanked))
    return 'This email held a secret, so its text was deleted. Its recipient has to ask for a new one.'
  return found.length > 0
    ? 'This email was sent in the meantime.'
    : 'This email is no longer stored.'
}

async function listSuppressions(
  db: Db,
  { q, page }: QueryOf<'GET /api/admin/suppressions'>,
): Promise<SuppressionList> {
  const rows = await queries.findSuppressions(db, q, rowsOf(page))
  return {
    suppressions: rows.slice(0, pageSize).map((row) => ({ ...row, at: row.at.toISOString() })),
    isMore: rows.length > pageSize,
  }
}

/** @throws {AppError} NOT_FOUND if there is none. */
async function liftSuppression(db: Db, id: string, by: Actor): Promise<void> {
  await inTransaction(db, async (trx) => {
    const lifted = await queries.liftSuppression(trx, id)
    if (!lifted) throw new AppError('NOT_FOUND', 'This address gets all mail again already.')
    await recordAudit(trx, {
      action: 'deliveries.suppression-lifted',
      ...by,
      subject: `suppression:${id}`,
      detail: lifted,
    })
  })
}

/**
 * All of a report or nothing, so that one that failed can come again. @throws {AppError} FORBIDDEN
 * for a token that was used.
 */
const recordReport = (db: Db, { bounces, token }: Reported) =>
  inTransaction(db, async (trx) => {
    if (token !== undefined && !(await spend(trx, `report ${token}`, tokenMs))) throw refused()
    for (const bounce of bounces) await recordBounce(trx, bounce)
  })

async function listTasks(db: Db, { q, page }: QueryOf<'GET /api/admin/tasks'>): Promise<TaskList> {
  const rows = await queries.findDeadTasks(db, q, rowsOf(page))
  return {
    tasks: rows
      .slice(0, pageSize)
      .map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    isMore: rows.length > pageSize,
  }
}

/** @throws {AppError} CONFLICT if none is dead, or has a handler. */
async function retryTasks(db: Db, ids: readonly string[], by: Actor): Promise<{ retried: number }> {
  return inTransaction(db, async (trx) => {
    const retried = await queries.requeueTasks(trx, ids)
    if (retried.length === 0) throw new AppError('CONFLICT', goneMessage)
    await recordAudit(trx, {
      action: 'deliveries.tasks-retried',
      ...by,
      detail: { tasks: retried },
    })
    return { retried: retried.length }
  })
}

/** @throws {AppError} CONFLICT if it is not dead. */
const discardTask = (db: Db, id: string, by: Actor) =>
  inTransaction(db, async (trx) => {
    const discarded = await queries.deleteDeadTask(trx, id)
    if (!discarded) throw new AppError('CONFLICT', goneMessage)
    await recordAudit(trx, {
      action: 'deliveries.task-discarded',
      ...by,
      subject: `task:${id}`,
      detail: { name: discarded.name },
    })
  })

const goneMessage = 'This task is no longer among the failed ones.'

type Options = { db: Db; secrets: Secrets; bounceWebhookKey: BounceWebhook | undefined }

export async function registerDeliveries(
  app: FastifyInstance,
  { db, secrets, bounceWebhookKey }: Options,
): Promise<void> {
  const serve = endpointsOf(app, import.meta.url)
  serve(contract.listDeliveries, ({ query }) => listDeliveries(db, query))
  serve(contract.resendMails, ({ body, actor }) => resendMails(db, body.ids, actor))
  serve(contract.listSuppressions, ({ query }) => listSuppressions(db, query))
  serve(contract.liftSuppression, ({ params, actor }) => liftSuppression(db, params.id, actor))
  serve(contract.listTasks, ({ query }) => listTasks(db, query))
  serve(contract.retryTasks, ({ body, actor }) => retryTasks(db, body.ids, actor))
  serve(contract.discardTask, ({ params, actor }) => discardTask(db, params.id, actor))
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
        await recordReport(
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
