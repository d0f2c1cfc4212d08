import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { Rng } from '#demo/catalog/rng.ts'
import { sampleCv } from '#demo/cv.ts'
import { worldOf } from './catalog/load.ts'
import { measureBesidePages, p95, serveRows } from './imports/beside-pages.ts'
import { startChild } from './load/child.ts'
import type { Wave, WaveResult } from './load/open-loop.ts'
import { inventSearches } from './mix/searches.ts'
import { startProduct, type Product } from './product.ts'

const overload = 5
const probeEveryMs = 250

/**
 * What happens when five times as many searches come as a node can do, each another one, at a fixed
 * rate: how many are answered, how fast, whether reading and signing in go on meanwhile, what
 * memory it takes, and when all is as before. Before that, pages of results while the node imports.
 * Then feeds and uploads as fast as they go, slow clients, and 10,000 idle connections.
 */
export async function measureOverload(
  connection: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  const searches = inventSearches(500, worldOf(count), new Rng(19)).map((search) =>
    String(new URLSearchParams(search)),
  )
  const rows = await serveRows()
  const dataDir = await mkdtemp(join(tmpdir(), 'overload-'))
  const product = await startProduct(connection, {
    cache: true,
    env: { RATE_LIMITS: 'off', DATA_DIR: dataDir, IMPORT_ALLOWED_HOSTS: rows.host },
  })
  const client = startChild(new URL('load/open-loop.ts', import.meta.url))
  let first = 0
  const wave = async (rate: number, seconds: number): Promise<WaveResult> => {
    const result = await client.ask<Wave, WaveResult>({
      origin: product.origin,
      rate,
      seconds,
      first,
      searches,
    })
    first += Math.ceil(rate * seconds)
    return result
  }
  try {
    await wave(50, 5)
    const { jobs } = (await (await fetch(`${product.origin}/api/jobs?limit=50`)).json()) as {
      jobs: { id: string }[]
    }
    const ids = jobs.map((job) => job.id)
    const capacity = await client.ask<Wave, number>({
      origin: product.origin,
      connections: 8,
      seconds: 8,
      first: 500_000,
      searches,
    })
    tell(`capacity: ${capacity} different searches a second`)
    const half = (seconds: number) => wave(Math.floor(capacity / 2), seconds)
    const normal = await half(10)
    const normalP95 = p95(normal.admitted)
    tell(
      `half of it: p95 ${normalP95.toFixed(1)} ms, ${normal.refused} refused, ${normal.failed} failed`,
    )
    tell(await measureBesidePages(connection, rows, client, { origin: product.origin, searches }))
    const before = await product.memory()
    const [flood, probes] = await Promise.all([
      wave(capacity * overload, 20),
      probe(product, ids, 20),
    ])
    const after = await product.memory()
    const rate = (flood.admitted.length / 20).toFixed(0)
    tell(
      `${overload} times: ${rate} a second answered, p95 ${p95(flood.admitted).toFixed(1)} ms (${(p95(flood.admitted) / normalP95).toFixed(1)} times), ` +
        `${flood.refused} refused (${flood.refusedWithoutRetryAfter} without Retry-After), ${flood.failed} failed`,
    )
    tell(
      `meanwhile: ${probes.ok} of ${probes.asked} job pages and sign-ins answered, p95 ${p95(probes.times).toFixed(1)} ms`,
    )
    tell(`memory: ${before?.now} MB before, ${after?.now} MB after, ${after?.highest} MB at most`)
    const later = await half(8)
    const slow = later.p95BySecond.findLastIndex((it) => it > normalP95 * 1.5)
    tell(
      `afterwards: normal after ${slow + 1} s; p95 by second ${later.p95BySecond.map((it) => it.toFixed(0)).join(', ')} ms`,
    )
    await heavyWork(product, ids, tell)
    await slowClients(product, ids, tell)
    await idleConnections(product, tell)
  } finally {
    client.stop()
    rows.close()
    await product.stop()
    await rm(dataDir, { recursive: true })
  }
}

/** Somebody reads a job and somebody signs in, again and again. */
async function probe({ origin }: Product, ids: readonly string[], seconds: number) {
  const times: number[] = []
  let [asked, ok] = [0, 0]
  const end = Date.now() + seconds * 1000
  for (let n = 0; Date.now() < end; n++) {
    const began = performance.now()
    asked++
    const answer = await (
      n % 2 === 0 ? fetch(`${origin}/jobs/${ids[(n / 2) % ids.length]}`) : signIn(origin)
    ).catch(() => undefined)
    await answer?.arrayBuffer()
    // A wrong password was looked at, or came too often.
    if (answer && [200, 401, 429].includes(answer.status)) ok++
    times.push(performance.now() - began)
    await setTimeout(probeEveryMs)
  }
  return { asked, ok, times }
}

const signIn = (origin: string): Promise<Response> =>
  fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@mail.test', password: 'wrong horse', website: '' }),
  })

const heavySeconds = 15
const clients = 16

/** As many clients that read feeds, and that upload CVs, each as fast as it is answered. */
async function heavyWork(
  product: Product,
  ids: readonly string[],
  tell: (line: string) => void,
): Promise<void> {
  const cookie = await signUp(product.origin)
  const cv = sampleCv('x'.repeat(1_000_000))
  const upload = () => {
    const form = new FormData()
    form.append('cv', new Blob([new Uint8Array(cv)]), 'cv.pdf')
    const headers = { cookie, origin: product.origin }
    return fetch(`${product.origin}/api/profile/cv`, { method: 'POST', headers, body: form })
  }
  const [feeds, uploads, probes] = await Promise.all([
    again(() => fetch(`${product.origin}/jobs.xml?n=${Math.random()}`)),
    again(upload),
    probe(product, ids, heavySeconds),
  ])
  tell(
    `${clients} readers of feeds: ${feeds.ok} answered, ${feeds.refused} refused, ${feeds.failed} failed; ` +
      `${clients} uploads of 1 MB: ${uploads.ok}, ${uploads.refused}, ${uploads.failed}; ` +
      `meanwhile ${probes.ok} of ${probes.asked} job pages and sign-ins, p95 ${p95(probes.times).toFixed(1)} ms`,
  )
}

async function again(call: () => Promise<Response>) {
  const result = { ok: 0, refused: 0, failed: 0 }
  const end = Date.now() + heavySeconds * 1000
  const loop = async () => {
    while (Date.now() < end) {
      const answer = await call().catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.ok) result.ok++
      else if (answer?.status === 503) {
        result.refused++
        await setTimeout(100)
      } else result.failed++
    }
  }
  await Promise.all(Array.from({ length: clients }, loop))
  return result
}

/** A physician's session. */
async function signUp(origin: string): Promise<string> {
  const person = {
    firstName: 'Alex',
    lastName: 'Example',
    email: `${randomUUID()}@mail.test`,
    password: 'correct horse battery staple',
  }
  const post = (path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/api/auth/register', { ...person, role: 'physician', website: '' })
  const answer = await post('/api/auth/login', {
    email: person.email,
    password: person.password,
    website: '',
  })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

const slowSeconds = 100

async function slowClients(
  product: Product,
  ids: readonly string[],
  tell: (line: string) => void,
): Promise<void> {
  const holder = startChild(new URL('load/open-loop.ts', import.meta.url))
  const slow = 50
  const held = holder.ask<Wave, { senders: number; readers: number }>({
    origin: product.origin,
    slow,
    seconds: slowSeconds,
  })
  const probes = await probe(product, ids, 30)
  const { senders, readers } = await held
  holder.stop()
  tell(
    `${slow} clients that send byte by byte and ${slow} that do not read: ${senders} and ${readers} left after ${slowSeconds} s; ` +
      `meanwhile ${probes.ok} of ${probes.asked} job pages and sign-ins, p95 ${p95(probes.times).toFixed(1)} ms`,
  )
}

async function idleConnections(product: Product, tell: (line: string) => void): Promise<void> {
  const holder = startChild(new URL('load/open-loop.ts', import.meta.url))
  const before = await product.memory()
  const seconds = 40
  const held = holder.ask<Wave, { opened: number; left: number }>({
    origin: product.origin,
    idle: 10_000,
    seconds,
  })
  await setTimeout(10_000)
  const began = performance.now()
  const answer = await fetch(`${product.origin}/api/jobs?limit=1`)
  const took = performance.now() - began
  const during = await product.memory()
  const { opened, left } = await held
  holder.stop()
  tell(
    `idle connections: ${opened} opened, ${left} left after ${seconds} s; meanwhile an answer (${answer.status}) took ${took.toFixed(0)} ms, ` +
      `memory ${before?.now} → ${during?.now} MB`,
  )
}
