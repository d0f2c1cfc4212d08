import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import tar from 'tar-stream'
import {
  clusterName,
  dumpName,
  filesName,
  manifestSchema,
  platform,
  type Manifest,
} from '#platform/server/backup/backup.ts'
import {
  digestTables,
  dumpDatabase,
  environmentOf,
  openClient,
  refuseFailure,
  requireTool,
  schemas,
  type Tables,
} from '#platform/server/backup/dump.ts'
import {
  manifestName,
  measured,
  readFile,
  type Digest,
  type Place,
} from '#platform/server/backup/places.ts'
import { connectDatabase, type Connected } from '#platform/server/connect-database.ts'
import { isKnownMigration, listMigrations, markerTable } from '#platform/server/migrate.ts'
import { openDataFolder, serverAccount } from '#platform/server/postgres/data-folder.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { keyRing } from '#platform/server/secret.ts'
import type { Settings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/errors.ts'
import { openStorage } from '#platform/server/storage/open-storage.ts'
import { storedAsIs, type FileStorage } from '#platform/server/storage/storage.ts'
import { makeRoles } from './make-roles.ts'

export async function restoreIntoPlace(settings: Settings, place: Place): Promise<Manifest> {
  const storage = await openStorage(settings)
  try {
    return await restoreBackup(settings, storage.raw, place)
  } finally {
    storage.close()
  }
}

/**
 * Restores into a folder of its own below `DATA_DIR`, and removes it. With `DATABASE_URL` a
 * PostgreSQL there gets the roles of `whitecoat roles`, so that what those may not do fails here,
 * too.
 */
export async function rehearse(settings: Settings, place: Place): Promise<Manifest> {
  await openDataFolder(settings.dataDir)
  const dataDir = await mkdtemp(join(settings.dataDir, 'rehearsal-'))
  const embedded = {
    ...settings,
    dataDir,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    s3: undefined,
  }
  try {
    if (!settings.databaseUrl) return await restoreIntoPlace(embedded, place)
    const postgres = await startPostgres({ dataDir })
    try {
      const { host = '', user = '' } = postgres.connection
      const urlOf = (role: string, database: string) =>
        `postgres://${role}@${encodeURIComponent(host)}/${database}`
      const [owner, server] = [
        urlOf('rehearsal_owner', 'rehearsal'),
        urlOf('rehearsal_server', 'rehearsal'),
      ]
      await makeRoles({ admin: urlOf(user, 'postgres'), owner, server })
      return await restoreIntoPlace(
        { ...embedded, databaseUrl: [server], databaseOwnerUrl: [owner] },
        place,
      )
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Fills an empty database and an empty file store from a backup, compares every table and file with
 * it, and then brings the schema up to date. Until all is compared, a mark keeps servers from
 * starting on the database.
 * @throws {StartError} with what to do; without a change if the backup cannot be restored here.
 */
export async function restoreBackup(
  settings: Settings,
  files: FileStorage,
  place: Place,
): Promise<Manifest> {
  const manifest = await checkBackup(settings, place)
  for await (const { key } of files.list())
    throw new StartError(
      `The file store is not empty (${key}): restore into an empty ${settings.s3 ? 'S3_BUCKET' : 'DATA_DIR'}.`,
    )
  const isCluster = clusterName in manifest.parts && !settings.databaseUrl
  if (isCluster) {
    requireSameMachine(manifest)
    await unpackCluster(readFile(place, settings, clusterName), settings.dataDir)
  }
  const database = await connectDatabase(settings)
  const client = await openClient(database.owner)
  try {
    if (!isCluster) await requireEmpty(client)
    await client.query(`create table ${markerTable} (begun_at timestamptz not null default now())`)
    if (!isCluster) await load(client, settings, manifest, place)
    compareTables(await digestTables(client), manifest.tables)
    await restoreFiles(files, readFile(place, settings, filesName))
    await compareFiles(files, readFile(place, settings, filesName))
    await finish(client, database)
  } finally {
    await client.end()
    await database.close()
  }
  return manifest
}

/**
 * Reads a whole backup, and refuses it if it is damaged, newer than this version, or made with a
 * secret that is not known here.
 */
export async function checkBackup(settings: Settings, place: Place): Promise<Manifest> {
  const manifest = await readManifest(settings, place)
  const known = new Set(await listMigrations())
  const newer = manifest.migrations.find((migration) => !isKnownMigration(migration, known))
  if (newer !== undefined)
    throw new StartError(
      `The backup is from a newer version (it has ${newer}): restore it with that version.`,
    )
  if (!keyRing(settings.secrets, 'file-keys').find(manifest.keyId))
    throw new StartError(
      'The backup was made with another SECRET: add that one to SECRET. A demo has it in DATA_DIR/secret.',
    )
  for (const [name, { size, sha256 }] of Object.entries(manifest.parts)) {
    const found = { ...nothing }
    for await (const _ of measured(readFile(place, settings, name), found));
    if (found.size !== size || found.sha256 !== sha256)
      throw new StartError(
        `The backup is damaged or incomplete (${name} is not what it was): take another one.`,
      )
  }
  return manifest
}

const nothing: Digest = { size: 0, sha256: '' }

async function readManifest(settings: Settings, place: Place): Promise<Manifest> {
  const content = await text(readFile(place, settings, manifestName))
  try {
    return manifestSchema.parse(JSON.parse(content))
  } catch {
    throw new StartError('This is no backup of this site.')
  }
}

function requireSameMachine({ postgres, platform: madeOn }: Manifest): void {
  if (postgres !== 18 || madeOn !== platform)
    throw new StartError(
      `The backup has a database of PostgreSQL ${postgres} on ${madeOn}, which PostgreSQL 18 on ${platform} cannot start: restore it there, or make one with --dump.`,
    )
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: number; marked: boolean }>(`
    select count(*)::int as tables, coalesce(bool_or(relname = '${markerTable}'), false) as marked
    from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ${schemas} and relkind in ('r', 'p')
  `)
  if (rows[0]?.marked)
    throw new StartError(
      'A restore into this database was broken off: empty database and files, and restore the backup again.',
    )
  if (rows[0]?.tables !== 0)
    throw new StartError('The database is not empty: restore into an empty one.')
}

/** From an archive, or from a base backup that is started for it. */
async function load(
  client: pg.Client,
  settings: Settings,
  { parts }: Manifest,
  place: Place,
): Promise<void> {
  const url = (settings.databaseOwnerUrl ?? settings.databaseUrl)?.[0]
  if (dumpName in parts) return loadDump(client, url, readFile(place, settings, dumpName))
  const dataDir = await mkdtemp(join(settings.dataDir, 'restore-'))
  try {
    await unpackCluster(readFile(place, settings, clusterName), dataDir)
    const postgres = await startPostgres({ dataDir })
    const source = await openClient(postgres.connection)
    try {
      await loadDump(client, url, dumpDatabase(source, undefined))
    } finally {
      await source.end()
      await postgres.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function compareTables(found: Tables, expected: Tables): void {
  for (const [name, { rows, hash }] of Object.entries(expected)) {
    if (found[name]?.rows !== rows || found[name].hash !== hash)
      throw new StartError(
        `The restored table ${name} differs from the backup: ${found[name]?.rows ?? 0} rows, ${rows} expected.`,
      )
  }
}

async function restoreFiles(files: FileStorage, archive: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const { header, content } of unpack(archive))
    await files.put(header.name, content, storedAsIs)
}

async function compareFiles(files: FileStorage, archive: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const { header, content } of unpack(archive)) {
    const [expected, found] = [{ ...nothing }, { ...nothing }]
    for await (const _ of measured(content, expected));
    const stored = await files.get(header.name)
    for await (const _ of measured((stored?.content ?? []) as AsyncIterable<Buffer>, found));
    if (expected.sha256 !== found.sha256)
      throw new StartError(`The restored file ${header.name} differs from the backup.`)
  }
}

async function finish(client: pg.Client, database: Connected): Promise<void> {
  await database.migrate({ restoring: true })
  await client.query(`drop table ${markerTable}`)
  await client.query('analyze')
}

/** Fills the client's database from such an archive: all of it, or nothing. */
async function loadDump(
  client: pg.Client,
  url: string | undefined,
  archive: AsyncIterable<Uint8Array>,
): Promise<void> {
  await requireTool('pg_restore', 0)
  const options = [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
    '--no-comments',
  ]
  const child = spawn('pg_restore', [...options, `--dbname=${client.database ?? ''}`], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: environmentOf(client, url),
  })
  const feeding = pipeline(archive, child.stdin).catch((error: unknown) => error)
  refuseFailure('pg_restore', await Promise.all([once(child, 'close'), text(child.stderr)]))
  const failure = await feeding
  if (failure instanceof Error) throw failure
}

/**
 * Unpacks a base backup as the cluster of an empty data folder. @throws {StartError} if there is
 * one.
 */
async function unpackCluster(content: AsyncIterable<Uint8Array>, dataDir: string): Promise<void> {
  await openDataFolder(dataDir)
  if (existsSync(join(dataDir, 'postgres')))
    throw new StartError('The database is not empty: restore into an empty DATA_DIR.')
  const { owner } = await serverAccount(dataDir)
  const draft = await mkdtemp(join(dataDir, 'postgres.new-'))
  const own = async (path: string) => (owner ? chown(path, owner.uid, owner.gid) : undefined)
  try {
    await own(draft)
    for await (const { header, content: file } of unpack(content, [createGunzip()])) {
      const path = join(draft, header.name)
      if (relative(draft, path).startsWith('..'))
        throw new StartError('The backup names a file outside the database.')
      await mkdir(header.type === 'directory' ? path : dirname(path), {
        recursive: true,
        mode: 0o700,
      })
      if (header.type !== 'directory')
        await pipeline(file, createWriteStream(path, { mode: 0o600 }))
      await own(path)
    }
    await rename(draft, join(dataDir, 'postgres'))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The entries of a tar, one after the other. */
async function* unpack(content: AsyncIterable<Uint8Array>, through: NodeJS.ReadWriteStream[] = []) {
  const extract = tar.extract()
  let source: NodeJS.ReadableStream = Readable.from(content).on('error', (error) =>
    extract.destroy(error),
  )
  for (const stream of through)
    source = source.pipe(stream).on('error', (error) => extract.destroy(error))
  source.pipe(extract)
  for await (const entry of extract) {
    yield { header: entry.header, content: entry as AsyncIterable<Buffer> }
    entry.resume()
  }
}
