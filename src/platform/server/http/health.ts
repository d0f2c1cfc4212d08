import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { openDatabase, requestLimits } from '../database.ts'
import { commit, version } from '../version.ts'
import type { Replicas } from '../replicas.ts'
import { oncePerMinute } from '../once-per-minute.ts'
import { sourceFile } from './endpoint.ts'

const config = { access: 'public', file: sourceFile(import.meta.url) } as const

/** Shorter than the usual interval of probes, so that strangers cannot make the node connect all the time. */
const readinessMs = 1_000

/**
 * `/healthz`: the process answers, and which version of which commit it is. `/readyz`: it can write; with `?for=reads`, it can at least serve public pages, from a
 * replica. Both are false while the node stops.
 */
export function registerHealth(app: FastifyInstance, connection: pg.PoolConfig, replicas: Replicas): void {
  // A connection of its own: a pool that is busy does not make a node useless.
  const db = openDatabase({ ...connection, max: 1, limits: { ...requestLimits, statement: 2_000 } })
  const warn = oncePerMinute((err, leftOut) => app.log.warn({ err, leftOut }, 'the database does not accept writes'))
  let checked = { at: 0, result: Promise.resolve() }
  app.get('/healthz', { config: { ...config, name: 'health' } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version, commit }),
  )
  app.get('/readyz', { config: { ...config, name: 'readiness' } }, async (request, reply) => {
    if (app.lifecycle.stopping) throw new AppError('UNAVAILABLE', 'This node is stopping.')
    if (Date.now() - checked.at >= readinessMs) checked = { at: Date.now(), result: checkWritable() }
    try {
      await checked.result
    } catch (error) {
      warn(error)
      const { for: purpose } = request.query as { for?: string }
      if (purpose === 'reads' && replicas.canRead) return reply.header('cache-control', 'no-store').send({ status: 'reads' })
      throw new AppError('UNAVAILABLE')
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
  app.addHook('onClose', () => db.destroy())

  async function checkWritable(): Promise<void> {
    // On a standby the function fails, so that the connection is closed and another host is tried.
    const { rows } = await sql<{ readOnly: string }>`select current_setting('transaction_read_only') as "readOnly",
      case when pg_is_in_recovery() then txid_current() end`.execute(db)
    if (rows[0]?.readOnly !== 'off') throw new Error('the database is read-only')
  }
}
