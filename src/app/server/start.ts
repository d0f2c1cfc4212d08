import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Role } from '#shared/contract.ts'
import { buildApp } from './app.ts'
import { logSlowQueries } from '#platform/server/activity.ts'
import { connectDatabase, type Connected } from '#platform/server/connect-database.ts'
import { openDatabase, requestLimits, type Db } from '#platform/server/database.ts'
import { hasCluster } from '#platform/server/postgres/data-folder.ts'
import { openSmtp } from '#platform/server/mail/delivery.ts'
import { countOtherNodes } from '#platform/server/http/invalidate-on-change.ts'
import { drainOf } from '#platform/server/http/health.ts'
import type { Settings } from '#platform/server/settings.ts'
import { openBuiltSite } from '#platform/server/ssr/built-site.ts'
import { keepBuild } from '#platform/server/ssr/assets.ts'
import { openDevLog, openDevSite } from '#platform/server/ssr/dev-site.ts'
import { openStorage, type EncryptedStorage } from '#platform/server/storage/open-storage.ts'
import { StartError } from '#platform/server/errors.ts'
import { checkOrRecordSecret, checkSecret } from '#platform/server/secret.ts'
import { ownsAuditLog } from '#platform/server/migrate.ts'
import { Replicas } from '#platform/server/replicas.ts'
import { startWorker } from '#platform/server/tasks/worker.ts'
import {
  checkDatabaseRole,
  describeAbsent,
  describeApart,
  explainingPort,
  machineChecks,
  ownerServes,
} from './checks.ts'
import { backgroundTasks } from './worker.ts'

export type DemoAccount = { role: Role; email: string; password: string }

/**
 * Loads sample data and starts the demo's own services. Passed in, because product code does not
 * import them.
 */
export type StartDemo = (
  db: Db,
  settings: Settings,
  report: (line: string) => void,
) => Promise<{
  /** Includes the demo's identity provider. */
  settings: Settings
  accounts: DemoAccount[]
  stop(): Promise<void>
}>

type Options = {
  /** Compiles pages on change instead of serving the build. */
  dev: boolean
  /** Reports slow steps. */
  report(line: string): void
  /** The embedded database died, or could not be restarted; it is tried again. */
  onDeath(error: Error): void
  /** For a demo. */
  startDemo?: StartDemo | undefined
}

export type Running = {
  url: string
  /** Sample accounts to sign in with. */
  demoAccounts: DemoAccount[]
  stop(): Promise<void>
}

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Starts everything in order; if a step fails, stops what was started. */
export async function startServer(given: Settings, options: Options): Promise<Running> {
  const undo: (() => Promise<void>)[] = []
  async function stop() {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  try {
    // Before anything is changed.
    for (const check of machineChecks) await check(given)
    if (!given.databaseUrl && !hasCluster(given.dataDir))
      options.report(`Making a database in ${given.dataDir}, with ZIP codes and cities (120 MB) …`)
    // In development scripts/watch.mjs runs the embedded one.
    const database = await connectDatabase(given, { ...options, shared: options.dev })
    const { db, connection } = database
    undo.push(() => database.close())
    await checkDatabaseRole(db, given)
    await checkSecret(db, given.secrets)
    const { applied, unknown } = await database.migrate()
    await checkOrRecordSecret(db, given.secrets)
    if (applied.length > 0)
      options.report(`Migrated the database by ${applied.length} steps, up to ${applied.at(-1)}.`)
    if (unknown.length > 0)
      options.report(`A newer version has migrated the database (${unknown.at(-1)}).`)
    if (await ownsAuditLog(db)) options.report(ownerServes)
    const demo = await options.startDemo?.(db, given, (line) => options.report(line))
    if (demo) undo.push(() => demo.stop())
    // A cached page would be the one before an edit.
    const settings = { ...(demo?.settings ?? given), ...(options.dev && { cache: false }) }
    const storage = await openStorage(settings)
    undo.push(async () => storage.close())
    const site = await openSite(options, settings)
    if (site.clientDir !== null)
      await keepBuild(storage, site.clientDir).catch((error) => options.report(notKept(error)))
    const requests = openDatabase({ ...connection, limits: requestLimits })
    undo.push(() => requests.destroy())
    const replicas = new Replicas(connection, settings.databaseReplicaUrls ?? [])
    undo.push(() => replicas.close())
    for (const line of await replicas.start()) options.report(line)
    for (const line of await describeAbsent({ settings, storage })) options.report(line)
    for (const line of describeApart(settings, await countOtherNodes(db))) options.report(line)
    const app = await buildApp({
      settings,
      db: requests,
      connection,
      replicas,
      primaries: database.primaries,
      storage,
      site,
      logStream: options.dev ? await openDevLog() : undefined,
    })
    if (settings.slowQueryMs > 0) {
      const endLog = logSlowQueries(app.log, settings.slowQueryMs)
      undo.push(async () => endLog())
    }
    const drain = drainOf(app)
    let stopTasks: (() => Promise<void>) | undefined
    undo.push(async () => {
      await Promise.all([drain(settings.drainSeconds), stopTasks?.()])
    })
    await listen(app, settings)
    if (settings.worker) stopTasks = await startTasks(app, settings, { ...database, storage })
    return { url: settings.publicUrl, demoAccounts: demo?.accounts ?? [], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The returned function waits for running tasks. */
async function startTasks(
  app: FastifyInstance,
  settings: Settings,
  { storage, ...database }: Connected & { storage: EncryptedStorage },
) {
  const { db, connection } = database
  const transport = settings.smtpUrl === undefined ? null : openSmtp(settings.smtpUrl)
  const handlers = backgroundTasks({
    settings,
    db,
    storage,
    backups: { database, files: storage.raw },
    transport,
    log: app.log,
  })
  const worker = await startWorker({ connection, handlers, log: app.log })
  return async () => {
    await worker.stop()
    transport?.close()
  }
}

const notKept = (error: unknown) =>
  `The files of this build were not kept for tabs that stay open: ${error instanceof Error ? error.message : String(error)}`

function openSite({ dev }: Options, settings: Settings) {
  if (dev) return openDevSite()
  if (!existsSync(dist)) throw new StartError('The pages are not built: run `npm run build`.')
  // One processor answers and the others render; more threads would only take memory.
  return openBuiltSite(dist, {
    threads: Math.min(availableParallelism() - 1, 4),
    brandStyle: brandStyle(settings),
  })
}

/** The shades beside the brand's color follow it. */
function brandStyle({ brandColors }: Settings) {
  if (!brandColors) return ''
  const { light, dark } = brandColors
  const hover = `light-dark(color-mix(in srgb,${light} 85%,#000),color-mix(in srgb,${dark} 80%,#fff))`
  const wash = `light-dark(color-mix(in srgb,${light} 10%,#fff),color-mix(in srgb,${dark} 16%,#101719))`
  return `:root{--color-action:light-dark(${light},${dark});--color-action-hover:${hover};--color-action-wash:${wash}}`
}

const listen = (app: FastifyInstance, { port, host }: Settings) =>
  explainingPort({ port, host }, async () => void (await app.listen({ port, host })))
