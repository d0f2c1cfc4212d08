import { resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/lib/database.ts'
import { routeMap } from '#server/lib/http/route-map.ts'
import { readSettings } from '#server/lib/settings.ts'
import { openLocalStorage } from '#server/lib/storage/local-storage.ts'
import { openBuiltSite } from '#server/lib/ssr/built-site.ts'

/** The map of the built product. The app is assembled, never started: no database is needed. */
export async function currentMap(): Promise<string> {
  const site = await openBuiltSite(resolve('dist'))
  const connection = { host: '/nowhere' }
  const settings = readSettings({ LOG_LEVEL: 'silent', SECRET: 'x'.repeat(32) })
  const app = await buildApp({
    settings,
    db: openDatabase(connection),
    connection,
    storage: openLocalStorage(settings.dataDir),
    site,
  })
  const map = routeMap(app, await site.pages())
  await app.close()
  return map
}
