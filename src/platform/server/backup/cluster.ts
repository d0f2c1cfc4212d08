import { once } from 'node:events'
import { open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type tar from 'tar-stream'
import { errorCode } from '../start-error.ts'
import { digestTables, listTables, type Tables } from './dump.ts'

/** Folders whose content PostgreSQL makes anew: https://www.postgresql.org/docs/18/protocol-replication.html */
const emptied = new Set(
  ['dynshmem', 'notify', 'replslot', 'serial', 'snapshots', 'stat_tmp', 'subtrans', 'wal'].map((it) => `pg_${it}`),
)
const leftOut = /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/

/** Three connections of the owner. */
type Clients = { backup: pg.Client; holder: pg.Client; reader: pg.Client }

/**
 * Packs a base backup with the write-ahead log that it needs, so that PostgreSQL alone can start it, and digests its tables. Writes wait
 * for a moment at its end, at most half a second at a time, so that the digests are of just what it holds.
 */
export async function packCluster(pack: tar.Pack, { backup: client, holder, reader }: Clients): Promise<Tables> {
  // Keeps the log from being recycled, until this session ends.
  await client.query(`select pg_create_physical_replication_slot('whitecoat_backup', true, true)`)
  const { rows: begun } = await client.query<{ wal: string; folder: string }>(
    `select pg_walfile_name(pg_backup_start('whitecoat', true)) as wal, current_setting('data_directory') as folder`,
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
    if (/^[\dA-F]{24}$/.test(name) && name >= first && name <= last) await packFile(pack, folder, `pg_wal/${name}`)
  return digestTables(reader)
}

/** Locks all tables against writes; a long transaction is waited for without keeping others waiting behind it. */
async function holdWrites(client: pg.Client): Promise<string> {
  const tables = (await listTables(client)).join(', ')
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin isolation level repeatable read; set local lock_timeout = '500ms'`)
      await client.query(`lock table ${tables} in share mode`)
      const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
      return rows[0]?.snapshot ?? ''
    } catch (error) {
      await client.query('rollback')
      if (errorCode(error) !== '55P03' || attempt === 240) throw error
      await setTimeout(500)
    }
  }
}

async function packFolder(pack: tar.Pack, root: string, folder: string): Promise<void> {
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

/** What a file becomes while it is read is mended by the write-ahead log, so it is packed at the size that it had. */
async function packFile(pack: tar.Pack, root: string, name: string): Promise<void> {
  let file
  try {
    file = await open(join(root, name))
  } catch (error) {
    // A table that was dropped meanwhile.
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  const { size } = await file.stat()
  await packEntry(pack, name, size, size === 0 ? [] : file.createReadStream({ end: size - 1 }))
  await file.close().catch(() => {})
}

export async function packEntry(
  pack: tar.Pack,
  name: string,
  size: number,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const { promise: packed, resolve, reject } = Promise.withResolvers<undefined>()
  const entry = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve(undefined)))
  let left = size
  for await (const chunk of content) {
    left -= chunk.length
    if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), packed])
  }
  entry.end(left > 0 ? Buffer.alloc(left) : undefined)
  await packed
}
