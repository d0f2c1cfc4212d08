import type pg from 'pg'
import type { Connected } from '../connect-database.ts'
import { keyRing } from '../keys.ts'
import { isKnownMigration, listMigrations, markerTable } from '../migrate.ts'
import { StartError } from '../start-error.ts'
import type { FileStorage } from '../storage/storage.ts'
import { fileDigester, isSame, readArchive, type Digest, type Manifest, type Part } from './archive.ts'
import type { BackupSettings, Size } from './backup.ts'
import { fetchBackup, type Place } from './places.ts'
import { digestOf, listTables, loadRows, openClient, openForLoading, setSequences, stateOf, type Table } from './tables.ts'

export type RestoreTarget = { database: Connected; files: FileStorage; settings: BackupSettings }

/** What a backup says of itself, with the digest of each table and file. */
type Inventory = { manifest: Manifest; tables: { table: Table; digest: Digest }[]; files: Map<string, Digest> }

/**
 * Fills an empty database and an empty file store from a backup, compares every table and file with it, and then brings the schema up to
 * date. The database is filled in one transaction; until all is compared, a mark keeps servers from starting on it.
 * @throws {StartError} with what to do; without a change if the backup cannot be restored here.
 */
export async function restoreBackup(target: RestoreTarget, place: Place): Promise<Size> {
  const { database, files, settings } = target
  await using backup = await fetchBackup(place, settings)
  const inventory = await checkBackup(() => backup.read(), settings)
  const client = await openClient(database.owner)
  try {
    await requireEmpty(client, files)
    await client.query(`create table ${markerTable} (begun_at timestamptz not null default now())`)
    await database.migrate({ only: new Set(inventory.manifest.migrations), restoring: true })
    await fill(client, files, inventory, (read) => readArchive(backup.read(), settings.backupKey, read))
    await compare(client, files, inventory)
    await database.migrate({ restoring: true })
    await client.query(`drop table ${markerTable}`)
    await client.query('analyze')
  } finally {
    await client.end()
  }
  return sizeOf(inventory)
}

/** Reads a whole backup, and refuses it if it is damaged, newer than this version, or made with a secret that is not known here. */
export async function checkBackup(
  read: () => Parameters<typeof readArchive>[0],
  settings: Pick<BackupSettings, 'backupKey' | 'secrets'>,
): Promise<Inventory> {
  const inventory = await readArchive(read(), settings.backupKey, takeInventory)
  const known = new Set(await listMigrations())
  const newer = inventory.manifest.migrations.find((it) => !isKnownMigration(it, known))
  if (newer !== undefined)
    throw new StartError(`The backup is from a newer version (it has ${newer}): restore it with that version.`)
  const hasFiles = [...inventory.files.keys()].some((it) => it.startsWith('cv/'))
  if (hasFiles && !keyRing(settings.secrets, 'file-keys').find(inventory.manifest.keyId))
    throw new StartError('The files of the backup are encrypted with another SECRET: add that one to SECRET.')
  return inventory
}

async function takeInventory(parts: AsyncGenerator<Part>): Promise<Inventory> {
  const first = await parts.next()
  if (first.done || first.value.kind !== 'manifest') throw new StartError('The backup has no manifest: take another one.')
  const inventory: Inventory = { manifest: first.value.manifest, tables: [], files: new Map() }
  let open: ((digest: Digest) => void) | undefined
  for await (const part of parts) {
    if (part.kind === 'start') open = noted(inventory, part.start)
    if (part.kind === 'end') open?.(part.digest)
  }
  return inventory
}

function noted({ tables, files }: Inventory, start: Extract<Part, { kind: 'start' }>['start']) {
  if ('table' in start) return (digest: Digest) => void tables.push({ table: start, digest })
  if ('file' in start) return (digest: Digest) => void files.set(start.file, digest)
  return undefined
}

async function requireEmpty(client: pg.Client, files: FileStorage): Promise<void> {
  const state = await stateOf(client)
  if (state === 'half-restored')
    throw new StartError('A restore into this database was broken off: empty database and files, and restore the backup again.')
  if (state === 'used') throw new StartError('The database is not empty: restore into an empty one.')
  for await (const { key } of files.list())
    throw new StartError(`The file store is not empty (${key}): restore into an empty one.`)
}

type ReadParts = (read: (parts: AsyncGenerator<Part>) => Promise<void>) => Promise<void>

async function fill(client: pg.Client, files: FileStorage, { tables }: Inventory, readParts: ReadParts): Promise<void> {
  await client.query('begin')
  await client.query(`set local maintenance_work_mem = '256MB'`)
  const here = await listTables(client)
  const missing = tables.find(({ table }) => !here.some((it) => it.table === table.table))
  if (missing) throw new StartError(`The backup has a table that its version does not have (${missing.table.table}).`)
  const close = await openForLoading(client, here)
  await readParts(async (parts) => {
    for await (const part of parts) {
      if (part.kind !== 'start') continue
      if ('table' in part.start) await fillTable(client, part.start, parts)
      else if ('file' in part.start) await files.put(part.start.file, contentOf(parts), storedAsIs)
      else await setSequences(client, part.start.sequences)
    }
  })
  await close()
  await client.query('commit')
}

const storedAsIs = { maxBytes: Number.POSITIVE_INFINITY, inspect: async () => undefined }

async function fillTable(client: pg.Client, table: Table, parts: AsyncGenerator<Part>): Promise<void> {
  const rows = loadRows(client, table)
  for await (const data of contentOf(parts)) await rows.write(data)
  await rows.end()
}

/** The data up to the end of the table or file. */
async function* contentOf(parts: AsyncGenerator<Part>): AsyncGenerator<Buffer> {
  for (let next = await parts.next(); !next.done && next.value.kind === 'data'; next = await parts.next()) yield next.value.data
}

/** Reads everything back. */
async function compare(client: pg.Client, files: FileStorage, { tables, files: expected }: Inventory): Promise<void> {
  for (const { table, digest } of tables) {
    const found = await digestOf(client, table)
    if (!isSame(found, digest))
      throw new StartError(
        `The restored table ${table.table} differs from the backup: ${found.size} rows, ${digest.size} expected.`,
      )
  }
  for (const [key, digest] of expected) {
    const stored = await files.get(key)
    const digester = fileDigester()
    for await (const chunk of (stored?.content ?? []) as AsyncIterable<Buffer>) digester.add(chunk)
    if (!isSame(digester.digest(), digest)) throw new StartError(`The restored file ${key} differs from the backup.`)
  }
}

export function sizeOf({ tables, files }: Inventory): Size {
  const sum = (all: Iterable<Digest>) => [...all].reduce((total, { size }) => total + size, 0)
  return { tables: tables.length, rows: sum(tables.map((it) => it.digest)), files: files.size, bytes: sum(files.values()) }
}
