import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { makeMix } from './mix/mix.ts'
import { startProduct } from './product.ts'

const asked = 300
const warmUp = 400
const ticksPerSecond = 100

/**
 * Each page once, one after the other over one connection, with no cache, and what it costs: the
 * processor time of the server and of its PostgreSQL. Then what programs read, the memory of all
 * processes, and the bytes on the disk.
 */
export async function measurePages(
  connection: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  const db = openDatabase({ ...connection, max: 1 })
  const { rows: jobs } = await sql<{ id: string }>`
    select id from jobs where status = 'active' order by md5(id::text) limit ${asked}
  `.execute(db)
  const { rows: sizes } = await sql<{ bytes: string; backend: number }>`
    select pg_database_size(current_database()) as bytes, pg_backend_pid() as backend
  `.execute(db)
  const backend = sizes[0]?.backend ?? 0
  const postmaster = await parentOf(backend)
  const began = performance.now()
  const product = await startProduct(connection, { cache: false })
  tell(`start                ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const tellMemory = async (when: string): Promise<void> =>
    tell(`memory ${when.padEnd(13)} ${Math.round(await memoryOf([product.pid, postmaster]))} MB`)
  const measure = async (name: string, paths: string[]): Promise<void> => {
    const before = await processorTimes(product.pid, postmaster)
    const { times, bytes } = await ask(product.origin, paths)
    const after = await processorTimes(product.pid, postmaster)
    const each = (from: number, to: number): string =>
      (((to - from) / paths.length) * 1000).toFixed(1)
    const quantile = (share: number): string =>
      (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)
    tell(
      `${name.padEnd(20)} node ${each(before.server, after.server)}, postgres ${each(before.postgres, after.postgres)} ms each; ` +
        `p50 ${quantile(0.5)}, p95 ${quantile(0.95)} ms; ${Math.round(bytes / paths.length / 1000)} kB`,
    )
  }
  try {
    await tasksAreDone(db)
    tell(`disk                 ${(Number(sizes[0]?.bytes) / count / 1000).toFixed(1)} kB a job`)
    await tellMemory('idle')
    const groups = makeMix(
      'HTML',
      10 * asked,
      jobs.map((job) => job.id),
    ).groups
    // Compilers of both languages are warm after some hundred pages, as on a site that runs.
    for (const { addresses } of groups) await ask(product.origin, pick(addresses, warmUp))
    for (const { name, addresses } of groups) {
      await measure(name, pick(addresses, asked))
    }
    await tellMemory('after pages')
    const sitemaps = await sitemapsOf(product.origin)
    await measure(`${sitemaps.length} sitemaps`, sitemaps)
    for (const path of ['/sitemaps/pages.xml', '/salaries', '/jobs.rss', '/jobs.xml'])
      await measure(path, [path])
    await tellMemory('after exports')
  } finally {
    await product.stop()
    await db.destroy()
  }
}

/** The paths of the index of sitemaps, and its own. */
async function sitemapsOf(origin: string): Promise<string[]> {
  const index = await (await fetch(`${origin}/sitemap.xml`)).text()
  const maps = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  return ['/sitemap.xml', ...maps]
}

/** So many addresses, from the first again after the last. */
function pick(addresses: string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => addresses[index % addresses.length] ?? '/')
}

/** A server that has just started makes up for what it missed, which is no page's cost. */
export async function tasksAreDone(db: Db): Promise<void> {
  for (let calm = 0; calm < 3; await delay(500)) {
    const { rows } = await sql<{ isBusy: boolean }>`
      select exists (select from pgboss.job where state in ('active', 'retry')
        or state = 'created' and start_after <= now()) as "isBusy"
    `.execute(db)
    calm = rows[0]?.isBusy ? 0 : calm + 1
  }
}

/** Sorted milliseconds, and the bytes of all bodies as they are sent. */
async function ask(origin: string, paths: string[]): Promise<{ times: number[]; bytes: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let bytes = 0
  for (const path of paths) {
    const began = performance.now()
    const headers = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br' }
    const [answer] = await once(get(`${origin}${path}`, { agent, headers }), 'response')
    for await (const chunk of answer) bytes += chunk.length
    if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.statusCode}`)
    times.push(performance.now() - began)
  }
  agent.destroy()
  return { times: times.toSorted((a, b) => a - b), bytes }
}

type Process = { pid: number; parent: number; seconds: number }

/** Fields of `/proc/PID/stat` behind the name, which may contain blanks. */
async function readProcess(pid: number): Promise<Process | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (!fields) return undefined
  const [, parent = 0] = fields
  // What the process used itself, and its ended children.
  const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0)
  return { pid, parent, seconds: ticks / ticksPerSecond }
}

export async function parentOf(pid: number): Promise<number> {
  return (await readProcess(pid))?.parent ?? 0
}

/** A process and all below it. */
async function familyOf(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = (await Promise.all(pids.map(readProcess))).filter((process) => process !== undefined)
  const family = all.filter((process) => process.pid === root)
  for (const member of family)
    family.push(...all.filter((process) => process.parent === member.pid))
  return family
}

export async function processorTimes(
  server: number,
  postmaster: number,
): Promise<{ server: number; postgres: number }> {
  const [servers, postgres] = await Promise.all([familyOf(server), familyOf(postmaster)])
  const seconds = (family: Process[]): number =>
    family.reduce((sum, process) => sum + process.seconds, 0)
  return { server: seconds(servers), postgres: seconds(postgres) }
}

/** Proportional memory of these processes and all below them: what they share counts once. */
async function memoryOf(roots: number[]): Promise<number> {
  const families = await Promise.all(roots.map(familyOf))
  const sizes = await Promise.all(
    families.flat().map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
