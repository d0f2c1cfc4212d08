import { once } from 'node:events'
import { open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type pg from 'pg'
import tar from 'tar-stream'
import { z } from 'zod'
import type { Connected } from '../connect-database.ts'
import { recordAudit } from '../audit.ts'
import { type Db } from '../database.ts'
import { UnavailableError, errorCode, StartError } from '../errors.ts'
import { keyRing } from '../secret.ts'
import type { Settings } from '../settings.ts'
import type { FileStorage } from '../storage/storage.ts'
import { commit, version } from '../version.ts'
import { dumpDatabase, digestTables, listTables, openClient } from './dump.ts'
import {
  manifestName,
  openTarget,
  type Digest,
  type Place,
  type PlaceSettings,
  type Target,
} from './places.ts'

/**
 * A backup is a few files in PostgreSQL's own formats. The database is an archive of `pg_dump`, or
 * the base backup of the embedded database. A tar has the files as they are stored, and the
 * manifest comes last.
 */
export const dumpName = 'database.dump'
export const clusterName = 'base.tar.gz'
export const filesName = 'files.tar'

export const manifestSchema = z.object({
  madeAt: z.string(),
  /** Of the product that made it. */
  version: z.string(),
  commit: z.string().nullable(),
  /** The major version of the server, and the machine's kind, which a base backup is bound to. */
  postgres: z.number(),
  platform: z.string(),
  /** The migrations that the database has. */
  migrations: z.array(z.string()),
  /** The key of `SECRET` that opens the files. */
  keyId: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** The files of the backup. */
  parts: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestSchema>

export const sizeOf = ({ tables, files }: Manifest) => ({
  tables: Object.keys(tables).length,
  rows: Object.values(tables).reduce((sum, table) => sum + table.rows, 0),
  files: files.count,
  bytes: files.bytes,
})

export const platform = `${process.platform}-${process.arch}`

export type BackupSource = {
  database: Pick<Connected, 'db' | 'connection' | 'owner'>
  files: FileStorage
  settings: BackupSettings
}
type BackupSettings = PlaceSettings & Pick<Settings, 'secrets' | 'databaseUrl'>

/** The key of our advisory lock. */
const removalLock = 7_340_916

/**
 * Removes files whose rows are gone, in `work`. A backup keeps them until its end, because its rows
 * are those of its start.
 * @throws {UnavailableError} while there is a backup: try again later.
 */
export const whenNoBackup = async (db: Db, work: () => Promise<void>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock_shared(${removalLock}) as free`.execute(trx)
    if (!rows[0]?.free) throw new UnavailableError('files are removed after the backup')
    await work()
  })

/**
 * Writes a backup of one moment to a folder or an S3 store, while the site runs. `dump` makes an
 * archive of the embedded database, too.
 * @throws {StartError} if the place cannot be used, or another backup is under way.
 */
export async function makeBackup(
  { database, files, settings }: BackupSource,
  place: Place,
  dump = false,
): Promise<Manifest> {
  const client = await openClient(database.connection)
  try {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1) as free',
      [removalLock],
    )
    if (!rows[0]?.free)
      throw new StartError(
        'Another backup is under way, or files are being removed: try again in a minute.',
      )
    await using target = await openTarget(place, settings)
    const described = await describe(client, settings)
    const parts: Record<string, Digest> = {}
    const tables =
      settings.databaseUrl || dump
        ? await writeDump(client, settings.databaseUrl?.[0], target, parts)
        : await writeCluster(() => openClient(database.owner), target, parts)
    const counted = await writeFiles(files, target, parts)
    const manifest: Manifest = { ...described, tables, files: counted, parts }
    await target.write(manifestName, asStream(JSON.stringify(manifest, null, 2)))
    await target.publish()
    return manifest
  } finally {
    await client.end()
  }
}

const rehearsed = 'system.backup-rehearsed'

export const recordRehearsal = (db: Db, { madeAt }: Pick<Manifest, 'madeAt'>): Promise<void> =>
  recordAudit(db, { action: rehearsed, actorId: null, detail: { madeAt } })

/** When the scheduled backup was made, and a backup was last rehearsed; null if never. */
export async function findLastBackup(db: Db): Promise<{ made: Date | null; tried: Date | null }> {
  const { rows } = await sql<{ made: Date | null; tried: Date | null }>`
    select (select max(completed_on) from pgboss.job where name = 'back-up' and state = 'completed') as made,
      (select max(at) from audit_log where action = ${rehearsed}) as tried
  `.execute(db)
  return rows[0] ?? { made: null, tried: null }
}

type Parts = Record<string, Digest>

async function writeDump(client: pg.Client, url: string | undefined, target: Target, parts: Parts) {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ snapshot: string }>(
    'select pg_export_snapshot() as snapshot',
  )
  parts[dumpName] = await target.write(dumpName, dumpDatabase(client, url, rows[0]?.snapshot))
  const tables = await digestTables(client)
  await client.query('commit')
  return tables
}

async function writeCluster(connect: () => Promise<pg.Client>, target: Target, parts: Parts) {
  const clients = { backup: await connect(), holder: await connect(), reader: await connect() }
  try {
    return await writeTar(clusterName, target, parts, (pack) => packCluster(pack, clients))
  } finally {
    await Promise.all(Object.values(clients).map((client) => client.end()))
  }
}

const writeFiles = (files: FileStorage, target: Target, parts: Parts) =>
  writeTar(filesName, target, parts, async (pack) => {
    const counted = { count: 0, bytes: 0 }
    for await (const { key } of files.list()) {
      const stored = await files.get(key)
      // An upload whose row was refused.
      if (!stored) continue
      await packEntry(pack, key, stored.size, stored.content)
      counted.count++
      counted.bytes += stored.size
    }
    return counted
  })

async function writeTar<T>(
  name: string,
  target: Target,
  parts: Parts,
  fill: (pack: tar.Pack) => Promise<T>,
) {
  const pack = tar.pack()
  const filling = fill(pack)
  filling.then(
    () => pack.finalize(),
    (error: unknown) => pack.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  const through = name.endsWith('.gz') ? [createGzip({ level: 1 })] : [new PassThrough()]
  const writing = pipeline([
    Readable.from(pack),
    ...through,
    async (content: AsyncIterable<Buffer>) => {
      parts[name] = await target.write(name, content)
    },
  ])
  // When writing fails, filling would wait for ever.
  writing.catch(() => pack.destroy())
  // Writing fails with the first error of both.
  await writing
  return filling
}

async function* asStream(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function describe(client: pg.Client, settings: BackupSettings) {
  const { rows } = await client.query<{ migrations: string[]; now: Date; postgres: number }>(`
    select array(select name from migrations order by name) as migrations, now(), current_setting('server_version_num')::int / 10000 as postgres
  `)
  const { migrations = [], now = new Date(), postgres = 0 } = rows[0] ?? {}
  const keyId = keyRing(settings.secrets, 'file-keys').current.id
  return { madeAt: now.toISOString(), version, commit, postgres, platform, migrations, keyId }
}

/**
 * Folders whose content PostgreSQL makes anew:
 * https://www.postgresql.org/docs/18/protocol-replication.html
 */
const emptied = new Set(
  ['dynshmem', 'notify', 'replslot', 'serial', 'snapshots', 'stat_tmp', 'subtrans', 'wal'].map(
    (folder) => `pg_${folder}`,
  ),
)
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/

/** Three connections of the owner. */
type Clients = { backup: pg.Client; holder: pg.Client; reader: pg.Client }

/**
 * Packs a base backup with the write-ahead log that it needs, so that PostgreSQL alone can start
 * it, and digests its tables. Writes wait for a moment at its end, at most half a second at a time,
 * so that the digests are of just what it holds.
 */
async function packCluster(pack: tar.Pack, { backup: client, holder, reader }: Clients) {
  // Keeps the log from being recycled, until this session ends.
  await client.query(`select pg_create_physical_replication_slot('whitecoat_backup', true, true)`)
  const { rows: begun } = await client.query<{ wal: string; folder: string }>(
    `select pg_walfile_name(pg_backup_start('whitecoat', true)) as wal, ` +
      `current_setting('data_directory') as folder`,
  )
  const { wal: first, folder } = begun[0] ?? { wal: '', folder: '' }
  await packFolder(pack, folder, folder)
  await packFile(pack, folder, 'global/pg_control')
  const snapshot = await holdWrites(holder)
  await reader.query('begin isolation level repeatable read read only')
  await reader.query(`set transaction snapshot '${snapshot}'`)
  const { rows: ended } = await client.query<{ label: string; wal: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as wal from pg_backup_stop(false)',
  )
  await holder.query('commit')
  const { label, wal: last } = ended[0] ?? { label: '', wal: '' }
  await packEntry(pack, 'backup_label', Buffer.byteLength(label), [Buffer.from(label)])
  for (const name of (await readdir(join(folder, 'pg_wal'))).toSorted())
    if (/^[\dA-F]{24}$/.test(name) && name >= first && name <= last)
      await packFile(pack, folder, `pg_wal/${name}`)
  return digestTables(reader)
}

/**
 * Locks all tables against writes; a long transaction is waited for without keeping others waiting
 * behind it.
 */
async function holdWrites(client: pg.Client) {
  const tables = (await listTables(client)).join(', ')
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin isolation level repeatable read; set local lock_timeout = '500ms'`)
      await client.query(`lock table ${tables} in share mode`)
      const { rows } = await client.query<{ snapshot: string }>(
        'select pg_export_snapshot() as snapshot',
      )
      return rows[0]?.snapshot ?? ''
    } catch (error) {
      await client.query('rollback')
      if (errorCode(error) !== '55P03' || attempt === 240) throw error
      await setTimeout(500)
    }
  }
}

async function packFolder(pack: tar.Pack, root: string, folder: string) {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const name = relative(root, join(folder, entry.name))
    if (leftOut.test(entry.name) || name === 'global/pg_control') continue
    if (!entry.isDirectory()) await packFile(pack, root, name)
    else {
      pack.entry({ name, type: 'directory', mode: 0o700 })
      if (!emptied.has(name)) await packFolder(pack, root, join(folder, entry.name))
    }
  }
}

/** The write-ahead log mends changes during the reading, so a file is packed at its first size. */
async function packFile(pack: tar.Pack, root: string, name: string) {
  let file
  try {
    file = await open(join(root, name))
  } catch (error) {
    // A table that was dropped meanwhile.
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  try {
    const { size } = await file.stat()
    await packEntry(pack, name, size, size === 0 ? [] : file.createReadStream({ end: size - 1 }))
  } finally {
    // Node ends a process that loses an open file.
    await file.close().catch(() => {})
  }
}

async function packEntry(
  pack: tar.Pack,
  name: string,
  size: number,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
) {
  const { promise: packed, resolve, reject } = Promise.withResolvers<undefined>()
  const entry = pack.entry({ name, size, mode: 0o600 }, (error) =>
    error ? reject(error) : resolve(undefined),
  )
  // `packed` says so, also when nobody waits for the entry to drain.
  entry.on('error', () => {})
  const giveUp = () => reject(new Error('Nobody takes the archive any more.'))
  pack.once('close', giveUp)
  packed.catch(() => {}).finally(() => pack.off('close', giveUp))
  let left = size
  for await (const chunk of content) {
    left -= chunk.length
    if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), packed])
  }
  entry.end(left > 0 ? Buffer.alloc(left) : undefined)
  await packed
}
