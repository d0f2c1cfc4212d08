import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadDemoData } from '#features/imports/server/public.ts'
import { buildApp } from './app.ts'
import { connectDatabase } from './lib/connect-database.ts'
import { migrateToLatest } from './lib/migrate.ts'
import type { Settings } from './lib/settings.ts'
import { openBuiltSite } from './lib/ssr/built-site.ts'
import { openDevSite } from './lib/ssr/dev-site.ts'
import type { Site } from './lib/ssr/site.ts'
import { errorCode, StartError } from './lib/start-error.ts'

type Options = {
  /** Compiles the pages as they change instead of serving the build. */
  dev: boolean
  /** Told in words what takes a while. */
  tell(line: string): void
  /** The embedded database is gone for good. */
  onLost(error: unknown): void
}

export type Running = { url: string; stop(): Promise<void> }

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
/** How long requests that are under way may take to finish once the server stops. */
const drainMs = 10_000
const sweepMs = 50

/** Brings everything up in order; whatever is up already is taken down again if a later step fails. */
export async function startServer(settings: Settings, options: Options): Promise<Running> {
  const undo: (() => Promise<void>)[] = []
  async function stop(): Promise<void> {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  try {
    const database = await connectDatabase(settings, options)
    const { db, connection } = database
    undo.push(() => database.close())
    const migrations = await migrateToLatest(db)
    if (migrations.length > 0) options.tell(`The database is up to date (${migrations.at(-1)}).`)
    if (settings.appMode === 'demo') await loadDemoData(db, (line) => options.tell(line))
    const site = await openSite(options)
    const app = await buildApp({ settings, db, connection, site })
    undo.push(() => drain(app))
    await listen(app, settings)
    return { url: settings.publicUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function openSite({ dev }: Options): Promise<Site> {
  if (dev) return openDevSite()
  if (!existsSync(dist)) throw new StartError('The pages are not built: run `npm run build`.')
  return openBuiltSite(dist)
}

async function listen(app: FastifyInstance, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE') throw new StartError(`PORT ${port} is in use on ${host}: stop what listens there, or set PORT.`)
    if (code === 'EACCES') throw new StartError(`PORT ${port} is not open to this user: take one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartError(`HOST ${host} is not an address of this machine.`)
    throw error
  }
}

/** Answers what was asked before the stop; who takes too long is cut off. */
async function drain(app: FastifyInstance): Promise<void> {
  // A browser keeps its connection open after the last answer, and nobody waits for that.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  clearInterval(sweep)
  clearTimeout(cut)
}
