// A yardstick, in a process of its own: the product's server with one route, which asks PostgreSQL
// for a 1 at each request.
import { sql } from 'kysely'
import type pg from 'pg'
import { createBaseApp } from '#platform/server/http/app-base.ts'
import { openDatabase } from '#platform/server/database.ts'
import { answerParent } from './child.ts'

answerParent(async (connection: pg.PoolConfig): Promise<string> => {
  const db = openDatabase({ ...connection, max: 10 })
  const app = await createBaseApp({
    logLevel: 'silent',
    publicUrl: 'http://127.0.0.1',
    trustedProxies: [],
    accessLog: false,
    rateLimits: true,
  })
  app.get(
    '/trivial',
    { config: { access: 'public', cost: 'read' } },
    async () => (await sql`select 1 as one`.execute(db)).rows,
  )
  return app.listen({ port: 0, host: '127.0.0.1' })
})
