import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#platform/server/database.ts'
import { migrateToLatest } from '#platform/server/migrate.ts'
import { embeddedServerRole, ensureServerRole } from '#platform/server/server-role.ts'
import { startPostgres, type Postgres } from '#platform/server/postgres/start.ts'
import { temporaryDataDir } from './data-dir.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with the connection to the run's PostgreSQL, whose database is the migrated template. */
    postgresUrl: string
  }
}

/** One PostgreSQL per run, which starts when the first file asks for a database: a run of pure files does without. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await temporaryDataDir()
  let postgres: Promise<Postgres> | undefined
  const server = createServer((_request, response) => {
    postgres ??= startTemplate(dataDir.path)
    postgres.then(
      ({ connection }) => response.end(JSON.stringify(connection)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('postgresUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await (await postgres)?.stop()
    await dataDir.remove()
  }
}

const root = join(import.meta.dirname, '..')
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

/** The migrated cluster of an earlier run is copied, unless what makes it has changed. */
async function startTemplate(dataDir: string): Promise<Postgres> {
  const folder = join(root, '.cache/test-postgres')
  const kept = join(folder, await hashOfSources())
  const cluster = join(dataDir, 'postgres')
  if (await stat(kept).catch(() => undefined)) await copy(kept, cluster)
  else {
    const postgres = await startPostgres({ dataDir, fast: true })
    const db = openDatabase(postgres.connection)
    await ensureServerRole(db)
    await migrateToLatest(db, { serverRole: embeddedServerRole })
    // Migrations write the places' rows again: every copy would carry what that leaves, a third of its size.
    await sql`vacuum full`.execute(db)
    await db.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const draft = join(folder, `.draft-${process.pid}`)
    await copy(cluster, draft)
    // Of runs at the same time the first one's stays.
    await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return startPostgres({ dataDir, fast: true })
}

/** Migrations, what applies them, and the packages that they read. */
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['db', 'src/platform/server', 'src/shared']) {
    const names = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    for (const path of names
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name))
      .toSorted())
      if (!path.endsWith('.test.ts')) hash.update(`${path}\0`).update(await readFile(path))
  }
  return hash
    .update(await readFile(join(root, 'package-lock.json')))
    .update(await readFile(import.meta.filename))
    .digest('hex')
    .slice(0, 16)
}
