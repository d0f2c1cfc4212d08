import { mkdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#platform/server/database.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { readSettings } from '#platform/server/settings.ts'
import { copy, copyCluster, hashOf, keep } from './kept-cluster.ts'

/** Gives a data folder what a demo's first start on it would make today. */
export async function copyDemo(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await copy(`${await (kept ??= keptDemo())}/.`, dataDir)
}

let kept: Promise<string> | undefined

/** A demo's data are of the days until its first start. */
async function keptDemo(): Promise<string> {
  const today = new Date().toISOString().slice(0, 10)
  return keep('test-demo', `${await hashOf(['db', 'demo', 'src'])}-${today}`, makeDemo)
}

const halves = sql`
  select from imports where status = 'running' and processed between 1 and 2959`

/** By two starts, of which the first loses its database while it loads the jobs. */
async function makeDemo(dataDir: string): Promise<string> {
  // Loaded where it is needed: that is the whole server.
  const { loadDemo, startDemo } = await import('#demo/demo.ts')
  await copyCluster(dataDir)
  const postgres = await startPostgres({ dataDir, fast: true })
  const settings = readSettings({ DATA_DIR: dataDir })
  const db = openDatabase(postgres.connection)
  const dying = openDatabase(postgres.connection)
  const ending = loadDemo(dying, settings, () => {}).then(
    () => 'loaded',
    () => 'died',
  )
  const isHalfLoaded = async () => (await halves.execute(db)).rows.length > 0
  let end: string | undefined
  while (end === undefined && !(await isHalfLoaded()))
    end = await Promise.race([ending, delay(20, undefined)])
  await dying.destroy()
  if ((await ending) === 'loaded' || !(await isHalfLoaded()))
    throw new Error('The first start of the demo did not die halfway.')
  const demo = await startDemo(db, settings, () => {})
  await demo.stop()
  await db.destroy()
  await postgres.stop()
  return dataDir
}

// Before two runs want it at once.
if (import.meta.main) await keptDemo()
