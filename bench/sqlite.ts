import { mkdir, rm } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { pageSize, parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { openDatabase } from '#platform/server/database.ts'

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url))
const perBatch = 5_000
export const milesPerDegree = 69

/**
 * The same searches, one after the other, of the same jobs in SQLite (FTS5 and indexes) within this
 * process: the total and the first page, or the one that is asked for. It reads words as they are
 * typed: no abbreviations, no mended typing errors.
 * @returns how long each took, in milliseconds.
 */
export async function measureSqlite(
  connection: pg.PoolConfig,
  addresses: readonly string[],
): Promise<number[]> {
  const file = `${folder}yardstick.sqlite`
  await mkdir(folder, { recursive: true })
  await rm(file, { force: true })
  const lite = new DatabaseSync(file)
  try {
    await copyJobs(connection, lite)
    const run = (criteria: Criteria): void => {
      const { from, where, values } = conditionsOf(criteria)
      lite.prepare(`select count(*) from ${from} where ${where}`).get(...values)
      const offset = ((criteria.page ?? 1) - 1) * pageSize
      lite
        .prepare(
          `select jobs.* from ${from} where ${where} order by ${orderOf(criteria)} limit ${pageSize} offset ${offset}`,
        )
        .all(...values)
    }
    return timesInProcess(addresses, run)
  } finally {
    lite.close()
    await rm(file, { force: true })
  }
}

export type Criteria = ReturnType<typeof parseSearchCriteria>

/** Runs each search, after a hundred to warm up. */
export function timesInProcess(
  addresses: readonly string[],
  run: (criteria: Criteria) => void,
): number[] {
  const searches = addresses.map((address) =>
    parseSearchCriteria(Object.fromEntries(new URL(address, 'http://board').searchParams)),
  )
  for (const search of searches.slice(0, 100)) run(search)
  return searches.map((search) => {
    const began = performance.now()
    run(search)
    return performance.now() - began
  })
}

export type Row = Record<string, SQLInputValue>

/** The active jobs as another engine stores them, in batches. */
export async function* readPostings(connection: pg.PoolConfig): AsyncGenerator<Row[]> {
  const db = openDatabase({ ...connection, max: 1 })
  try {
    let last: SQLInputValue | undefined = '00000000-0000-0000-0000-000000000000'
    while (last !== undefined) {
      const { rows } = await sql<Row>`
        select id, title, employer, city, state, zip, lat, lon, specialty, employment_type, visa_support as visa,
          new_graduates_acceptable::integer as new_graduates, telehealth::integer, ',' || array_to_string(setting || schedule || benefits, ',') || ',' as lists,
          pay_annual as pay, extract(epoch from posted_at)::integer as posted_at, extract(epoch from updated_at)::integer as updated_at, snippet, description
        from jobs where status = 'active' and id > ${last} order by id limit ${perBatch}
      `.execute(db)
      yield rows
      last = rows.at(-1)?.['id']
    }
  } finally {
    await db.destroy()
  }
}

async function copyJobs(connection: pg.PoolConfig, lite: DatabaseSync): Promise<void> {
  lite.exec(`
    pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000; pragma mmap_size = 4000000000;
    create table jobs (n integer primary key, id text, title text, employer text, city text, state text, zip text, lat real, lon real,
      specialty text, employment_type text, visa text, new_graduates integer, telehealth integer, lists text, pay integer, posted_at integer,
      updated_at integer, snippet text);
    create virtual table words using fts5 (title, employer, city, specialty, description, content = '', tokenize = 'porter unicode61');
  `)
  const addJob = lite.prepare(`insert into jobs values (${Array(19).fill('?').join(', ')})`)
  const addWords = lite.prepare(
    'insert into words (rowid, title, employer, city, specialty, description) values (?, ?, ?, ?, ?, ?)',
  )
  let n = 0
  for await (const rows of readPostings(connection)) {
    lite.exec('begin')
    for (const { description = '', ...row } of rows) {
      addJob.run(++n, ...Object.values(row))
      addWords.run(
        n,
        row['title'] ?? '',
        row['employer'] ?? '',
        row['city'] ?? '',
        row['specialty'] ?? '',
        description,
      )
    }
    lite.exec('commit')
  }
  const indexed = [
    'posted_at',
    'updated_at',
    'pay',
    'title',
    'specialty, posted_at',
    'state, posted_at',
    'specialty, state, posted_at',
  ]
  for (const columns of [
    ...indexed,
    'city, state, posted_at',
    'zip',
    'lat, lon',
    'employment_type, posted_at',
  ])
    lite.exec(`create index "${columns}" on jobs (${columns})`)
  lite.exec("insert into words (words) values ('optimize'); analyze")
}

function conditionsOf(criteria: Criteria) {
  const parts: string[] = []
  const values: SQLInputValue[] = []
  const add = (part: string, ...given: SQLInputValue[]): void => {
    parts.push(part)
    values.push(...given)
  }
  const words = criteria.keyword?.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length > 0) add('words match ?', words.map((word) => `"${word}"`).join(' '))
  const anyOf = (column: string, wanted: readonly string[] = []) =>
    wanted.length > 0 && add(`${column} in (${wanted.map(() => '?').join(', ')})`, ...wanted)
  anyOf('jobs.specialty', criteria.specialty)
  anyOf('employment_type', criteria.jobType)
  anyOf('visa', criteria.visa)
  const { city, radius, minPay, postedWithin } = criteria
  if (city !== undefined && radius !== undefined) {
    const half = radius / milesPerDegree
    const center = `(select avg(%) from jobs where zip = ? or city = ?)`
    for (const axis of ['lat', 'lon'])
      add(
        `${axis} between ${center.replace('%', axis)} - ${half} and ${center.replace('%', axis)} + ${half}`,
        city,
        city,
        city,
        city,
      )
  } else {
    anyOf('state', criteria.state)
    if (city !== undefined) add(/^\d+$/.test(city) ? 'zip = ?' : 'jobs.city = ?', city)
  }
  if (minPay !== undefined) add('pay >= ?', minPay)
  if (postedWithin !== undefined)
    add('posted_at >= ?', Math.floor(Date.now() / 1000) - postedWithin * 86_400)
  for (const it of [
    ...(criteria.setting ?? []),
    ...(criteria.schedule ?? []),
    ...(criteria.benefits ?? []),
  ])
    add('lists like ?', `%,${it},%`)
  if (criteria.newGraduates) add('new_graduates = 1')
  if (criteria.telehealth) add('telehealth = 1')
  const from = words.length > 0 ? 'words join jobs on jobs.n = words.rowid' : 'jobs'
  return { from, where: parts.length > 0 ? parts.join(' and ') : 'true', values }
}

function orderOf({ sortBy = 'recent', sortOrder, keyword }: Criteria): string {
  if (sortBy === 'relevance' && keyword !== undefined && /[\p{L}\p{N}]/u.test(keyword))
    return 'bm25(words, 10, 5, 5, 5, 1)'
  const columns: Record<string, string> = {
    updated: 'updated_at',
    title: 'jobs.title',
    city: 'jobs.city',
    state: 'state',
    specialty: 'jobs.specialty',
    type: 'employment_type',
    comp: 'pay',
    aboveMedian: 'pay',
  }
  return `${columns[sortBy] ?? 'posted_at'} ${sortOrder ?? (sortBy === 'oldest' ? 'asc' : 'desc')}`
}
