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

const keptCluster = async (): Promise<string> =>
  keep(
    'test-postgres',
    await (hashed ??= hashOf(['db', 'src/platform/server', 'src/shared'])),
    make,
  )

/** @returns the folder of the cluster. */
async function make(dataDir: string): Promise<string> {
  const postgres = await startPostgres({ dataDir, fast: true })
  const db = openDatabase(postgres.connection)
  await ensureServerRole(db)
  await migrateToLatest(db, { serverRole: embeddedServerRole })
  // Migrations write the places' rows again: every copy would carry what that leaves, a third of
  // its size.
  await sql`vacuum full`.execute(db)
  await db.destroy()
  await postgres.stop()
  return join(dataDir, 'postgres')
}

/**
 * A folder that is made once, until its hash changes; `fill` makes it in a data folder. A run makes
 * it before its workers start.
 */
export async function keep(
  name: string,
  hash: string,
  fill: (dataDir: string) => Promise<string>,
): Promise<string> {
  const folder = join(root, '.cache', name)
  const keptFolder = join(folder, hash)
  if (await stat(keptFolder).catch(() => undefined)) return keptFolder
  const { path: dataDir, remove } = await temporaryDataDir()
  const filled = await fill(dataDir)
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.draft-${process.pid}`)
  await copy(filled, draft)
  // Of runs at the same time the first one's stays.
  await rename(draft, keptFolder).catch(() => rm(draft, { recursive: true, force: true }))
  const outdated = (await readdir(folder)).filter(
    (entry) => entry !== hash && !entry.startsWith('.draft-'),
  )
  for (const entry of outdated) await rm(join(folder, entry), { recursive: true, force: true })
  await remove()
  return keptFolder
}

let hashed: Promise<string> | undefined
let kept: Promise<string> | undefined

/** Of sources, and of the packages that they read. */
export async function hashOf(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders) {
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
