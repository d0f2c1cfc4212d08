import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import '#app/endpoints.ts'
import { registerAccounts } from '#features/accounts/server/routes.ts'
import { registerContact } from '#features/contact/server/routes.ts'
import { registerCv } from '#features/cv/server/routes.ts'
import { registerAdmin } from '#features/admin/server/routes.ts'
import { registerApi } from '#features/api/server/routes.ts'
import { registerAlerts } from '#features/alerts/server/routes.ts'
import { registerDeliveries } from '#features/deliveries/server/routes.ts'
import { findKeptJob, findMovedPage } from '#features/duplicates/server/public.ts'
import { registerDesk } from '#features/desk/server/routes.ts'
import { registerDuplicates } from '#features/duplicates/server/routes.ts'
import { registerFavorites } from '#features/favorites/server/routes.ts'
import { registerImports } from '#features/imports/server/routes.ts'
import { registerInquiries } from '#features/inquiries/server/routes.ts'
import { registerInsights } from '#features/insights/server/routes.ts'
import { registerFeeds } from '#features/jobs/server/feeds/routes.ts'
import { registerJobs } from '#features/jobs/server/routes.ts'
import { registerMailbox } from '#features/mailbox/server/routes.ts'
import { registerModeration } from '#features/moderation/server/routes.ts'
import { registerNewsletter } from '#features/newsletter/server/routes.ts'
import { registerPlaces } from '#features/places/server/routes.ts'
import { indexNowOf, registerIndexNowKey } from '#features/postings/server/index-now.ts'
import { registerPostings } from '#features/postings/server/routes.ts'
import { site as siteConfig } from '#features/site/config.ts'
import { salaryPages } from '#features/salaries/server/public.ts'
import { registerSalaries } from '#features/salaries/server/routes.ts'
import { registerHome } from '#features/home/server/routes.ts'
import { registerSystem } from '#features/system/server/routes.ts'
import { registerWidget } from '#features/widget/server/routes.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import { accountHooks } from './account-hooks.ts'
import { apiInfo } from './api-info.ts'
import { auditKeys } from '#platform/server/audit-chain.ts'
import { clamdAt } from '#platform/server/clamd.ts'
import type { Db } from '#platform/server/database.ts'
import { AnswerCache, invalidateOnChange, serveCachedFirst } from '#platform/server/http/answer-cache.ts'
import { registerApiDocs, createBaseApp } from '#platform/server/http/app-base.ts'
import { registerHealth } from '#platform/server/http/health.ts'
import { registerMetrics } from '#platform/server/http/metrics.ts'
import { registerSecurityTxt } from '#platform/server/http/security-txt.ts'
import type { Primaries } from '#platform/server/primaries.ts'
import { readsOf, Replicas } from '#platform/server/replicas.ts'
import { retentionPeriods } from '#platform/server/retention.ts'
import type { Settings } from '#platform/server/settings.ts'
import { serveAssets } from '#platform/server/ssr/assets.ts'
import { servePages, trackerOf } from '#platform/server/ssr/pages.ts'
import type { Site } from '#platform/server/ssr/site.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { dependencyChecks } from './dependency-checks.ts'
import { applyIdentity } from './identity.ts'

type AppOptions = {
  settings: Settings
  db: Db
  /** For the connection that listens for invalidations. */
  connection: pg.PoolConfig
  /** What public answers are read from; without it, from `db`. */
  replicas?: Replicas
  primaries?: Primaries | undefined
  storage: FileStorage
  site: Site
  logStream?: NodeJS.WritableStream | undefined
}

/** Registers every feature; does not listen yet. */
export async function buildApp({
  settings,
  db,
  connection,
  replicas = new Replicas(connection, []),
  primaries,
  storage,
  site,
  logStream,
}: AppOptions): Promise<FastifyInstance> {
  const app = await createBaseApp({ ...settings, logStream })
  const reads = readsOf(db, replicas)
  const answers = new AnswerCache({ maxBytes: settings.cache ? settings.cacheMb * 1024 * 1024 : 0, db, reads })
  serveCachedFirst(app, answers, { accessLog: settings.accessLog })
  invalidateOnChange(app, answers, connection, replicas)
  if (settings.otelExporterOtlpEndpoint !== undefined) {
    // Loaded on demand: most sites do without.
    const { traceRequests } = await import('#platform/server/traces.ts')
    traceRequests(app, {
      endpoint: settings.otelExporterOtlpEndpoint,
      ratio: settings.otelTracesSamplerArg,
      continues: settings.trustedProxies.length > 0,
    })
  }
  const identity = applyIdentity(settings)
  const tracker = trackerOf(settings.trackerUrl)
  const info: SiteInfo = {
    publicUrl: settings.publicUrl,
    demo: settings.appMode === 'demo',
    contactFormUrl: settings.contactFormUrl ?? null,
    trackerHost: tracker?.host ?? null,
    retentionDays: retentionPeriods(settings),
    ...(identity && { identity }),
  }

  await registerApiDocs(app, apiInfo(settings.publicUrl))
  await serveAssets(app, site, settings.brandDir)
  const isWritable = registerHealth(app, connection, replicas)
  registerMetrics(app, {
    db,
    answers,
    replicas,
    primaries,
    isWritable,
    dataDir: settings.dataDir,
    token: settings.metricsToken,
  })
  registerSecurityTxt(app, {
    contact: settings.securityContact ?? `mailto:${siteConfig.emails.support}`,
    publicUrl: settings.publicUrl,
  })
  registerAccounts(app, {
    db,
    publicUrl: settings.publicUrl,
    secrets: settings.secrets,
    demo: info.demo,
    adminsNeedTwoFactor: settings.adminSecondStep,
    providers: settings.oidcProviders,
    hooks: accountHooks,
  })
  registerPlaces(app)
  registerJobs(app, { db, answers, findKeptJob })
  registerPostings(app, { db, answers, publicUrl: settings.publicUrl })
  registerIndexNowKey(app, indexNowOf(settings))
  registerSalaries(app, { db, answers })
  registerApi(app, { db, reads, answers, publicUrl: settings.publicUrl, findKeptJob })
  registerHome(app, { answers })
  registerFavorites(app, { db, publicUrl: settings.publicUrl })
  await registerAlerts(app, { db, links: settings })
  await registerNewsletter(app, { db, links: settings })
  registerContact(app, { db })
  await registerCv(app, { db, storage, scanner: settings.clamdUrl === undefined ? undefined : clamdAt(settings.clamdUrl) })
  const inquiries = { db, storage, publicUrl: settings.publicUrl, secrets: settings.secrets }
  await registerInquiries(app, inquiries)
  registerDesk(app, inquiries)
  registerInsights(app, { db, secrets: settings.secrets })
  registerDuplicates(app, { db, publicUrl: settings.publicUrl })
  registerModeration(app, { db, publicUrl: settings.publicUrl })
  registerImports(app, {
    db,
    allowedHosts: settings.importAllowedHosts,
    token: settings.apifyToken,
    usaJobs: settings.usaJobs,
    secrets: settings.secrets,
    storage,
  })
  registerAdmin(app, {
    db,
    answers,
    publicUrl: settings.publicUrl,
    demo: info.demo,
    providers: settings.oidcProviders,
    personalData: accountHooks.personalData,
    auditKeys: auditKeys(settings),
    keepAuditAddressesDays: settings.keepAuditAddressesDays,
    storage,
  })
  registerSystem(app, {
    db,
    answers,
    dependencies: () => dependencyChecks({ settings, db, replicas, storage }),
    settings: settings.shown,
  })
  registerDeliveries(app, { db })
  registerFeeds(app, { reads, publicUrl: settings.publicUrl, morePages: salaryPages })
  registerWidget(app, { db, reads, publicUrl: settings.publicUrl })
  if (info.demo) registerMailbox(app, { db, publicUrl: settings.publicUrl })
  servePages(app, { site, info, answers, tracker, movedTo: (path) => findMovedPage(db, path) })

  app.addHook('onClose', () => site.close())
  return app
}
