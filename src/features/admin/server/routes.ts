import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { findPeople } from '#features/accounts/server/public.ts'
import {
  findLiveFigures,
  heroFiguresSetting,
  setHeroFigures,
} from '#features/home/server/public.ts'
import { countOpenReports } from '#features/inquiries/server/public.ts'
import { rebuildDerivedData } from '#features/jobs/server/public.ts'
import { streamSubscribers } from '#features/newsletter/server/public.ts'
import {
  countToModerate,
  periodsSetting,
  policiesSetting,
} from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { sendCsv } from '#platform/server/http/attachment.ts'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import {
  changeSiteSetting,
  findLastChange,
  readSiteSetting,
  type SiteSetting,
} from '#platform/server/site-settings.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'
import { listDeadTasks } from '#platform/server/tasks/task.ts'
import * as contract from '../contract.ts'
import * as auditContract from '../contract-audit.ts'
import { auditFilterOf, csvColumns, listAuditLog } from './audit-log.ts'
import { countEverything, streamAuditEntries } from './queries.ts'
import * as service from './users.ts'
import { suspendUser, reinstateUser, changeOrganization } from './suspensions.ts'

type Options = service.Administration & {
  providers: readonly OidcProvider[]
  answers: AnswerCache
}
type Serve = ReturnType<typeof endpointsOf>

export function registerAdmin(app: FastifyInstance, options: Options): void {
  const serve = endpointsOf(app, import.meta.url)
  serveDashboard(serve, options.db)
  serveUsers(serve, options)
  serveAuditLog(serve, options.db)
  serveSettings(serve, options.db, options.answers)
}

function serveDashboard(serve: Serve, db: Db) {
  serve(contract.getAdminSummary, async () => {
    const [counts, moderation, openReports, deadTasks] = await Promise.all([
      countEverything(db),
      countToModerate(db),
      countOpenReports(db),
      listDeadTasks(db),
    ])
    return {
      ...counts,
      pendingJobs: moderation.pending + moderation.edits,
      unreadJobs: moderation.unread,
      openReports,
      deadTasks: deadTasks.length,
    }
  })

  serve(contract.reloadDerivedData, async ({ actor }) => {
    await rebuildDerivedData(db)
    await recordAudit(db, { action: 'admin.reloaded', ...actor })
  })

  serve(contract.exportSubscribers, async ({ actor, reply }) => {
    await recordAudit(db, { action: 'admin.subscribers-exported', ...actor })
    return sendCsv(
      reply,
      'subscribers.csv',
      { email: 'Email', subscribedAt: 'Subscribed' },
      streamSubscribers(db),
    )
  })
}

function serveUsers(serve: Serve, { providers, ...administration }: Omit<Options, 'answers'>) {
  const { db } = administration

  serve(contract.listUsers, ({ query }) => service.listUsers(db, query))

  serve(contract.getUser, ({ params }) => service.getUser(db, providers, params.id))

  serve(contract.changeUserRole, ({ params, body, actor }) =>
    service.changeUserRole(administration, { ...actor, ...params, ...body }, body.role),
  )

  serve(contract.markVerifiedHospital, ({ params, body, actor }) =>
    service.markVerifiedHospital(administration, { ...actor, ...params, ...body }, body.verified),
  )

  serve(contract.suspendUser, ({ params, body, actor }) =>
    suspendUser(administration, { ...actor, ...params, ...body }, body),
  )

  serve(contract.reinstateUser, ({ params, body, actor }) =>
    reinstateUser(administration, { ...actor, ...params, ...body }),
  )

  serve(contract.suspendOrganization, ({ params, body, actor }) =>
    changeOrganization(administration, { ...actor, ...params }, body),
  )

  serve(contract.reinstateOrganization, ({ params, actor }) =>
    changeOrganization(administration, { ...actor, ...params }, null),
  )

  serve(contract.sendPasswordReset, ({ params, actor }) =>
    service.sendPasswordReset(administration, { ...actor, ...params }),
  )

  serve(contract.eraseUser, ({ params, body, actor }) =>
    service.eraseUser(administration, { ...actor, ...params, ...body }, body.requestedBy),
  )

  serve(contract.eraseAddress, ({ body, actor }) =>
    service.eraseAddress(administration, actor, body),
  )
}

function serveAuditLog(serve: Serve, db: Db) {
  serve(auditContract.listAuditLog, ({ query }) => listAuditLog(db, query))

  serve(auditContract.exportAuditLog, async ({ query, actor, reply }) => {
    const filter = await auditFilterOf(db, query)
    await recordAudit(db, { action: 'admin.audit-exported', ...actor, detail: { filter } })
    return sendCsv(reply, 'audit-log.csv', csvColumns, streamAuditEntries(db, filter))
  })
}

function serveSettings(serve: Serve, db: Db, answers: AnswerCache) {
  serve(contract.getSiteSettings, () => getSiteSettings(db))

  serve(contract.setPublishing, async ({ body: { version, ...policies }, actor }) => {
    await changeSiteSetting(db, policiesSetting, policies, { version, ...actor })
    return current()
  })

  serve(contract.setPostingPeriods, async ({ body: { version, ...periods }, actor }) => {
    await changeSiteSetting(db, periodsSetting, periods, { version, ...actor })
    return current()
  })

  serve(contract.setHeroFigures, async ({ body: { version, ...figures }, actor }) => {
    await setHeroFigures(db, figures, { version, ...actor })
    return current()
  })

  function current() {
    // Other nodes get a notification; this one invalidates at once.
    answers.invalidate(['settings'])
    return getSiteSettings(db)
  }
}

async function getSiteSettings(db: Db): Promise<contract.SiteSettings> {
  const [publishing, periods, heroFigures, live] = await Promise.all([
    settingView(db, policiesSetting),
    settingView(db, periodsSetting),
    settingView(db, heroFiguresSetting),
    findLiveFigures(db),
  ])
  return { publishing, periods, heroFigures, liveFigures: live.figures }
}

async function settingView<S extends z.ZodType>(db: Db, setting: SiteSetting<S>) {
  const [value, { version, at, changedBy }] = await Promise.all([
    readSiteSetting(db, setting),
    findLastChange(db, setting),
  ])
  const person = changedBy === null ? undefined : (await findPeople(db, [changedBy])).get(changedBy)
  return {
    value,
    version,
    changed: at && { at: at.toISOString(), by: person?.email ?? person?.name ?? null },
  }
}
