import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setHeroFigures } from '#features/home/server/public.ts'
import { countOpenReports } from '#features/inquiries/server/public.ts'
import { rebuildDerivedData } from '#features/jobs/server/public.ts'
import { streamSubscribers } from '#features/newsletter/server/public.ts'
import { countToModerate, periodsSetting, policiesSetting } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { auditChunk, checkAuditChain, checkBesideChain, findLink } from '#platform/server/audit-chain.ts'
import { csvStream } from '#platform/server/csv.ts'
import type { Db } from '#platform/server/database.ts'
import { viewerOf } from '#platform/server/http/access.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { attachmentNamed } from '#platform/server/http/attachment.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import type { KeyRing } from '#platform/server/keys.ts'
import { changeSiteSetting } from '#platform/server/site-settings.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { listDeadTasks } from '#platform/server/tasks/queue.ts'
import * as contract from '../contract.ts'
import { auditFilterOf, csvColumns, csvRows, listAuditLog } from './audit-log.ts'
import { countEverything } from './queries.ts'
import * as service from './service-users.ts'
import { getSiteSettings } from './settings.ts'

type Options = service.Administration & {
  providers: readonly OidcProvider[]
  answers: AnswerCache
  auditKeys: KeyRing
  keepAuditAddressesDays: number
  storage: FileStorage
}
type Serve = ReturnType<typeof endpointsOf>

const done = { success: true } as const

export function registerAdmin(app: FastifyInstance, options: Options): void {
  const serve = endpointsOf(app, import.meta.url)
  serveDashboard(serve, options.db)
  serveUsers(serve, options)
  serveAuditLog(serve, options)
  serveSettings(serve, options.db, options.answers)
}

function serveDashboard(serve: Serve, db: Db): void {
  serve(contract.getAdminSummary, async ({ reply }) => {
    const [counts, moderation, openReports, deadTasks] = await Promise.all([
      countEverything(db),
      countToModerate(db),
      countOpenReports(db),
      listDeadTasks(db),
    ])
    reply.header('cache-control', 'private, no-store')
    return {
      ...counts,
      pendingJobs: moderation.pending + moderation.edits,
      unreadJobs: moderation.unread,
      openReports,
      deadTasks: deadTasks.length,
    }
  })

  serve(contract.reloadDerivedData, async ({ request }) => {
    await rebuildDerivedData(db)
    await recordAudit(db, { action: 'admin.reloaded', actorId: viewerOf(request).id, ip: request.ip })
    return done
  })

  serve(contract.exportSubscribers, async ({ request, reply }) => {
    await recordAudit(db, { action: 'admin.subscribers-exported', actorId: viewerOf(request).id, ip: request.ip })
    return sendCsv(reply, 'subscribers.csv', csvStream({ email: 'Email', subscribedAt: 'Subscribed' }, streamSubscribers(db)))
  })
}

function serveUsers(serve: Serve, { providers, ...administration }: Omit<Options, 'answers'>): void {
  const { db } = administration

  serve(contract.listUsers, async ({ query }) => service.listUsers(db, query))

  serve(contract.getUser, async ({ params }) => service.getUser(db, providers, params.id))

  serve(contract.changeUserRole, async ({ params, body, request }) => {
    await service.changeUserRole(administration, actionOf(request, params.id, body.revision), body.role)
    return done
  })

  serve(contract.markVerifiedHospital, async ({ params, body, request }) => {
    await service.markVerifiedHospital(administration, actionOf(request, params.id, body.revision), body.verified)
    return done
  })

  serve(contract.trustUser, async ({ params, body, request }) => {
    await service.trustUser(administration, actionOf(request, params.id, body.revision), body.trusted)
    return done
  })

  serve(contract.suspendUser, async ({ params, body, request }) => {
    await service.suspendUser(administration, actionOf(request, params.id, body.revision), body)
    return done
  })

  serve(contract.reinstateUser, async ({ params, body, request }) => {
    await service.reinstateUser(administration, actionOf(request, params.id, body.revision))
    return done
  })

  serve(contract.sendPasswordReset, async ({ params, request }) => {
    await service.sendPasswordReset(administration, actionOf(request, params.id))
    return done
  })

  serve(contract.eraseUser, async ({ params, body, request }) => {
    await service.eraseUser(administration, actionOf(request, params.id, body.revision), body.requestedBy)
    return done
  })
}

const actionOf = (request: FastifyRequest, userId: string, revision?: number): service.AdminAction => ({
  administrator: viewerOf(request),
  ip: request.ip,
  userId,
  ...(revision !== undefined && { revision }),
})

function serveAuditLog(serve: Serve, { db, auditKeys: keys, keepAuditAddressesDays, storage }: Options): void {
  serve(contract.listAuditLog, async ({ query }) => listAuditLog(db, query))

  serve(contract.exportAuditLog, async ({ query, request, reply }) => {
    const filter = await auditFilterOf(db, query)
    await recordAudit(db, { action: 'admin.audit-exported', actorId: viewerOf(request).id, ip: request.ip, detail: { filter } })
    return sendCsv(reply, 'audit-log.csv', csvStream(csvColumns, csvRows(db, filter)))
  })

  serve(contract.verifyAuditEntries, async ({ body }) => {
    const [check, newest] = await Promise.all([checkAuditChain(db, keys, body.after), findLink(db)])
    const done = check.broken !== null || check.checked < auditChunk
    return {
      ...check,
      newest: newest?.number ?? 0,
      rest: done ? await checkBesideChain(db, storage, keepAuditAddressesDays) : null,
    }
  })
}

function serveSettings(serve: Serve, db: Db, answers: AnswerCache): void {
  serve(contract.getSiteSettings, async ({ reply }) => {
    reply.header('cache-control', 'private, no-store')
    return getSiteSettings(db)
  })

  serve(contract.setPublishing, async ({ body: { version, ...policies }, request }) => {
    await changeSiteSetting(db, policiesSetting, policies, { version, ...byWhom(request) })
    return current()
  })

  serve(contract.setPostingPeriods, async ({ body: { version, ...periods }, request }) => {
    await changeSiteSetting(db, periodsSetting, periods, { version, ...byWhom(request) })
    return current()
  })

  serve(contract.setHeroFigures, async ({ body: { version, ...figures }, request }) => {
    await setHeroFigures(db, figures, { version, ...byWhom(request) })
    return current()
  })

  function current() {
    // Other nodes get a notification; this one invalidates at once.
    answers.invalidate(['settings'])
    return getSiteSettings(db)
  }
}

const sendCsv = (reply: FastifyReply, name: string, rows: ReturnType<typeof csvStream>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachmentNamed(name))
    .header('cache-control', 'private, no-store')
    .send(rows)

const byWhom = (request: FastifyRequest) => ({ actorId: viewerOf(request).id, ip: request.ip })
