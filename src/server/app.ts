import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { registerFeeds } from '#features/jobs/server/feeds/routes.ts'
import { registerJobs } from '#features/jobs/server/routes.ts'
import { site as siteConfig } from '#features/site/config.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import type { Db } from './lib/database.ts'
import { registerApiDocs } from './lib/http/api-docs.ts'
import { createBaseApp } from './lib/http/app-base.ts'
import { registerHealth } from './lib/http/health.ts'
import { ResponseCache } from './lib/http/response-cache.ts'
import type { Settings } from './lib/settings.ts'
import { serveAssets } from './lib/ssr/assets.ts'
import { servePages } from './lib/ssr/pages.ts'
import type { Site } from './lib/ssr/site.ts'

type AppOptions = {
  settings: Settings
  db: Db
  /** For the one connection of its own that hearing changes takes. */
  connection: pg.PoolConfig
  site: Site
}

/** The whole server, feature by feature; nothing listens yet. */
export async function buildApp({ settings, db, connection, site }: AppOptions): Promise<FastifyInstance> {
  const app = await createBaseApp({ logLevel: settings.logLevel, secure: settings.publicUrl.startsWith('https:') })
  const answers = new ResponseCache({ wanted: settings.cache })
  const info: SiteInfo = {
    publicUrl: settings.publicUrl,
    demo: settings.appMode === 'demo',
    contactFormUrl: settings.contactFormUrl ?? null,
  }

  await registerApiDocs(app, { title: `${siteConfig.name} API`, version: '1', serverUrl: settings.publicUrl })
  await serveAssets(app, site)
  registerHealth(app, db)
  registerJobs(app, { db, connection, answers })
  registerFeeds(app, { db, publicUrl: settings.publicUrl })
  servePages(app, { site, info, answers, cachePages: settings.cache })

  app.addHook('onClose', () => site.close())
  return app
}
