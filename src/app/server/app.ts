import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { registerAccounts } from '#features/accounts/server/routes.ts'
import { registerConnections } from '#features/connections/server/routes.ts'
import { registerContact } from '#features/contact/server/service.ts'
import { checksOfCvs } from '#features/cv/server/public.ts'
import { registerCv } from '#features/cv/server/routes.ts'
import { registerAdmin } from '#features/admin/server/routes.ts'
import { registerApi } from '#features/api/server/routes.ts'
import { registerAlerts } from '#features/alerts/server/routes.ts'
import { registerDeliveries } from '#features/deliveries/server/service.ts'
import { findKeptJob, findMovedPage } from '#features/duplicates/server/service.ts'
import { registerDesk } from '#features/desk/server/service.ts'
import { registerDuplicates } from '#features/duplicates/server/routes.ts'
import { registerFavorites } from '#features/favorites/server/routes.ts'
import { registerImports } from '#features/imports/server/routes.ts'
import { takeBackOutcome } from '#features/inquiries/server/public.ts'
import { registerInquiries } from '#features/inquiries/server/routes.ts'
import { registerInsights } from '#features/insights/server/routes.ts'
import { registerFeeds } from '#features/jobs/server/feeds/routes.ts'
import { registerJobs } from '#features/jobs/server/routes.ts'
import { registerMailbox } from '#features/mailbox/server/routes.ts'
import { registerModeration } from '#features/moderation/server/routes.ts'
import { registerNames } from '#features/names/server/service.ts'
import { registerNewsletter } from '#features/newsletter/server/service.ts'
import { registerPlaces } from '#features/places/server/routes.ts'
import { registerProfiles } from '#features/profiles/server/routes.ts'
import { indexNowOf, registerIndexNowKey } from '#features/postings/server/search-engines.ts'
import type { Opening } from '#features/postings/server/public.ts'
import { registerPostings } from '#features/postings/server/routes.ts'
import { site } from '#features/site/config.ts'
import { findMovedEmployer } from '#features/employers/server/public.ts'
import { registerEmployers } from '#features/employers/server/routes.ts'
import { registerSalaries } from '#features/salaries/server/routes.ts'
import { registerHome } from '#features/home/server/public.ts'
import { registerSystem } from '#features/system/server/routes.ts'
import { registerWidget } from '#features/widget/server/routes.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import { accountHooks, memberLeft } from './account-hooks.ts'
import { clamdAt } from '#platform/server/clamd.ts'
import { usableMb } from '#platform/server/memory.ts'
import { logAuditEntries } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { serveCachedFirst } from '#platform/server/http/cached-first.ts'
import { createBaseApp } from '#platform/server/http/app-base.ts'
import { invalidateOnChange } from '#platform/server/http/invalidate-on-change.ts'
import { registerApiDocs } from '#platform/server/http/openapi.ts'
import { registerHealth } from '#platform/server/http/health.ts'
import { proofsOfWork } from '#platform/server/http/rate-limit.ts'
import { registerMetrics } from '#platform/server/http/metrics.ts'
import { registerSecurityTxt, serveAssets } from '#platform/server/ssr/assets.ts'
import type { Primaries } from '#platform/server/primaries.ts'
import { readsOf, Replicas } from '#platform/server/replicas.ts'
import { retentionPeriods } from '#platform/server/retention.ts'
import type { Settings } from '#platform/server/settings.ts'
import { servePages, trackerOf, type Site } from '#platform/server/ssr/pages.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { dependencyChecks, describeMissing } from './checks.ts'
import { sitemapPages } from './figures.ts'
import { applyIdentity } from './identity.ts'
import { sessionCookieName } from '#features/accounts/server/public.ts'
import { developersPath, termsPath } from '#shared/paths.ts'

import '#app/endpoints.ts'

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
  site: pages,
  logStream,
}: AppOptions): Promise<FastifyInstance> {
  const app = await createBaseApp({
    ...settings,
    logStream,
    proofs: proofsOfWork(db, settings.secrets),
  })
  logAuditEntries(app)
  const reads = readsOf(db, replicas)
  const { cacheMb } = settings
  const memoryMb = usableMb(settings.memoryMb)
  const answers = new AnswerCache({
    maxBytes: settings.cache ? Math.min(cacheMb, memoryMb / 8) * 1024 * 1024 : 0,
    db,
    reads,
  })
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
    landingMinJobs: settings.landingMinJobs,
    retentionDays: retentionPeriods(settings),
    ...(identity && { identity }),
  }

  const parts = {
    ...settings,
    db,
    reads,
    answers,
    storage,
    findKeptJob,
    links: settings,
    demo: info.demo,
    adminsNeedTwoFactor: settings.adminSecondStep,
    providers: settings.oidcProviders,
    hooks: accountHooks,
    personalData: accountHooks.personalData,
    medians: new Map<string, number>(),
    scanner: settings.clamdUrl === undefined ? undefined : clamdAt(settings.clamdUrl),
    checks: checksOfCvs(memoryMb),
  }
  await registerApiDocs(app, apiInfo(settings.publicUrl))
  await serveAssets(app, { site: pages, storage, brandDir: settings.brandDir })
  const health = registerHealth(app, { connection, replicas, dataDir: settings.dataDir })
  registerMetrics(app, {
    ...parts,
    replicas,
    primaries,
    health,
    hasSharedStore: settings.s3 !== undefined,
    token: settings.metricsToken,
  })
  registerSecurityTxt(app, {
    ...settings,
    contact: settings.securityContact ?? `mailto:${site.emails.support}`,
  })
  registerAccounts(app, parts)
  registerPlaces(app)
  registerJobs(app, parts)
  registerNames(app, parts.db)
  const opened: Opening['opened'] = (trx, ...posting) => takeBackOutcome(trx, settings, ...posting)
  registerPostings(app, { ...parts, opened })
  registerIndexNowKey(app, indexNowOf(settings))
  registerSalaries(app, parts)
  registerEmployers(app, { ...parts, memberLeft })
  registerConnections(app, { ...parts, opened })
  registerApi(app, parts)
  registerHome(app, parts)
  registerFavorites(app, parts)
  await registerAlerts(app, parts)
  await registerNewsletter(app, parts)
  registerContact(app, parts)
  await registerCv(app, parts)
  await registerInquiries(app, parts)
  registerProfiles(app, parts)
  registerDesk(app, parts.db)
  registerInsights(app, parts)
  registerDuplicates(app, parts)
  registerModeration(app, parts)
  registerImports(app, {
    ...parts,
    allowedHosts: settings.importAllowedHosts,
    pageHosts: settings.employerPageHosts ?? [],
  })
  registerAdmin(app, parts)
  registerSystem(app, {
    ...parts,
    dependencies: () => dependencyChecks({ settings, db, replicas, storage }),
    settings: settings.shown,
    findMissing: () => describeMissing(db, settings),
  })
  await registerDeliveries(app, parts)
  registerFeeds(app, { ...parts, sitemapPages: sitemapPages(settings) })
  registerWidget(app, parts)
  if (info.demo) registerMailbox(app, parts)
  servePages(app, {
    site: pages,
    info,
    answers,
    tracker,
    movedTo: async (path) => (await findMovedPage(db, path)) ?? findMovedEmployer(db, path),
  })

  app.addHook('onClose', () => pages.close())
  return app
}

/** What the OpenAPI document says about the whole API. */
const apiInfo = (publicUrl: string) => ({
  title: `${site.name} API`,
  version: '1',
  description: [
    `Everything under \`/api/v1\` is a stable, public API for programs: pages of every origin may call it. [How to start](${publicUrl}${developersPath})`,
    'The other operations serve our own pages, and change with them. Calls of signed-in people ' +
      'and of administrators have documents of their own: ' +
      `[accounts](${publicUrl}/api/docs/accounts.json), ` +
      `[administration](${publicUrl}/api/docs/admin.json).`,
    'Every error has the same body: `error` for people, `code` for programs, `requestId`, and ' +
      '`details` by field; with `Accept: application/problem+json`, the same as problem details ' +
      '(RFC 9457).',
  ].join('\n\n'),
  serverUrl: publicUrl,
  contact: { name: `${site.name} support`, email: site.emails.support },
  license: { name: 'Terms of Service', url: `${publicUrl}${termsPath}` },
  sessionCookie: sessionCookieName(publicUrl),
  tagOf: apiTagOf,
})

/** A section for each feature, and one for the feeds. */
function apiTagOf(file: string) {
  const [, feature = 'site'] = /^src\/features\/(.+?)\/server\//.exec(file) ?? []
  if (feature === 'api' || feature === 'connections')
    return {
      name: 'API v1',
      description:
        'The stable API: jobs, facets, suggestions, salaries and employers for everybody; postings and applications by key.',
    }
  if (file.includes('/feeds/'))
    return {
      name: 'Feeds',
      description: 'Jobs for aggregators, feed readers and search engines.',
    }
  const name = feature.charAt(0).toUpperCase() + feature.slice(1)
  return { name, description: `Calls of our own pages: ${feature}.` }
}
