import { randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { listFailedAlerts } from '#features/alerts/server/public.ts'
import { mailOf } from '#platform/server/mail/content.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { site } from '#features/site/config.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { errorCode, within, unreachableReason } from '#platform/server/errors.ts'
import { allowHeldRun, findHeldRuns } from '#platform/server/retention.ts'
import { AppError } from '#shared/errors.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import type { Dependency } from '../contract.ts'
import { sql } from 'kysely'
import { listNodes, nodeOf, thisNode } from '#platform/server/http/invalidate-on-change.ts'

/**
 * Something that the site depends on. `check` says what it found, or throws; undefined if no
 * setting names it.
 */
export type DependencyCheck = {
  name: string
  check: (() => Promise<string>) | undefined
  /** Host and port. */
  address?: string | undefined
}

type Options = {
  db: Db
  dependencies: () => readonly DependencyCheck[]
  /** The settings without secrets. */
  settings: readonly ShownSetting[]
  /** What the operator has not set up, a sentence each. */
  findMissing: () => Promise<string[]>
}
type ShownSetting = { name: string; value: string | null; isDefault: boolean }

export function registerSystem(
  app: FastifyInstance,
  { db, dependencies, settings, findMissing }: Options,
): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getSystem, async ({ reply }) => {
    const [nodes, tasks, failedAlerts, checked] = await Promise.all([
      findNodes(db),
      countOpenTasks(db),
      listFailedAlerts(db),
      Promise.all(dependencies().map(checkDependency)),
    ])
    reply.header('cache-control', 'private, no-store')
    return { nodes, dependencies: checked, tasks, failedAlerts, settings: [...settings] }
  })

  serve(contract.getNotices, async ({ reply }) => {
    reply.header('cache-control', 'private, no-store')
    const [heldRuns, missing] = await Promise.all([findHeldRuns(db), findMissing()])
    return {
      missing,
      heldRuns: heldRuns.map((run) => ({ ...run, since: run.since.toISOString() })),
    }
  })

  serve(contract.sendTestMail, async ({ viewer }) => {
    if (viewer.email === null) throw new AppError('CONFLICT', 'Your account has no email address.')
    const cause = `test-mail:${viewer.id}:${randomUUIDv7()}`
    await enqueueMail(db, { cause, to: viewer.email, content: testMail() })
  })

  serve(contract.allowHeldRun, ({ actor, body: { what } }) =>
    inTransaction(db, async (trx) => {
      if (!(await allowHeldRun(trx, what))) throw new AppError('NOT_FOUND', 'It no longer waits.')
      await recordAudit(trx, { action: 'system.deletion-allowed', ...actor, detail: { what } })
    }),
  )
}

export const testMail = () =>
  mailOf({
    subject: `A test mail of ${site.name}`,
    body: ['Mail from this site reaches you.'],
    reason: `You get this email because you asked for it on the system page of ${site.name}.`,
  })

const checkMs = 2000

export async function checkDependency({
  name,
  check,
  address,
}: DependencyCheck): Promise<Dependency> {
  if (!check) return { name, state: 'unused', detail: 'Not set', ms: null }
  const start = performance.now()
  const result = await within(checkMs, check(), `no answer within ${checkMs / 1000} s`).then(
    (detail) => ({ state: 'up' as const, detail }),
    (error: unknown) => ({ state: 'down' as const, detail: reasonOf(error, address) }),
  )
  return { name, ...result, ms: Math.round(performance.now() - start) }
}

/** Codes and our own words; messages of drivers may hold addresses with passwords. */
function reasonOf(error: unknown, address: string | undefined) {
  if (!(error instanceof Error)) return 'Failed'
  const reason = address && unreachableReason(error)
  if (reason)
    return `${address} cannot be reached, ${reason}: start it, open the firewall, or correct the setting`
  return errorCode(error) ?? error.message.replaceAll(/\/\/[^@/\s]*@/g, '//').slice(0, 200)
}

/** Those that are connected now, also this one. */
const findNodes = async (db: Db) =>
  (await listNodes(db)).map(({ name, connectedAt }) => ({
    // Nodes of the first release have no name.
    ...nodeOf(name || '1.0.0 unnamed'),
    connectedAt: connectedAt.toISOString(),
    isThis: name === thisNode,
  }))

type WaitingTasks = { name: string; waiting: number; active: number; oldestSeconds: number }

/** Background tasks that are due or running, by kind. */
async function countOpenTasks(db: Db): Promise<WaitingTasks[]> {
  const { rows } = await sql<WaitingTasks>`
    select name, count(*) filter (where state <> 'active')::int as waiting, count(*)
      filter (where state = 'active')::int as active,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state <> 'active')), 0)::float as "oldestSeconds"
    from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now() and name <> 'dead-tasks'
    group by name order by name
  `.execute(db)
  return rows
}
