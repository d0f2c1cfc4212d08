import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { Db } from '../database.ts'
import { sourceFile } from './endpoint.ts'

const config = { access: 'public', file: sourceFile(import.meta.url) } as const
const schema = { hide: true } as object

/** `/healthz`: the process answers. `/readyz`: it can do its work, so a balancer may send it visitors. */
export function registerHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', { config: { ...config, name: 'health' }, schema }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { config: { ...config, name: 'readiness' }, schema }, async (request, reply) => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      throw new AppError('UNAVAILABLE')
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
