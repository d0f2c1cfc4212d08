import type pg from 'pg'
import { startChild, type Child } from './load/child.ts'
import type { Attack, Samples } from './load/client.ts'
import type { Recorded, Recording } from './load/floor.ts'
import { addressesOf, type Mix, type MixName } from './mix/mix.ts'
import { hasNginx, startNginx } from './nginx.ts'
import type { Options } from './options.ts'
import { startProduct, type Product } from './product.ts'
import {
  mergeSamples,
  quantilesOf,
  summarize,
  type Quantiles,
  type Summary,
} from './report/summary.ts'
import { measureSqlite } from './sqlite.ts'
import { writeEverySecond } from './writes.ts'

export type Measurement = {
  jobs: number
  mix: MixName
  cache: boolean
  /** Behind nginx's cache, beside the same bytes as files that nginx sends. */
  nginx?: true
  warmUp: Summary
  product: Summary
  floor: Summary
  /** Of the server, in MB, after this mix. */
  memory: { now: number; highest: number } | undefined
}

/** What the product is compared with besides the floor. */
export type Yardsticks = {
  jobs: number
  /** The product's server with one `select 1` a request, under the same load. */
  trivial: Summary
  /** The searches of the JSON mix, one at a time. */
  sqlite: Quantiles & { perSecond: number }
}

export async function measureYardsticks(
  { jobs, connection, mixes }: Catalog,
  options: Options,
): Promise<Yardsticks> {
  const server = startChild(new URL('./load/trivial.ts', import.meta.url))
  const client = startChild(new URL('./load/client.ts', import.meta.url))
  const mix: Mix = {
    name: 'JSON',
    groups: [{ name: 'trivial', weight: 1, addresses: ['/trivial'] }],
  }
  try {
    const origin = await server.ask<pg.PoolConfig, string>(connection)
    const attack = { origin, mix, seed: 1, connections: options.connections }
    await client.ask<Attack, Samples>({ ...attack, seconds: options.warmUpSeconds / 5 })
    const trivial = summarize(
      await client.ask<Attack, Samples>({ ...attack, seconds: options.seconds / 3 }),
      mix,
    )
    const searches =
      mixes.flatMap(({ groups }) => groups).find(({ name }) => name === 'search')?.addresses ?? []
    const times = await measureSqlite(connection, searches)
    const perSecond = (1000 * times.length) / times.reduce((sum, it) => sum + it, 0)
    return { jobs, trivial, sqlite: { ...quantilesOf(times), perSecond } }
  } finally {
    server.stop()
    client.stop()
  }
}

type Catalog = { jobs: number; connection: pg.PoolConfig; mixes: Mix[]; readIds: string[] }

/** Measures all mixes on one catalog, first with caches off, then on; each beside the floor. */
export async function measureCatalog(
  catalog: Catalog,
  options: Options,
  tell: (line: string) => void,
): Promise<Measurement[]> {
  const floor = startChild(new URL('./load/floor.ts', import.meta.url))
  const client = startChild(new URL('./load/client.ts', import.meta.url))
  const measurements: Measurement[] = []
  try {
    for (const cache of [false, true]) {
      const product = await startProduct(catalog.connection, { cache })
      try {
        for (const mix of catalog.mixes) {
          tell(`${mix.name}, caches ${cache ? 'on' : 'off'}`)
          const floorOrigin = await recordAnswers(floor, product, mix, tell)
          const measured = await measureMix({
            client,
            origin: product.origin,
            floorOrigin,
            mix,
            catalog,
            options,
          })
          measurements.push({
            jobs: catalog.jobs,
            mix: mix.name,
            cache,
            ...measured,
            memory: await product.memory(),
          })
          if (!cache || mix.name !== 'HTML' || !hasNginx()) continue
          tell('HTML, behind nginx')
          const nginx = await startNginx(product.origin, addressesOf(mix))
          try {
            const behind = await measureMix({
              client,
              origin: nginx.proxy,
              floorOrigin: nginx.files,
              mix,
              catalog,
              options,
            })
            const memory = await product.memory()
            measurements.push({
              jobs: catalog.jobs,
              mix: mix.name,
              cache,
              nginx: true,
              ...behind,
              memory,
            })
          } finally {
            await nginx.stop()
          }
        }
      } finally {
        await product.stop()
      }
    }
  } finally {
    floor.stop()
    client.stop()
  }
  return measurements
}

/**
 * Asks for every address of a mix once: the floor learns the answers, nothing that is broken gets
 * measured, and caches, if they are on, hold what they would hold after some minutes of this
 * traffic. An answer lives for half a minute, so that its mix follows at once.
 */
async function recordAnswers(
  floor: Child,
  product: Product,
  mix: Mix,
  tell: (line: string) => void,
): Promise<string> {
  const addresses = addressesOf(mix)
  const started = performance.now()
  const { origin, bytes, failures } = await floor.ask<Recording, Recorded>({
    origin: product.origin,
    addresses,
  })
  const seconds = (performance.now() - started) / 1000
  tell(
    `${addresses.length} different addresses asked once in ${seconds.toFixed(1)} s: ${Math.round(bytes / addresses.length / 1024)} kB each`,
  )
  if (failures.length > 0)
    throw new Error(`${failures.length} addresses failed:\n${failures.slice(0, 10).join('\n')}`)
  return origin
}

type Setup = {
  client: Child
  origin: string
  floorOrigin: string
  mix: Mix
  catalog: Catalog
  options: Options
}

/**
 * The product's turns are so many times as long as the floor's, because its answers expire during
 * the floor's turns, too.
 */
const floorShare = 4

/** Product and floor take turns, so that whatever else the machine does hits both. */
async function measureMix({ client, origin, floorOrigin, mix, catalog, options }: Setup) {
  const attack = (origin: string, seed: number, seconds: number) =>
    client.ask<Attack, Samples>({ origin, mix, seed, seconds, connections: options.connections })
  const writes = writeEverySecond(catalog.connection, catalog.readIds)
  try {
    const warmUp = await attack(origin, 0, options.warmUpSeconds)
    const ofProduct: Samples[] = []
    const ofFloor: Samples[] = []
    for (let round = 1; round <= options.rounds; round++) {
      ofProduct.push(await attack(origin, round, options.seconds / options.rounds))
      ofFloor.push(await attack(floorOrigin, round, options.seconds / options.rounds / floorShare))
    }
    return {
      warmUp: summarize(warmUp, mix),
      product: summarize(mergeSamples(ofProduct), mix),
      floor: summarize(mergeSamples(ofFloor), mix),
    }
  } finally {
    await writes.stop()
  }
}
