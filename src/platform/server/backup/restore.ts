import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { connectDatabase, type Connected } from '../connect-database.ts'
import { keyRing } from '../secret.ts'
import { isKnownMigration, listMigrations, markerTable } from '../migrate.ts'
import { startPostgres } from '../postgres/start.ts'
import type { Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import type { FileStorage } from '../storage/storage.ts'
import { clusterName, dumpName, filesName, manifestSchema, platform, type Manifest } from './backup.ts'
import { unpack, unpackCluster } from './cluster.ts'
import { dumpDatabase, loadDump, digestTables, openClient, stateOf, type Tables } from './dump.ts'
import { manifestName, measured, readFile, type Digest, type Place } from './places.ts'

/**
 * Fills an empty database and an empty file store from a backup, compares every table and file with it, and then brings the schema up to
 * date. Until all is compared, a mark keeps servers from starting on the database.
 * @throws {StartError} with what to do; without a change if the backup cannot be restored here.
 */
export async function restoreBackup(settings: Settings, files: FileStorage, place: Place): Promise<Manifest> {
  const manifest = await checkBackup(settings, place)
  for await (const { key } of files.list())
    throw new StartError(`The file store is not empty (${key}): restore into an empty one.`)
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

/** Reads a whole backup, and refuses it if it is damaged, newer than this version, or made with a secret that is not known here. */
export async function checkBackup(settings: Settings, place: Place): Promise<Manifest> {
  const manifest = await readManifest(settings, place)
  const known = new Set(await listMigrations())
  const newer = manifest.migrations.find((migration) => !isKnownMigration(migration, known))
  if (newer !== undefined)
    throw new StartError(`The backup is from a newer version (it has ${newer}): restore it with that version.`)
  if (manifest.files.count > 0 && !keyRing(settings.secrets, 'file-keys').find(manifest.keyId))
    throw new StartError('The files of the backup are encrypted with another SECRET: add that one to SECRET.')
  for (const [name, { size, sha256 }] of Object.entries(manifest.parts)) {
    const found = { ...nothing }
    for await (const _ of measured(readFile(place, settings, name), found));
    if (found.size !== size || found.sha256 !== sha256)
      throw new StartError(`The backup is damaged or incomplete (${name} is not what it was): take another one.`)
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
  const state = await stateOf(client)
  if (state === 'half-restored')
    throw new StartError('A restore into this database was broken off: empty database and files, and restore the backup again.')
  if (state === 'used') throw new StartError('The database is not empty: restore into an empty one.')
}

/** From an archive, or from a base backup that is started for it. */
async function load(client: pg.Client, settings: Settings, { parts }: Manifest, place: Place): Promise<void> {
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

const storedAsIs = { maxBytes: Number.POSITIVE_INFINITY, inspect: async () => undefined }

async function restoreFiles(files: FileStorage, archive: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const { header, content } of unpack(archive)) await files.put(header.name, content, storedAsIs)
}

async function compareFiles(files: FileStorage, archive: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const { header, content } of unpack(archive)) {
    const [expected, found] = [{ ...nothing }, { ...nothing }]
    for await (const _ of measured(content, expected));
    const stored = await files.get(header.name)
    for await (const _ of measured((stored?.content ?? []) as AsyncIterable<Buffer>, found));
    if (expected.sha256 !== found.sha256) throw new StartError(`The restored file ${header.name} differs from the backup.`)
  }
}

async function finish(client: pg.Client, database: Connected): Promise<void> {
  await database.migrate({ restoring: true })
  await client.query(`drop table ${markerTable}`)
  await client.query('analyze')
}
