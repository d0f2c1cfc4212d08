import { execFileSync } from 'node:child_process'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { migratedCluster } from './database.ts'

/**
 * A migrated cluster whose copies can be standbys: a fast server made it, which writes too little
 * for them.
 */
export async function clusterWithStandbys(dataDir: string): Promise<void> {
  await migratedCluster(dataDir)
  await (await startPostgres({ dataDir })).stop()
  await appendFile(join(dataDir, 'postgres/postgresql.auto.conf'), 'fsync = off\n')
}

/** Keeps the owner, which Node's copy does not. */
export const copyFolder = (from: string, to: string): void =>
  void execFileSync('cp', ['-a', from, to])

/** From the next start on it only reads, and waits for a primary. */
export const makeStandby = (dataDir: string): Promise<void> =>
  writeFile(join(dataDir, 'postgres/standby.signal'), '')
