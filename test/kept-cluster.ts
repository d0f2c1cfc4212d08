import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '#platform/server/database.ts'
import { embeddedServerRole, ensureServerRole, migrateToLatest } from '#platform/server/migrate.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { temporaryDataDir } from './data-dir.ts'

const root = join(import.meta.dirname, '..')
/** With owners and rights: PostgreSQL may run as another user. */
export const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

/**
 * Gives a data folder what the first start on it would make: a cluster with the migrated database.
 */
export async function copyCluster(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await copy(await (kept ??= keptCluster()), join(dataDir, 'postgres'))
}

/** Made once, until what makes it changes. A run makes it before its workers start. */
async function keptCluster(): Promise<string> {
  const folder = join(root, '.cache/test-postgres')
  const hash = await (hashed ??= hashOfSources())
  const kept = join(folder, hash)
  if (await stat(kept).catch(() => undefined)) return kept
  const { path: dataDir, remove } = await temporaryDataDir()
  const postgres = await startPostgres({ dataDir, fast: true })
  const db = openDatabase(postgres.connection)
  await ensureServerRole(db)
  await migrateToLatest(db, { serverRole: embeddedServerRole })
  // Migrations write the places' rows again: every copy would carry what that leaves, a third of
  // its size.
  await sql`vacuum full`.execute(db)
  await db.destroy()
  await postgres.stop()
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.draft-${process.pid}`)
  await copy(join(dataDir, 'postgres'), draft)
  // Of runs at the same time the first one's stays.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }))
  const outdated = (await readdir(folder)).filter(
    (name) => name !== hash && !name.startsWith('.draft-'),
  )
  for (const name of outdated) await rm(join(folder, name), { recursive: true, force: true })
  await remove()
  return kept
}

let hashed: Promise<string> | undefined
let kept: Promise<string> | undefined

/** Migrations, what applies them, and the packages that they read. */
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['db', 'src/platform/server', 'src/shared']) {
    const names = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    for (const path of names
      .filter((name) => name.isFile())
      .map((name) => join(name.parentPath, name.name))
      .toSorted())
      if (!path.endsWith('.test.ts')) hash.update(`${path}\0`).update(await readFile(path))
  }
  return hash
    .update(await readFile(join(root, 'package-lock.json')))
    .update(await readFile(import.meta.filename))
    .digest('hex')
    .slice(0, 16)
}

// Before two runs want it at once.
if (import.meta.main) await keptCluster()
