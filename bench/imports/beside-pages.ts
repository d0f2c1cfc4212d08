import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction, openDatabase, type Db } from '#platform/server/database.ts'
import { textCipher } from '#platform/server/secret.ts'
import { startImportRun } from '#features/imports/server/runs/run-tasks.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { Child } from '../load/child.ts'
import type { Wave, WaveResult } from '../load/open-loop.ts'
import { freePort } from '../product.ts'
import { lyingRows } from './lying-rows.ts'

const rowCount = 20_000
const turns = 2

type Dataset = { url: string; host: string; close: () => void }

/** A list of jobs on a server of this machine. */
export async function serveRows(): Promise<Dataset> {
  const body = JSON.stringify(lyingRows(rowCount, 7).map(({ item }) => item))
  const port = await freePort()
  const server = createServer((_, response) => void response.end(body)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${port}`
  return { url: `http://${host}/jobs.json`, host, close: () => server.close() }
}

/**
 * How fast a node shows pages of results at half of its capacity while it imports those rows, and
 * without, in turns.
 */
export async function measureBesidePages(
  connection: pg.PoolConfig,
  { url }: Dataset,
  client: Child,
  asked: { origin: string; searches: string[] },
): Promise<string> {
  const db = openDatabase({ ...connection, max: 1 })
  const cipher = textCipher(['no address here has a secret'], 'bench')
  let first = 1_000_000
  const ask = <Answer>(how: { rate: number } | { connections: number }, seconds: number) => {
    first += 100_000
    return client.ask<Wave, Answer>({ ...asked, ...how, seconds, first, path: '/jobs' })
  }
  const capacity = await ask<number>({ connections: 8 }, 8)
  const half = async (seconds: number): Promise<number[]> =>
    (await ask<WaveResult>({ rate: Math.floor(capacity / 2) }, seconds)).admitted
  const [alone, beside]: [number[], number[]] = [[], []]
  let runMs = 0
  try {
    for (let turn = 0; turn < turns; turn++) {
      alone.push(...(await half(10)))
      const began = new Date()
      await startImportRun(db, { url, cipher, startedBy: null })
      while (await isRunning(db)) beside.push(...(await half(2)))
      runMs += Date.now() - began.getTime()
      await forgetRun(db, began)
    }
  } finally {
    await db.destroy()
  }
  const [quiet, busy] = [p95(alone), p95(beside)]
  const rate = formatNumber(Math.round((turns * rowCount * 1000) / runMs))
  return (
    `${Math.floor(capacity / 2)} pages of results a second: p95 ${quiet.toFixed(1)} ms, beside an ` +
    `import ${busy.toFixed(1)} ms (${(busy / quiet).toFixed(1)} times); ${rate} rows a second`
  )
}

async function isRunning(db: Db): Promise<boolean> {
  const { rows } = await sql`select from imports where status = 'running'`.execute(db)
  return rows.length > 0
}

/** The catalog is as it was. */
async function forgetRun(db: Db, began: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`delete from jobs where channel = 'import' and created_at >= ${began}`.execute(trx)
    await sql`truncate import_keys, imports cascade`.execute(trx)
  })
  await setTimeout(1_000)
}

export const p95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0
