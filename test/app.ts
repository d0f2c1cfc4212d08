import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { fileURLToPath } from 'node:url'
import { addJobs } from '#features/jobs/server/public.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { buildApp } from '#server/app.ts'
import { readSettings } from '#server/lib/settings.ts'
import { openBuiltSite } from '#server/lib/ssr/built-site.ts'
import type { TestDatabase } from './database.ts'
import { freshDatabase } from './database.ts'

export type TestApp = Pick<TestDatabase, 'db'> & {
  app: FastifyInstance
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>
  /** Takes the database away from under the running application. */
  loseDatabase: () => Promise<void>
  close: () => Promise<void>
}

/** What the application calls itself in links that leave it. */
export const publicUrl = 'https://board.test'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

// React decides by this, when it is first imported, whether it renders as in production.
process.env['NODE_ENV'] = 'production'

/** The whole server with the built pages, over a database of its own; nothing listens, requests are handed in. */
export async function testApp({ env = {}, jobs = [] }: { env?: Record<string, string>; jobs?: NewJob[] } = {}): Promise<TestApp> {
  const settings = readSettings({ PUBLIC_URL: publicUrl, SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent', ...env })
  const { db, connection, drop } = await freshDatabase()
  await addJobs(db, jobs)
  const app = await buildApp({ db, connection, settings, site: await openBuiltSite(dist) })
  await app.ready()
  let dropped: Promise<void> | undefined
  const loseDatabase = () => (dropped ??= drop())
  return {
    db,
    app,
    loseDatabase,
    get: (url, headers = {}) => app.inject({ method: 'GET', url, headers }),
    async close() {
      await app.close()
      await loseDatabase()
    },
  }
}
