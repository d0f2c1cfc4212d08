import type pg from 'pg'
import { keyRing } from '../keys.ts'
import { UnavailableError, type Db } from '../database.ts'
import { sql } from 'kysely'
import type { Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import type { FileStorage } from '../storage/storage.ts'
import { commit, version } from '../version.ts'
import { fileDigester, writeArchive, type Digest, type Manifest, type Part } from './archive.ts'
import { copyRows, isOurs, listTables, openClient, readSequences, stateOf } from './tables.ts'
import { openTarget, type Place, type PlaceSettings } from './places.ts'

export type Size = { tables: number; rows: number; files: number; bytes: number }

export type BackupSource = { connection: pg.PoolConfig; files: FileStorage; settings: BackupSettings }
export type BackupSettings = PlaceSettings & Pick<Settings, 'secrets' | 'backupKey'>

/** The key of our advisory lock. */
const removalLock = 7_340_916

/**
 * Removes files whose rows are gone, in `work`. A backup keeps them until its end, because its rows are those of its start.
 * @throws {UnavailableError} while there is a backup: try again later.
 */
export async function whenNoBackup(db: Db, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${removalLock}) as free`.execute(
      transaction,
    )
    if (!rows[0]?.free) throw new UnavailableError('files are removed after the backup')
    await work()
  })
}

/**
 * Writes a backup of one moment to a file or an S3 store, while the site runs.
 * @throws {StartError} if the place cannot be used, or another backup is under way.
 */
export async function makeBackup({ connection, files, settings }: BackupSource, place: Place): Promise<Size> {
  const client = await openClient(connection)
  try {
    if ((await stateOf(client)) === 'half-restored')
      throw new StartError('This database is half-restored: there is nothing to back up.')
    if (!(await isOurs(client)))
      throw new StartError('There is no board in this database: nothing was backed up. Check DATABASE_URL.')
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [removalLock])
    if (!rows[0]?.free) throw new StartError('Another backup is under way, or files are being removed: try again in a minute.')
    const size: Size = { tables: 0, rows: 0, files: 0, bytes: 0 }
    await using target = await openTarget(place, settings)
    await client.query('begin isolation level repeatable read read only')
    await writeArchive(partsOf(client, files, settings, size), settings.backupKey, target.stream)
    await client.query('commit')
    await target.publish()
    return size
  } finally {
    await client.end()
  }
}

async function* partsOf(client: pg.Client, files: FileStorage, settings: BackupSettings, size: Size): AsyncGenerator<Part> {
  yield { kind: 'manifest', manifest: await manifestOf(client, settings) }
  for (const table of await listTables(client)) {
    yield { kind: 'start', start: table }
    const { rows, digest } = copyRows(client, table)
    for await (const data of rows) yield { kind: 'data', data }
    yield { kind: 'end', digest: digest() }
    size.tables++
    size.rows += digest().size
  }
  for await (const { key } of files.list()) {
    const parts = fileParts(key, files)
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (!next.done) yield next.value
      else {
        if (next.value) size.files++
        size.bytes += next.value?.size ?? 0
        break
      }
    }
  }
  // They only grow, and are no part of the snapshot.
  yield { kind: 'start', start: { sequences: await readSequences(client) } }
  yield { kind: 'last' }
}

async function* fileParts(key: string, files: FileStorage): AsyncGenerator<Part, Digest | undefined> {
  const stored = await files.get(key)
  // An upload whose row was refused.
  if (!stored) return undefined
  const digester = fileDigester()
  yield { kind: 'start', start: { file: key } }
  for await (const data of stored.content as AsyncIterable<Buffer>) {
    digester.add(data)
    yield { kind: 'data', data }
  }
  const digest = digester.digest()
  yield { kind: 'end', digest }
  return digest
}

async function manifestOf(client: pg.Client, settings: BackupSettings): Promise<Manifest> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const { rows: times } = await client.query<{ now: Date }>('select now()')
  return {
    madeAt: (times[0]?.now ?? new Date()).toISOString(),
    migrations: rows.map((it) => it.name),
    keyId: keyRing(settings.secrets, 'file-keys').current.id,
    version,
    commit,
  }
}
