import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { registerAccounts } from '#features/accounts/server/routes.ts'
import { registerCv } from '#features/cv/server/routes.ts'
import { registerSiteSettings } from '#features/admin/server/routes-settings.ts'
import { registerAdmin } from '#features/admin/server/routes.ts'
import { registerAuditLog } from '#features/admin/server/routes-audit.ts'
import { registerAlerts } from '#features/alerts/server/routes.ts'
import { registerDeliveries } from '#features/deliveries/server/routes.ts'
import { registerDuplicates } from '#features/duplicates/server/routes.ts'
import { registerFavorites } from '#features/favorites/server/routes.ts'
import { registerImportSources } from '#features/imports/server/routes-sources.ts'
import { registerImports } from '#features/imports/server/routes.ts'
import { registerInquiries } from '#features/inquiries/server/routes.ts'
import { registerInsights } from '#features/insights/server/routes.ts'
import { registerJobFeeds } from '#features/jobs/server/feeds/routes-jobs.ts'
import { registerFeeds } from '#features/jobs/server/feeds/routes.ts'
import { findMovedPage } from '#features/jobs/server/public.ts'
import { registerJobs } from '#features/jobs/server/routes.ts'
import { registerMailbox } from '#features/mailbox/server/routes.ts'
import { registerModeration } from '#features/moderation/server/routes.ts'
import { registerNewsletter } from '#features/newsletter/server/routes.ts'
import { registerPersonalData } from '#features/personal-data/server/routes.ts'
import { registerPostings } from '#features/postings/server/routes.ts'
import { registerSalaries } from '#features/salaries/server/routes.ts'
import { site as siteConfig } from '#features/site/config.ts'
import { registerSite } from '#features/site/server/routes.ts'
import { registerWidget } from '#features/widget/server/routes.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import type { Db } from './lib/database.ts'
import { registerApiDocs } from './lib/http/api-docs.ts'
import { createBaseApp } from './lib/http/app-base.ts'
import { registerHealth } from './lib/http/health.ts'
import { ResponseCache } from './lib/http/response-cache.ts'
import { setMailIdentity } from './lib/mail/identity.ts'
import type { Settings } from './lib/settings.ts'
import { serveAssets } from './lib/ssr/assets.ts'
import { servePages } from './lib/ssr/pages.ts'
import type { Site } from './lib/ssr/site.ts'
import { trackerOf } from './lib/ssr/tracker.ts'
import type { FileStorage } from './lib/storage/storage.ts'
import { siteMailIdentity } from './mail.ts'

type AppOptions = {
  settings: Settings
  db: Db
  /** For the one connection of its own that hearing changes takes. */
  connection: pg.PoolConfig
  storage: FileStorage
  site: Site
}

/** The whole server, feature by feature; nothing listens yet. */
export async function buildApp({ settings, db, connection, storage, site }: AppOptions): Promise<FastifyInstance> {
  const app = await createBaseApp(settings)
  const answers = new ResponseCache({ wanted: settings.cache })
  setMailIdentity(siteMailIdentity(settings))
  const tracker = trackerOf(settings.trackerUrl)
  const info: SiteInfo = {
    publicUrl: settings.publicUrl,
    demo: settings.appMode === 'demo',
    contactFormUrl: settings.contactFormUrl ?? null,
    trackerHost: tracker?.host ?? null,
  }

  await registerApiDocs(app, { title: `${siteConfig.name} API`, version: '1', serverUrl: settings.publicUrl })
  await serveAssets(app, site)
  registerHealth(app, db)
  registerAccounts(app, {
    db,
    publicUrl: settings.publicUrl,
    secret: settings.secret,
    demo: settings.appMode === 'demo',
    providers: settings.oidcProviders,
  })
  registerJobs(app, { db, connection, answers })
  registerPostings(app, { db, answers, publicUrl: settings.publicUrl })
  registerSalaries(app, { db, answers })
  registerSite(app, { db, answers })
  registerFavorites(app, { db })
  await registerAlerts(app, { db, links: settings })
  await registerNewsletter(app, { db, links: settings })
  await registerCv(app, { db, storage })
  registerInquiries(app, { db, storage, publicUrl: settings.publicUrl, secret: settings.secret })
  registerInsights(app, { db, secret: settings.secret })
  registerPersonalData(app, { db, demo: settings.appMode === 'demo' })
  registerDuplicates(app, { db, publicUrl: settings.publicUrl })
  registerModeration(app, { db, publicUrl: settings.publicUrl })
  registerImports(app, { db, allowedHosts: settings.importAllowedHosts, secret: settings.secret })
  registerImportSources(app, {
    db,
    allowedHosts: settings.importAllowedHosts,
    token: settings.apifyToken,
    secret: settings.secret,
  })
  registerAuditLog(app, { db })
  registerAdmin(app, { db })
  registerSiteSettings(app, { db, answers })
  registerDeliveries(app, { db })
  registerFeeds(app, { db, publicUrl: settings.publicUrl })
  registerJobFeeds(app, { db, publicUrl: settings.publicUrl })
  registerWidget(app, { db, publicUrl: settings.publicUrl })
  if (info.demo) registerMailbox(app, { db, publicUrl: settings.publicUrl })
  servePages(app, { site, info, answers, cachePages: settings.cache, tracker, movedTo: (path) => findMovedPage(db, path) })

  app.addHook('onClose', () => site.close())
  return app
}
