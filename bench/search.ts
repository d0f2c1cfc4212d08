import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { makeJob } from '#demo/catalog/job.ts'
import { Rng } from '#demo/catalog/rng.ts'
import { searchJobs } from '#features/jobs/contract.ts'
import { getFacets } from '#features/jobs/contract-counts.ts'
import { compactSegments, resetSegments } from '#features/jobs/server/segments/compaction.ts'
import { openDatabase } from '#platform/server/database.ts'
import { withQuery } from '#shared/paths.ts'
import { practitioner } from '#vocabulary/specialties.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { worldOf } from './catalog/load.ts'
import { inventSearches } from './mix/searches.ts'
import { quantilesOf } from './admin.ts'
import { startProduct, type Product } from './product.ts'

const asked = 500

/**
 * Each search once, one after the other over one connection, with no cache: the mix's lists and
 * counts, and sentences. Then lists and counts again without segments, as an index of PostgreSQL
 * alone answers them, on a copy of the catalog, so that it stays as it is for other measurements.
 */
export async function measureSearch(
  catalog: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  await onCopy(catalog, async ({ product, leaveSegments, settle }) => {
    tell(`${count} jobs`)
    const searches = someSearches(count)
    const lists = searches.map((params) => withQuery(searchJobs.path, params))
    const counts = searches.map(
      ({ page: _page, limit: _limit, sortBy: _by, sortOrder: _order, ...params }) =>
        withQuery(getFacets.path, params),
    )
    const sentences = inventSentences(count).map((keyword) =>
      withQuery(searchJobs.path, { keyword }),
    )
    const measure = async (name: string, paths: string[]): Promise<void> =>
      tell(`${name.padEnd(26)} ${quantilesOf(await timesOf(product.origin, paths))}`)
    await timesOf(product.origin, lists.slice(0, 100))
    await measure('lists', lists)
    await measure('sentences', sentences)
    await measure('counts', counts)
    await leaveSegments()
    await measure('lists, without segments', lists)
    await measure('counts, without segments', counts)
    const began = performance.now()
    const whileSettling: number[] = []
    const end = new AbortController()
    const settled = settle().finally(() => end.abort())
    for (let next = 0; !end.signal.aborted; next = (next + 1) % lists.length)
      whileSettling.push(...(await timesOf(product.origin, lists.slice(next, next + 1))))
    await settled
    tell(`${'lists, while it settles'.padEnd(26)} ${quantilesOf(whileSettling)}`)
    tell(`settling                   ${((performance.now() - began) / 1000).toFixed(1)} s`)
    await measure('lists, once it settled', lists)
  })
}

/** The mix's searches, of which each fifth. */
export function someSearches(count: number): Record<string, string>[] {
  return inventSearches(5 * asked, worldOf(count), new Rng(20, 1)).filter(
    (_, index) => index % 5 === 0,
  )
}

type Copy = {
  connection: pg.PoolConfig
  product: Product
  /** All jobs wait for compaction from now on, so that plain SQL answers with an index. */
  leaveSegments: () => Promise<void>
  /** Until all are compacted. */
  settle: () => Promise<void>
}

/** Runs the product without a cache on a copy of the catalog, which is dropped at the end. */
export async function onCopy(
  catalog: pg.PoolConfig,
  measure: (copy: Copy) => Promise<void>,
): Promise<void> {
  const connection = { ...catalog, database: 'search' }
  const administration = openDatabase({ ...catalog, database: 'postgres', max: 1 })
  await sql`drop database if exists search with (force)`.execute(administration)
  await sql`create database search template ${sql.ref(String(catalog.database))}`.execute(
    administration,
  )
  const db = openDatabase({ ...connection, max: 1 })
  const product = await startProduct(connection, { cache: false })
  const leaveSegments = async (): Promise<void> => {
    // Compaction stays away for as long as somebody else has its lock.
    await sql`select pg_advisory_lock(hashtext('segments'))`.execute(db)
    await db.transaction().execute(resetSegments)
    await sql`vacuum analyze segment_delta`.execute(db)
  }
  const settle = async (): Promise<void> => {
    await sql`select pg_advisory_unlock_all()`.execute(db)
    // The product's own task may be at it, which lets nobody else.
    for (let isLeft = true; isLeft; await delay(250)) {
      await compactSegments(db, { smallDelta: 0 })
      isLeft = (await sql`select from segment_delta limit 1`.execute(db)).rows.length > 0
    }
  }
  try {
    await measure({ connection, product, leaveSegments, settle })
  } finally {
    await product.stop()
    await db.destroy()
    await sql`drop database search with (force)`.execute(administration)
    await administration.destroy()
  }
}

/**
 * What somebody says who talks to the box: politeness, wishes that no job states, a field, a place,
 * a condition.
 */
function inventSentences(count: number): string[] {
  const rng = new Rng(20, 3)
  const world = worldOf(count)
  const openings = [
    'I would love to work as',
    'my wife wants a position as',
    'is there anything for',
    'please show me jobs for',
    'we need',
  ]
  const wishes = [
    'with kind partners',
    'near good schools',
    'without too much paperwork',
    'where I can ski',
    'in a calm place',
    '',
  ]
  const conditions = [
    'and no nights',
    'that sponsors visas',
    'part time if possible',
    'with loan repayment',
    'for a new graduate',
    '',
  ]
  return Array.from({ length: asked }, () => {
    const { place } = makeJob(world, rng.int(0, count - 1))
    const who = practitioner(rng.pick(specialties.slice(0, -1))).toLowerCase()
    const where = rng.pick([
      `in ${place.city}`,
      `within an hour of ${place.city}`,
      `somewhere in ${place.state}`,
      '',
    ])
    return [rng.pick(openings), who, where, rng.pick(wishes), rng.pick(conditions)]
      .filter((part) => part !== '')
      .join(' ')
  })
}

export async function timesOf(origin: string, paths: string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (const path of paths) {
    const began = performance.now()
    const [answer] = await once(get(`${origin}${path}`, { agent }), 'response')
    await once(answer.resume(), 'end')
    if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`)
    times.push(performance.now() - began)
  }
  agent.destroy()
  return times
}
