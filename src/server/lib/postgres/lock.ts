import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { clusterIn } from './data-folder.ts'
import { database, user } from './names.ts'
import { errorCode } from '../start-error.ts'

/** What postmaster.pid tells about the server that holds, or held, a cluster. */
export type Holder = { pid: number; connection: pg.ClientConfig }

/** The lock is PostgreSQL's own, so nothing can hold it longer than the server lives. */
export async function readHolder(cluster: string): Promise<Holder | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, host] = text.split('\n')
  if (!pid || !Number(pid) || !host) return undefined
  return { pid: Math.abs(Number(pid)), connection: { host, port: Number(port), user, database: 'postgres' } }
}

/** The database of a server that another process runs on `dataDir` right now. */
export async function findRunningPostgres(dataDir: string): Promise<pg.PoolConfig | undefined> {
  const holder = await readHolder(clusterIn(dataDir))
  if (!holder || (await ask(holder.connection)) !== 'ready') return undefined
  return { ...holder.connection, database }
}

type Answer = 'ready' | 'busy' | 'silent'

/** Whether a server answers there: ready, busy starting or stopping, or nobody at all. */
export async function ask(connection: pg.ClientConfig): Promise<Answer> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'silent' : 'busy'
  } finally {
    await client.end().catch(() => {})
  }
}
