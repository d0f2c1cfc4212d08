// npm run bench: how fast the built product answers, beside a server that does nothing but send the
// same bytes.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { openDatabase } from '#platform/server/database.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { measureAdmin } from './admin.ts'
import { measureCandidates } from './candidates.ts'
import { ensureCatalog } from './catalog/ensure.ts'
import { measureDigest } from './digest.ts'
import { measureGrowth } from './growth.ts'
import { measureImports } from './imports/measure.ts'
import { measureCatalog, measureYardsticks, type Measurement, type Yardsticks } from './measure.ts'
import { makeMix } from './mix/mix.ts'
import { readOptions, usage, type ApartName, type Options } from './options.ts'
import { settle } from './settle.ts'
import { measureOverload } from './overload.ts'
import { measurePages } from './pages.ts'
import { measurePeers } from './peers.ts'
import { measurePhrasings } from './phrasings/measure.ts'
import { measureSearch } from './search.ts'
import { measureTerms } from './terms/measure.ts'
import { reportOf } from './report/table.ts'

const cache = fileURLToPath(new URL('../.cache/bench/', import.meta.url))
const readme = fileURLToPath(new URL('README.md', import.meta.url))
const readJobs = 1_000

const began = performance.now()
const tell = (line: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`)

try {
  const options = readOptions(process.argv.slice(2))
  const { apart } = options
  if (apart === 'terms') measureTerms(tell)
  else if (apart === 'imports') await onServer((connection) => measureImports(connection, tell))
  else if (apart === 'candidates')
    await onServer((connection) => measureCandidates(connection, tell))
  else if (apart) {
    if (apart === 'pages' || apart === 'day') await buildPages()
    await measureApart(options, measures(options)[apart])
  } else await measureAnswers(options)
} catch (error) {
  console.error(error)
  console.error(usage)
  process.exitCode = 1
}

async function measureAnswers(options: Options): Promise<void> {
  await buildPages()
  const { measurements, yardsticks } = await measureSizes(options)
  await publish(measurements, yardsticks, options)
  if (measurements.some((measurement) => Object.keys(measurement.product.failures).length > 0))
    process.exitCode = 1
}

async function onServer(measure: (server: pg.PoolConfig) => Promise<void>): Promise<void> {
  const postgres = await startPostgres({ dataDir: `${cache}database` })
  try {
    await measure(postgres.connection)
  } finally {
    await postgres.stop()
  }
}

type Measure = (
  catalog: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
) => Promise<void>

function measures({
  scale,
  apart,
}: Options): Record<Exclude<ApartName, 'terms' | 'imports' | 'candidates'>, Measure> {
  const growth: Measure = (catalog, _, tell) =>
    measureGrowth(catalog, { scale, day: apart === 'day', tell })
  return {
    search: measureSearch,
    peers: measurePeers,
    pages: measurePages,
    phrasings: measurePhrasings,
    digest: measureDigest,
    admin: measureAdmin,
    overload: measureOverload,
    growth,
    day: growth,
  }
}

/** What has no floor to be compared with, on the first size. */
async function measureApart({ jobs: [count = 0] }: Options, measure: Measure): Promise<void> {
  const postgres = await startPostgres({ dataDir: `${cache}database` })
  try {
    const connection = await ensureCatalog(postgres.connection, count, tell)
    const began = performance.now()
    await settle(connection)
    tell(`settling             ${((performance.now() - began) / 1000).toFixed(1)} s`)
    await measure(connection, count, tell)
  } finally {
    await postgres.stop()
  }
}

/** The build scripts are plain JavaScript, which the types do not cover. */
async function buildPages(): Promise<void> {
  const scripts = (await import(new URL('../scripts/lib/build.mjs', import.meta.url).href)) as {
    ensureBuilt(): Promise<void>
  }
  await scripts.ensureBuilt()
}

async function measureSizes(
  options: Options,
): Promise<{ measurements: Measurement[]; yardsticks: Yardsticks[] }> {
  const postgres = await startPostgres({ dataDir: `${cache}database` })
  const measurements: Measurement[] = []
  const yardsticks: Yardsticks[] = []
  try {
    for (const jobs of options.jobs) {
      tell(`${jobs} jobs`)
      const connection = await ensureCatalog(postgres.connection, jobs, tell)
      await settle(connection)
      const readIds = await someJobs(connection)
      const mixes = options.mixes.map((name) => makeMix(name, options.searches, readIds))
      const catalog = { jobs, connection, mixes, readIds }
      measurements.push(...(await measureCatalog(catalog, options, tell)))
      if (!mixes.some((mix) => mix.name === 'JSON')) continue
      tell('select 1, and SQLite')
      yardsticks.push(await measureYardsticks(catalog, options))
    }
  } finally {
    await postgres.stop()
  }
  return { measurements, yardsticks }
}

/** The jobs that are read in this run: the same ones in every run on the same catalog. */
async function someJobs(connection: pg.PoolConfig): Promise<string[]> {
  const db = openDatabase({ ...connection, max: 1 })
  const { rows } = await sql<{ id: string }>`
    select id from jobs where status = 'active' order by md5(id::text) limit ${readJobs}
  `.execute(db)
  await db.destroy()
  return rows.map((row) => row.id)
}

async function publish(
  measurements: Measurement[],
  yardsticks: Yardsticks[],
  options: Options,
): Promise<void> {
  const command = [
    'npm run bench',
    ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : []),
  ].join(' ')
  const report = reportOf(measurements, yardsticks, command)
  console.log(`\n${report}\n`)
  await mkdir(cache, { recursive: true })
  const file = `${cache}result-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`
  await writeFile(
    file,
    JSON.stringify({ command, options, measurements, yardsticks }, undefined, 2),
  )
  tell(`all figures: ${file}`)
  if (!options.save) return
  const text = await readFile(readme, 'utf8')
  await writeFile(
    readme,
    text.replace(/(?<=<!-- results -->\n)[^]*(?=<!-- \/results -->)/, () => `\n${report}\n\n`),
  )
}
